// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.page.CodecParam;
import io.github.fastcodec.bench.turns.Contender;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;

/** One contender's files, written and read: each format, with dictionaries and without. */
public final class FileSubject implements Subject {

    /** The variant of an implementation that writes no dictionary in the columns for which {@code advise} finds that none pays. */
    static final String ADVISED = Contender.VARIANT + "advised";

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared)
            throws Exception {
        List<Object[]> rows = new ArrayList<>();
        ((List<?>) shared).forEach(row -> rows.add((Object[]) row));
        boolean local = params.get("place").equals("local");
        boolean advised = contender.endsWith(ADVISED);
        Implementation implementation = Implementation.of(contender.replace(ADVISED, ""));
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (String version : params.get("versions").split("\\+")) {
            for (String dictionary : params.get("dictionaries").split("\\+")) {
                Format asGiven = new Format(
                        implementation,
                        Table.valueOf(params.get("table")),
                        codec(implementation, params.get("codec")),
                        version,
                        Boolean.parseBoolean(dictionary),
                        Set.of());
                Format format = advised ? asGiven.advised(rows) : asGiven;
                Place place = local ? new Local() : new Memory();
                format.write(rows, place.output());
                InputFile written = place.input();
                long size = written.getLength();
                for (String operation : params.get("operations").split("\\+")) {
                    Repeated.Call call = switch (operation) {
                        case "write" -> () -> place.overwrite(file -> format.write(rows, file));
                        case "read" -> () -> format.read(place.input());
                        default ->
                            throw new IllegalArgumentException("operation " + operation + ", expected write or read");
                    };
                    operations.put(
                            operation + "/version=" + version + "&dictionary=" + dictionary,
                            Repeated.writing(size, call));
                }
            }
        }
        return operations;
    }

    /** Returns the codec of a contender. {@code SNAPPY+LZ4_RAW:9} is SNAPPY for parquet-java, and LZ4_RAW for all others. */
    private static CodecParam codec(Implementation implementation, String codec) {
        String[] codecs = codec.split("\\+");
        return CodecParam.parse(codecs[implementation == Implementation.PARQUET_JAVA ? 0 : codecs.length - 1]);
    }

    /**
     * The format of a file, and the implementation that writes and reads it.
     *
     * @param dictionary whether columns have dictionaries
     * @param plainColumns the columns that have none nevertheless
     */
    record Format(
            Implementation implementation,
            Table table,
            CodecParam codec,
            String version,
            boolean dictionary,
            Set<String> plainColumns) {

        /** Returns this format without the dictionaries that never pay, according to the advice for a file of it. */
        Format advised(List<Object[]> rows) throws IOException {
            Path file = temporaryFile("advise.parquet");
            write(rows, new LocalOutputFile(file));
            Set<String> columns = Advisor.of(AdviseOptions.of(Goal.BALANCED).withSample(1 << 20))
                    .advise(List.of(file.toString()))
                    .dictionaries()
                    .keySet();
            return new Format(implementation, table, codec, version, dictionary, columns);
        }

        /** Writes all rows to a new file. */
        void write(List<Object[]> rows, OutputFile file) throws IOException {
            RowWriter.Builder builder = RowWriter.builder(file, table.schema())
                    .withCompressionCodec(codec.codec())
                    .withWriterVersion(version.equals("V2") ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
                    .withDictionaryEncoding(dictionary)
                    .withCodecFactory(codec.applyTo(implementation.newFactory()));
            plainColumns.forEach(column -> builder.withDictionaryEncoding(column, false));
            try (ParquetWriter<Object[]> writer = builder.build()) {
                for (Object[] row : rows) {
                    writer.write(row);
                }
            }
        }

        /** Reads every value of every row and returns their digest. */
        long read(InputFile file) throws IOException {
            return RowDigest.of(file, implementation);
        }
    }

    /** Returns a path in a new folder of its own. The JVM deletes the file and the folder when it exits. */
    static Path temporaryFile(String name) throws IOException {
        Path folder = Files.createTempDirectory("fastcodec-bench");
        Path file = folder.resolve(name);
        // deleted in reverse order
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        return file;
    }

    /** Writes a file. */
    @FunctionalInterface
    private interface Writing {
        void to(OutputFile file) throws IOException;
    }

    /** The location of the files of one format: one file that all threads read, and one for each thread that writes. */
    private interface Place {
        OutputFile output() throws IOException;

        InputFile input() throws IOException;

        /** Writes a file that no other thread is writing. */
        Object overwrite(Writing writing) throws IOException;
    }

    private static final class Memory implements Place {
        private final MemoryFile file = new MemoryFile(1 << 20);

        /** Files whose memory is already allocated. */
        private final Queue<MemoryFile> free = new ConcurrentLinkedQueue<>();

        @Override
        public OutputFile output() {
            return file;
        }

        @Override
        public InputFile input() {
            return file;
        }

        @Override
        public Object overwrite(Writing writing) throws IOException {
            MemoryFile own = free.poll();
            own = own == null ? new MemoryFile(16 << 20) : own;
            writing.to(own);
            free.add(own);
            return own;
        }
    }

    private static final class Local implements Place {
        private final Path folder;
        private final Path path;

        private Local() throws IOException {
            path = temporaryFile("read.parquet");
            folder = path.getParent();
        }

        @Override
        public OutputFile output() {
            return new LocalOutputFile(path);
        }

        @Override
        public InputFile input() throws IOException {
            return new LocalInputFile(path);
        }

        @Override
        public Object overwrite(Writing writing) throws IOException {
            Path own = folder.resolve("write-" + Thread.currentThread().getId() + ".parquet");
            writing.to(new LocalOutputFile(own));
            Files.delete(own);
            return own;
        }
    }
}
