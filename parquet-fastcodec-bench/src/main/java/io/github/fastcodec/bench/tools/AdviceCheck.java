// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.CodecLevel;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.recompress.Recompressor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares what an advice predicts with what is measured after its plan was applied: parquet-java reads the whole converted
 * file, and its pages are compressed again as the plan says. Predictions and measurements take turns, because machines drift.
 */
@Command(
        name = "advice-check",
        header = "How far the times that advise predicts are from those of the converted file.",
        description =
                "For each goal: advises, converts, reads the converted file with parquet-java, and compresses its pages. All"
                        + " times are the processor's time of one thread in compression and decompression. Prints the medians"
                        + " of several rounds.",
        exitCodeList = {
            Tool.FINE,
            "1:A prediction is further off than --error allows, or something broke.",
            Tool.REFUSED
        },
        footer = "  java -jar benchmarks.jar advice-check --rounds 3 orders.parquet lineitem.parquet")
public final class AdviceCheck extends Tool {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Parquet files, each one a table.")
    private List<Path> files;

    @Option(names = "--rounds", paramLabel = "N", description = "How often each is predicted and measured.")
    private int rounds = 3;

    @Option(names = "--sample", paramLabel = "BYTES", description = "Sample of an advice, in decompressed bytes.")
    private long sample = 16_000_000;

    @Option(names = "--levels", paramLabel = "LIST", description = "Candidates of an advice.")
    private String levels = "snappy,lz4_raw,zstd:1,zstd:3,zstd:6,zstd:9,gzip:6";

    @Option(names = "--error", paramLabel = "PERCENT", description = "How far off a prediction may be.")
    private double allowed = 15;

    /** Times of one core, in seconds. */
    private record Times(double write, double scan) {}

