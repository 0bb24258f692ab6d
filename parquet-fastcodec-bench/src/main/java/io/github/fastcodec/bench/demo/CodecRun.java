// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.RowDigest;
import io.github.fastcodec.bench.page.CodecLevel;
import io.github.fastcodec.internal.engines.Engines;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;

/** One codec's part of the demo: a file by each implementation that has the codec, and what they took. */
final class CodecRun implements Closeable {

    /** How often each implementation reads each file. */
    private static final int READS = 3;

    private static final List<Implementation> COMPARED = List.of(Implementation.PARQUET_JAVA, Implementation.FASTCODEC);

    private final CodecLevel level;
    private final String name;
    private final Path directory;
    private final Map<Implementation, ParquetWriter<Group>> writers = new EnumMap<>(Implementation.class);
    private final Map<Implementation, Long> writeNanos = new EnumMap<>(Implementation.class);
    private final Map<Implementation, List<Long>> readNanos = new EnumMap<>(Implementation.class);
    private final Map<Implementation, String> refusals = new EnumMap<>(Implementation.class);
    private int batches;
    private int differences;

    /** @param name a codec, with a level or without, as {@link CodecLevel} reads it */
    CodecRun(String name, Path directory, MessageType schema) throws IOException {
        this.name = name;
        level = CodecLevel.parse(name);
        this.directory = directory;
        for (Implementation implementation : COMPARED) {
            try {
                level.compressor(implementation.newFactory());
            } catch (RuntimeException e) {
                refusals.put(implementation, e.getMessage());
                continue;
            }
            Files.deleteIfExists(file(implementation));
            writers.put(
                    implementation,
                    ExampleParquetWriter.builder(new LocalOutputFile(file(implementation)))
                            .withType(schema)
                            .withCompressionCodec(level.codec())
                            .withRowGroupSize(Demo.ROW_GROUP_BYTES)
                            .withCodecFactory(level.of(implementation.newFactory()))
                            .build());
            writeNanos.put(implementation, 0L);
            readNanos.put(implementation, new ArrayList<>());
        }
    }

    /** Lets each implementation write the rows; who comes first changes, so that warm caches favour neither. */
    void write(List<Group> rows) throws IOException {
        boolean reverse = batches++ % 2 == 1;
        for (Implementation implementation : inTurn(reverse)) {
            long start = System.nanoTime();
            ParquetWriter<Group> writer = writers.get(implementation);
            for (Group row : rows) {
                writer.write(row);
            }
            addWriteTime(implementation, start);
        }
    }

    /**
     * Ends the files; what is still to be written is part of the time to write. Syncs each file, outside the measured time, so
     * that the next file's writes do not wait for the disk.
     */
    @Override
    public void close() throws IOException {
        for (Implementation implementation : writers.keySet()) {
            long start = System.nanoTime();
            writers.get(implementation).close();
            addWriteTime(implementation, start);
            try (FileChannel written = FileChannel.open(file(implementation), StandardOpenOption.WRITE)) {
                written.force(true);
            }
        }
    }

    /** Returns how many reads there will be: every file by every implementation. */
    int reads() {
        return READS * writers.size() * writers.size();
    }

    /** Reads each file with each implementation and compares every row with the source's; {@code done} after each read. */
    void read(long expectedDigest, Runnable done) throws IOException {
        for (int i = 0; i < READS; i++) {
            for (Implementation writer : writers.keySet()) {
                for (Implementation reader : inTurn(i % 2 == 1)) {
                    long start = System.nanoTime();
                    if (digest(file(writer), reader) != expectedDigest) {
                        differences++;
                    }
                    readNanos.get(reader).add(System.nanoTime() - start);
                    done.run();
                }
            }
        }
    }

    /** Returns the digest of all rows of a file; opens it as an application would. */
    static long digest(Path file, Implementation implementation) throws IOException {
        long digest = 0;
        try (ParquetReader<Long> reader = ParquetReader.builder(
                        new RowDigest(), new org.apache.hadoop.fs.Path(file.toUri()))
                .withCodecFactory(implementation.newFactory())
                .build()) {
            for (Long record = reader.read(); record != null; record = reader.read()) {
                digest = record;
            }
        }
        return digest;
    }

    CompressionCodecName codec() {
        return level.codec();
    }

    /** Returns the codec and, if it is not the default, the level. */
    String name() {
        return name;
    }

    /** Returns the name of the engine behind this project's factory. */
    String engine() {
        return codec() == CompressionCodecName.UNCOMPRESSED
                ? "-"
                : Engines.forCompression(codec()).name();
    }

    /** Returns whether every read gave the source's rows. */
    boolean same() {
        return differences == 0;
    }

    /** Returns why an implementation did not take part, or null if it did. */
    String refusal(Implementation implementation) {
        return refusals.get(implementation);
    }

    long fileBytes(Implementation implementation) throws IOException {
        return Files.size(file(implementation));
    }

    double writeSeconds(Implementation implementation) {
        return writeNanos.get(implementation) / 1e9;
    }

    /** Returns the time to read one file, in seconds: the median over all reads of the files of all implementations. */
    double readSeconds(Implementation implementation) {
        long[] sorted = readNanos.get(implementation).stream()
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2e9;
    }

    private Path file(Implementation implementation) {
        return directory.resolve(name.toLowerCase(Locale.ROOT).replace(':', '-') + "." + implementation + ".parquet");
    }

    private List<Implementation> inTurn(boolean reverse) {
        List<Implementation> present = List.copyOf(writers.keySet());
        return reverse && present.size() == 2 ? List.of(present.get(1), present.get(0)) : present;
    }

    private void addWriteTime(Implementation implementation, long start) {
        writeNanos.merge(implementation, System.nanoTime() - start, Long::sum);
    }
}
