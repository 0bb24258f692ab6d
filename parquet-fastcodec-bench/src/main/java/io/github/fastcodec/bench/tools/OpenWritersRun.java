// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.bench.Implementation;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Many writers open at once on one thread, which get one page for each column in turn. Each has a codec factory of its own, as
 * Spark's have: parquet-java's {@code CodecFactory}, which in a JVM with the agent is the agent's, or ours. All share one
 * configuration, as the writers of a task of Spark's do. A JVM of its own for each run.
 */
final class OpenWritersRun {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message item { required int64 part; required double price; required binary comment (UTF8); }");

    private static final Configuration CONFIGURATION = new Configuration();

    private static final int ROWS_OF_A_PAGE = 2_000;
    private static final int PAGES_OF_A_RUN = 2_000;

    static final String PARQUET_JAVA = "parquet-java";
    static final String FASTCODEC = "fastcodec";
    static final String AGENT = "agent";

    /**
     * What a run measured.
     *
     * @param heap what is live with all writers open and no row written, in bytes
     * @param outside what the process grew by outside the heap, in bytes
     * @param micros the time of a page, in microseconds
     */
    record Result(long heap, long outside, double micros) {

        private static final String PREFIX = "result ";

        /** Returns the result that a run has printed. */
        static Result of(String output) {
            String[] parts = output.substring(output.indexOf(PREFIX)).split("\\s+");
            return new Result(Long.parseLong(parts[1]), Long.parseLong(parts[2]), Double.parseDouble(parts[3]));
        }

        String line() {
            return PREFIX + heap + " " + outside + " " + micros;
        }
    }

    private OpenWritersRun() {}

    /** Prints a {@link Result}; arguments: factory, codec, number of writers. */
    public static void main(String[] args) throws IOException, InterruptedException {
        boolean agent = Implementation.isAgentThere();
        if (args[0].equals(AGENT) != agent) {
            throw new IllegalStateException(args[0] + " runs in a JVM " + (agent ? "with" : "without") + " the agent");
        }
        System.out.println(measure(args[0], CompressionCodecName.valueOf(args[1]), Integer.parseInt(args[2]))
                .line());
    }

    private static Result measure(String factory, CompressionCodecName codec, int count)
            throws IOException, InterruptedException {
        List<Group> rows = rows();
        // classes, compilers and the first contexts are not what is asked for
        List<ParquetWriter<Group>> warm = open(factory, codec, 1);
        for (int round = 0; round < 200; round++) {
            writePages(warm, rows);
        }
        close(warm);
        long heapBefore = liveHeap();
        long residentBefore = resident();

        List<ParquetWriter<Group>> writers = open(factory, codec, count);
        long heap = liveHeap() - heapBefore;
        int rounds = Math.max(2, PAGES_OF_A_RUN / count);
        long start = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            writePages(writers, rows);
        }
        double micros = (System.nanoTime() - start) / 1e3 / rounds / count / SCHEMA.getFieldCount();
        long outside = resident() - residentBefore;
        close(writers);
        // less than nothing is the noise of a few writers
        return new Result(Math.max(0, heap), Math.max(0, outside), micros);
    }

    /** Returns the heap in use after garbage collections that leave time for what they set going, in bytes. */
    private static long liveHeap() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns the resident set size, in bytes; 0 anywhere but on Linux. */
    private static long resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .sum();
        }
    }

    private static List<ParquetWriter<Group>> open(String factory, CompressionCodecName codec, int count)
            throws IOException {
        List<ParquetWriter<Group>> writers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new Nowhere())
                    .withConf(CONFIGURATION)
                    .withType(SCHEMA)
                    .withCompressionCodec(codec)
                    .withDictionaryEncoding(false)
                    .withPageRowCountLimit(ROWS_OF_A_PAGE)
                    // written out now and then, so that it is not the buffered pages that fill the heap
                    .withRowGroupSize(512L << 10);
            if (factory.equals(FASTCODEC)) {
                builder.withCodecFactory(new FastCodecFactory());
            }
            writers.add(builder.build());
        }
        return writers;
    }

    private static void writePages(List<ParquetWriter<Group>> writers, List<Group> rows) throws IOException {
        for (ParquetWriter<Group> writer : writers) {
            for (Group row : rows) {
                writer.write(row);
            }
        }
    }

    private static void close(List<ParquetWriter<Group>> writers) throws IOException {
        for (ParquetWriter<Group> writer : writers) {
            writer.close();
        }
    }

    private static List<Group> rows() {
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        List<Group> rows = new ArrayList<>();
        for (LineItem item : new LineItemGenerator(1, 1, 1000)) {
            rows.add(groups.newGroup()
                    .append("part", item.getPartKey())
                    .append("price", item.getExtendedPrice())
                    .append("comment", item.getComment()));
            if (rows.size() == ROWS_OF_A_PAGE) {
                break;
            }
        }
        return rows;
    }

    /** A file that keeps nothing. */
    private static final class Nowhere implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                private long position;

                @Override
                public long getPos() {
                    return position;
                }

                @Override
                public void write(int value) {
                    position++;
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    position += length;
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
