// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.page.CodecLevel;
import io.github.fastcodec.bench.tools.Checked;
import io.github.fastcodec.bench.tools.Jvm;
import io.github.fastcodec.bench.tools.Rounds;
import io.github.fastcodec.bench.tools.Tool;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.store.StoringCompressor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What of a file's time is the engine's, this project's checks, and the bridge's into parquet-java's own factory. */
@Command(
        name = "bridge-shares",
        header = "What the way from parquet-java's factory to an engine costs, in percent of a file's time.",
        description = {
            "Writes and reads a file of lineitem in memory through parquet-java's own factory with this project's codecs in"
                    + " it, as Spark does. Then compresses and decompresses the pages of that file alone: through the same"
                    + " factory, through this project's, and by bare calls of the engine. Prints the CPU time of the file and"
                    + " whose it is; medians over rounds in which all take turns.",
            "",
            "The first ten rounds do not count."
        },
        footer = "  java -jar benchmarks.jar bridge-shares --rounds=15")
@Jvm.Options({"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
public final class BridgeShares extends Tool {

    private static final List<String> CODECS = List.of("SNAPPY", "LZ4_RAW", "ZSTD:3");
    private static final int WARMUPS = 10;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Option(
            names = "--rows",
            converter = Checked.Positive.class,
            defaultValue = "100000",
            paramLabel = "N",
            description = "How many rows the file has.")
    private int rows;

    @Option(
            names = "--rounds",
            converter = Checked.Positive.class,
            defaultValue = "15",
            paramLabel = "N",
            description = "How many rounds count, for each codec.")
    private int rounds;

    /** A page, and the same compressed. */
    private record Page(byte[] plain, byte[] compressed) {}

    /** What is done with a page; returns what nobody may leave out. */
    private interface PageCall {
        Object run(Page page) throws IOException;
    }

    /** What is timed. */
    private interface Work {
        void run() throws IOException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        System.out.println("| codec | | file, CPU ms | engine | checks, pool and counters | bridge | parquet-java |");
        System.out.println("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
        List<Object[]> table = Table.LINEITEM.rows(rows);
        for (String name : CODECS) {
            CodecLevel codec = CodecLevel.parse(name);
            FileSubject.Format format =
                    new FileSubject.Format(Implementation.FASTCODEC_HADOOP, Table.LINEITEM, codec, "V1", true);
            MemoryFile file = new MemoryFile(16 << 20);
            List<Page> pages = pages(table, codec, file);
            try (BlockCompressor compressor = engine(codec);
                    BlockDecompressor decompressor =
                            Engines.forDecompression(codec.codec()).newDecompressor()) {
                Map<String, Rounds.Turn<Double>> ways = new LinkedHashMap<>();
                ways.put("write", timed(() -> format.write(table, new MemoryFile(16 << 20))));
                ways.put("read", timed(() -> format.read(file)));
                for (Implementation way : List.of(Implementation.FASTCODEC_HADOOP, Implementation.FASTCODEC)) {
                    CompressionCodecFactory factory = way.newFactory();
                    BytesInputCompressor pageCompressor = codec.compressor(factory);
                    BytesInputDecompressor pageDecompressor = factory.getDecompressor(codec.codec());
                    ways.put("write " + way, timed(pages, page -> pageCompressor.compress(slabs(page.plain))));
                    ways.put(
                            "read " + way,
                            timed(
                                    pages,
                                    page -> pageDecompressor
                                            .decompress(BytesInput.from(page.compressed), page.plain.length)
                                            .toInputStream()));
                }
                byte[] target = new byte
                        [pages.stream()
                                .mapToInt(page -> (int) compressor.maxCompressedLength(page.plain.length))
                                .max()
                                .orElse(0)];
                byte[] gathered = new byte[target.length];
                ways.put("write engine", timed(pages, page -> {
                    int length = page.plain.length;
                    System.arraycopy(page.plain, 0, gathered, 0, length);
                    return compressor.compress(gathered, 0, length, target, 0, target.length);
                }));
                ways.put("read engine", timed(pages, page -> {
                    byte[] plain = new byte[page.plain.length];
                    decompressor.decompress(page.compressed, 0, page.compressed.length, plain, 0, plain.length);
                    return plain;
                }));
                Map<String, List<Double>> measured = Rounds.run(ways, WARMUPS, rounds);
                System.out.println(row(codec, "write", measured));
                System.out.println(row(codec, "read", measured));
            }
        }
        return 0;
    }

    /** Returns the engine as this project calls it: pages that hardly shrink are stored. */
    private static BlockCompressor engine(CodecLevel codec) {
        CompressionSettings settings = CompressionSettings.ofLevel(codec.level() == null ? 0 : codec.level());
        return StoringCompressor.around(
                codec.codec(), Engines.forCompression(codec.codec()).newCompressor(settings), settings);
    }

    /** Writes the file, and returns its pages. */
    private static List<Page> pages(List<Object[]> table, CodecLevel codec, MemoryFile file) throws IOException {
        CompressionCodecFactory factory = Implementation.FASTCODEC_HADOOP.newFactory();
        BytesInputCompressor compressor = codec.compressor(factory);
        List<Page> pages = new ArrayList<>();
        CompressionCodecFactory recording = new CompressionCodecFactory() {
            @Override
            public BytesInputCompressor getCompressor(CompressionCodecName asked) {
                return new BytesInputCompressor() {
                    @Override
                    public BytesInput compress(BytesInput bytes) throws IOException {
                        byte[] plain = bytes.toInputStream().readAllBytes();
                        byte[] compressed = compressor
                                .compress(BytesInput.from(plain))
                                .toInputStream()
                                .readAllBytes();
                        pages.add(new Page(plain, compressed));
                        return BytesInput.from(compressed);
                    }

                    @Override
                    public CompressionCodecName getCodecName() {
                        return asked;
                    }

                    @Override
                    public void release() {}
                };
            }

            @Override
            public BytesInputDecompressor getDecompressor(CompressionCodecName asked) {
                return factory.getDecompressor(asked);
            }

            @Override
            public void release() {}
        };
        try (ParquetWriter<Object[]> writer = RowWriter.builder(file, Table.LINEITEM.schema())
                .withCompressionCodec(codec.codec())
                .withCodecFactory(recording)
                .build()) {
            for (Object[] row : table) {
                writer.write(row);
            }
        }
        return pages;
    }

    /** Returns a page as a writer has it: levels and values are slabs of their own. */
    private static BytesInput slabs(byte[] page) {
        int split = page.length / 64;
        return BytesInput.concat(BytesInput.from(page, 0, split), BytesInput.from(page, split, page.length - split));
    }

    private Rounds.Turn<Double> timed(List<Page> pages, PageCall call) {
        return timed(() -> {
            for (Page page : pages) {
                kept = call.run(page);
            }
        });
    }

    /** Read by nobody, so that the compiler cannot leave the work out. */
    @SuppressWarnings("unused")
    private volatile Object kept;

    private static Rounds.Turn<Double> timed(Work work) {
        return () -> {
            long start = THREADS.getCurrentThreadCpuTime();
            work.run();
            return (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
        };
    }

    private static String row(CodecLevel codec, String operation, Map<String, List<Double>> measured) {
        double file = median(measured, operation);
        double bridge = median(measured, operation + " " + Implementation.FASTCODEC_HADOOP);
        double factory = median(measured, operation + " " + Implementation.FASTCODEC);
        double engine = median(measured, operation + " engine");
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.1f %% | %.1f %% | %.1f %% | %.1f %% |",
                codec.codec(),
                operation,
                file,
                100 * engine / file,
                100 * (factory - engine) / file,
                100 * (bridge - factory) / file,
                100 * (file - bridge) / file);
    }

    private static double median(Map<String, List<Double>> measured, String way) {
        return StatUtils.percentile(
                measured.get(way).stream().mapToDouble(Double::doubleValue).toArray(), 50);
    }
}