    @Override
    public Integer call() throws IOException {
        if (rounds < 1) {
            throw refused("--rounds is " + rounds + ", expected at least 1");
        }
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw refused(file + " is no file");
            }
        }
        List<Object[]> rows = new ArrayList<>();
        double worst = 0;
        Path folder = Files.createTempDirectory("advice-check");
        try {
            for (Path file : files) {
                for (Goal goal : Goal.values()) {
                    worst = Math.max(worst, check(file, goal, folder, rows));
                }
            }
        } finally {
            Files.delete(folder);
        }
        System.out.println(AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .header("file", "goal", "codec", "write", "measured", "off", "scan", "measured", "off")
                .data(rows.toArray(new Object[0][]))
                .asString());
        System.out.printf(
                Locale.ROOT,
                "Seconds of one core, predicted and measured; medians of %d rounds. The worst is %.1f %% off.%n",
                rounds,
                worst);
        return worst <= allowed ? 0 : 1;
    }

    /** Adds a row, and returns by how many percent the worse prediction is off. */
    private double check(Path file, Goal goal, Path folder, List<Object[]> rows) throws IOException {
        List<Times> predicted = new ArrayList<>();
        List<Times> measured = new ArrayList<>();
        Advice advice = null;
        for (int round = 0; round < rounds; round++) {
            advice = Advisor.of(goal)
                    .withThreads(1)
                    .withSample(sample)
                    .withCandidates(CodecLevel.parse(levels))
                    .advise(List.of(file.toString()));
            predicted.add(new Times(
                    advice.table().choice().compressSeconds(),
                    advice.table().choice().decompressSeconds()));
            Path converted = folder.resolve("converted.parquet");
            try {
                Recompressor.of(advice.plan()).withoutVerification().recompress(file, converted);
                measure(converted, advice);
                measured.add(measure(converted, advice));
            } finally {
                Files.deleteIfExists(converted);
            }
        }
        double write = median(predicted.stream().mapToDouble(Times::write).toArray());
        double writeMeasured = median(measured.stream().mapToDouble(Times::write).toArray());
        double scan = median(predicted.stream().mapToDouble(Times::scan).toArray());
        double scanMeasured = median(measured.stream().mapToDouble(Times::scan).toArray());
        double writeOff = 100 * (write / writeMeasured - 1);
        double scanOff = 100 * (scan / scanMeasured - 1);
        rows.add(new Object[] {
            file.getFileName(),
            goal.name().toLowerCase(Locale.ROOT),
            advice.fileChoice().codec(),
            format("%.3f", write),
            format("%.3f", writeMeasured),
            format("%+.1f %%", writeOff),
            format("%.3f", scan),
            format("%.3f", scanMeasured),
            format("%+.1f %%", scanOff)
        });
        return Math.max(Math.abs(writeOff), Math.abs(scanOff));
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static Times measure(Path converted, Advice advice) throws IOException {
        Map<String, CodecLevel> codecs = new HashMap<>();
        for (ColumnAdvice column : advice.columns()) {
            codecs.put(column.path(), column.choice().codec());
        }
        TimedFactory timed = new TimedFactory();
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(timed)
                .build();
        long writeNanos = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(converted), options)) {
            for (PageReadStore group = reader.readNextRowGroup(); group != null; group = reader.readNextRowGroup()) {
                for (ColumnDescriptor column :
                        reader.getFileMetaData().getSchema().getColumns()) {
                    CodecLevel codec = codecs.get(String.join(".", column.getPath()));
                    writeNanos += compress(pages(group.getPageReader(column)), codec);
                }
            }
        }
        return new Times(writeNanos / 1e9, timed.nanos / 1e9);
    }

    private static List<BytesInput> pages(PageReader reader) throws IOException {
        List<BytesInput> pages = new ArrayList<>();
        DictionaryPage dictionary = reader.readDictionaryPage();
        if (dictionary != null) {
            pages.add(dictionary.getBytes());
        }
        for (DataPage page = reader.readPage(); page != null; page = reader.readPage()) {
            if (page instanceof DataPageV1 v1) {
                pages.add(v1.getBytes());
            } else if (page instanceof DataPageV2 v2) {
                pages.add(v2.getData());
            }
        }
        return pages;
    }

    private static long compress(List<BytesInput> pages, CodecLevel codec) throws IOException {
        FastCodecFactory factory = new FastCodecFactory();
        BytesInputCompressor compressor = codec.level().isPresent()
                ? factory.getCompressor(codec.codec(), codec.level().getAsInt())
                : factory.getCompressor(codec.codec());
        long start = THREADS.getCurrentThreadCpuTime();
        for (BytesInput page : pages) {
            compressor.compress(page);
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    /** Our factory, whose decompressors add up the processor's time that they take. For one thread. */
    private static final class TimedFactory implements CompressionCodecFactory {

        private final FastCodecFactory factory = new FastCodecFactory();
        private long nanos;

        @Override
        public BytesInputCompressor getCompressor(CompressionCodecName codec) {
            return factory.getCompressor(codec);
        }

        @Override
        public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
            return new TimedDecompressor(factory.getDecompressor(codec));
        }

        @Override
        public void release() {
            factory.release();
        }

        private final class TimedDecompressor implements BytesInputDecompressor {

            private final BytesInputDecompressor decompressor;

            private TimedDecompressor(BytesInputDecompressor decompressor) {
                this.decompressor = decompressor;
            }

            @Override
            public BytesInput decompress(BytesInput bytes, int size) throws IOException {
                long start = THREADS.getCurrentThreadCpuTime();
                BytesInput decompressed = decompressor.decompress(bytes, size);
                nanos += THREADS.getCurrentThreadCpuTime() - start;
                return decompressed;
            }

            @Override
            public void decompress(
                    ByteBuffer input, int compressedSize, ByteBuffer output, int size)
                    throws IOException {
                long start = THREADS.getCurrentThreadCpuTime();
                decompressor.decompress(input, compressedSize, output, size);
                nanos += THREADS.getCurrentThreadCpuTime() - start;
            }

            @Override
            public void release() {
                decompressor.release();
            }
        }
    }
}
