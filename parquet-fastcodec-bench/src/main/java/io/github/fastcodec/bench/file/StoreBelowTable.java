// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.bench.tools.Checked;
import io.github.fastcodec.bench.tools.CpuClock;
import io.github.fastcodec.bench.tools.Jvm;
import io.github.fastcodec.bench.tools.Rounds;
import io.github.fastcodec.bench.tools.Tool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What {@code parquet.fastcodec.store.below} trades: the size of files of values that hardly shrink, and the time to scan them. */
@Command(
        name = "store-below",
        header = "Size and scan time of files that store pages which hardly shrink.",
        description = {
            "Writes files of one column in memory, with parquet.fastcodec.store.below at " + StoreBelowTable.PERCENTS
                    + ", reads all their values, and prints a table: the size of each file, and the median of the CPU time of a"
                    + " scan.",
            "",
            "The first two rounds do not count. Needs 64-bit Linux."
        },
        footer = "  java -jar benchmarks.jar store-below --rounds=15")
@Jvm.Options("-Xmx1g")
public final class StoreBelowTable extends Tool {

    static final String PERCENTS = "0, 1, 2, 5 and 10";

    private static final List<Integer> LIMITS = List.of(0, 1, 2, 5, 10);

    private static final List<CompressionCodecName> CODECS = List.of(
            CompressionCodecName.ZSTD,
            CompressionCodecName.GZIP,
            CompressionCodecName.LZ4_RAW,
            CompressionCodecName.SNAPPY);

    private static final int BYTES = 8 << 20;
    private static final int WARMUPS = 2;
    private static final long SEED = 20261122;

    @Option(
            names = "--rounds",
            converter = Checked.Positive.class,
            defaultValue = "15",
            paramLabel = "N",
            description = "How many rounds count, for each codec and each kind of values.")
    private int rounds;

    /** Values that hardly shrink. */
    private enum Values {
        EMBEDDINGS("float32, embeddings", "required float value", 4, random -> (float) (random.nextGaussian() / 28)),
        UUIDS("UUIDs", "required fixed_len_byte_array(16) value", 16, random -> {
            byte[] uuid = bytes(random, 16);
            uuid[6] = (byte) (uuid[6] & 0x0f | 0x40);
            uuid[8] = (byte) (uuid[8] & 0x3f | 0x80);
            return uuid;
        }),
        SENSORS("double, sensors", "required double value", 8, random -> 1013 + 5 * random.nextGaussian()),
        HASHES("SHA-256", "required binary value", 36, random -> bytes(random, 32));

        private final String label;
        private final MessageType schema;
        private final int size;
        private final Function<SplittableRandom, Object> next;

        Values(String label, String column, int size, Function<SplittableRandom, Object> next) {
            this.label = label;
            this.schema = MessageTypeParser.parseMessageType("message values { " + column + "; }");
            this.size = size;
            this.next = next;
        }

        private static byte[] bytes(SplittableRandom random, int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            return bytes;
        }

        private List<Object[]> rows() {
            SplittableRandom random = new SplittableRandom(SEED);
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < BYTES / size; i++) {
                rows.add(new Object[] {next.apply(random)});
            }
            return rows;
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        System.out.println("| values | codec |" + header(LIMITS) + "\n| --- | --- |" + " ---: |".repeat(LIMITS.size()));
        CpuClock clock = CpuClock.of(ProcessHandle.current().pid());
        for (Values values : Values.values()) {
            List<Object[]> rows = values.rows();
            for (CompressionCodecName codec : CODECS) {
                Map<String, Rounds.Turn<Double>> scans = new LinkedHashMap<>();
                List<Long> sizes = new ArrayList<>();
                for (int limit : LIMITS) {
                    FastCodecOptions options = FastCodecOptions.from(
                            Map.of("parquet.fastcodec.store.below", Integer.toString(limit))::get);
                    MemoryFile file = write(values, rows, codec, options);
                    sizes.add(file.getLength());
                    scans.put(Integer.toString(limit), () -> {
                        long start = clock.nanos();
                        scan(values, file, options);
                        return (clock.nanos() - start) / 1e6;
                    });
                }
                System.out.println(row(values, codec, sizes, Rounds.run(scans, WARMUPS, rounds)));
            }
        }
        return 0;
    }

    private static MemoryFile write(
            Values values, List<Object[]> rows, CompressionCodecName codec, FastCodecOptions options)
            throws IOException {
        MemoryFile file = new MemoryFile(2 * BYTES);
        try (ParquetWriter<Object[]> writer = RowWriter.builder(file, values.schema)
                .withCompressionCodec(codec)
                .withCodecFactory(new FastCodecFactory(options))
                .withDictionaryEncoding(false)
                .build()) {
            for (Object[] row : rows) {
                writer.write(row);
            }
        }
        return file;
    }

    private static void scan(Values values, MemoryFile file, FastCodecOptions options) throws IOException {
        ParquetReadOptions readOptions = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new FastCodecFactory(options))
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(file, readOptions)) {
            for (PageReadStore group = reader.readNextRowGroup(); group != null; group = reader.readNextRowGroup()) {
                ColumnReader column = new ColumnReadStoreImpl(
                                group,
                                new GroupRecordConverter(values.schema).getRootConverter(),
                                values.schema,
                                reader.getFileMetaData().getCreatedBy())
                        .getColumnReader(values.schema.getColumns().get(0));
                for (long row = 0; row < group.getRowCount(); row++) {
                    switch (values) {
                        case EMBEDDINGS -> column.getFloat();
                        case SENSORS -> column.getDouble();
                        default -> column.getBinary();
                    }
                    column.consume();
                }
            }
        }
    }

    private static String header(List<Integer> limits) {
        StringBuilder header = new StringBuilder();
        limits.forEach(limit -> header.append(' ').append(limit).append(" % |"));
        return header.toString();
    }

    private static String row(
            Values values, CompressionCodecName codec, List<Long> sizes, Map<String, List<Double>> scans) {
        StringBuilder row = new StringBuilder("| " + values.label + " | " + codec + " |");
        List<List<Double>> times = List.copyOf(scans.values());
        for (int i = 0; i < sizes.size(); i++) {
            double median = StatUtils.percentile(
                    times.get(i).stream().mapToDouble(Double::doubleValue).toArray(), 50);
            row.append(String.format(Locale.ROOT, " %.2f MB, %.1f ms |", sizes.get(i) / 1e6, median));
        }
        return row.toString();
    }
}
