// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.bench.Implementation;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
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
 * Opens many writers on one thread, and writes one page of each column to each writer in turn. Each writer has its own codec
 * factory, as in Spark: either ours or parquet-java's {@code CodecFactory}.
 * All writers share one configuration, as in a Spark task. Each run has its own JVM.
 */
final class OpenWritersRun {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message item { required int64 part; required double price; required binary comment (UTF8); }");

    private static final Configuration CONFIGURATION = new Configuration();

    private static final int ROWS_PER_PAGE = 2_000;
    private static final int PAGES_PER_RUN = 2_000;

    /**
     * The result of a run.
     *
     * @param heap the live heap with all writers open and no row written, in bytes
     * @param micros the time to write a page, in microseconds
     */
    record Result(long heap, double micros) {

        private static final String PREFIX = "result ";

        /** Parses the result that a run printed. */
        static Result of(String output) {
            String[] parts = output.substring(output.indexOf(PREFIX)).split("\\s+");
            return new Result(Long.parseLong(parts[1]), Double.parseDouble(parts[2]));
        }

        String line() {
            return PREFIX + heap + " " + micros;
        }
    }

    private OpenWritersRun() {}

    /** Prints a {@link Result}. The arguments are the factory, the codec and the number of writers. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Implementation factory = Implementation.valueOf(args[0]);
        System.out.println(measure(factory, CompressionCodecName.valueOf(args[1]), Integer.parseInt(args[2]))
                .line());
    }

    private static Result measure(Implementation factory, CompressionCodecName codec, int count)
            throws IOException, InterruptedException {
        List<Group> rows = rows();
        // excludes class loading, compilation and the first contexts from the measurement
        List<ParquetWriter<Group>> warm = open(factory, codec, 1);
        for (int round = 0; round < 200; round++) {
            writePages(warm, rows);
        }
        close(warm);
        long heapBefore = liveHeap();

        List<ParquetWriter<Group>> writers = open(factory, codec, count);
        long heap = liveHeap() - heapBefore;
        int rounds = Math.max(2, PAGES_PER_RUN / count);
        long start = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            writePages(writers, rows);
        }
        double micros = (System.nanoTime() - start) / 1e3 / rounds / count / SCHEMA.getFieldCount();
        close(writers);
        // with few writers, noise can make the difference negative
        return new Result(Math.max(0, heap), micros);
    }

    /** Returns the heap in use, in bytes, after several garbage collections with time for cleaners in between. */
    private static long liveHeap() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static List<ParquetWriter<Group>> open(Implementation factory, CompressionCodecName codec, int count)
            throws IOException {
        List<ParquetWriter<Group>> writers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new DiscardingFile())
                    .withConf(CONFIGURATION)
                    .withType(SCHEMA)
                    .withCompressionCodec(codec)
                    .withDictionaryEncoding(false)
                    .withPageRowCountLimit(ROWS_PER_PAGE)
                    // small, so that buffered pages do not fill the heap
                    .withRowGroupSize(512L << 10);
            if (factory == Implementation.FASTCODEC) {
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
            if (rows.size() == ROWS_PER_PAGE) {
                break;
            }
        }
        return rows;
    }

    /** A file that discards its bytes. */
    private static final class DiscardingFile implements OutputFile {
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
