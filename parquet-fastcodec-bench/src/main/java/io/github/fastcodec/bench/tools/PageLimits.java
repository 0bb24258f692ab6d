// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.page.CodecLevel;
import io.github.fastcodec.bench.page.TpchPages.Shape;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What there is to gain for a page at most: the bare library beside parquet-java and this project. */
@Command(
        name = "page-limits",
        header = "Compression of pages beside the bare library, which is the limit.",
        description =
                "Compresses real pages by parquet-java, by this project and by the engine alone, which stores no page, in turns,"
                        + " and prints CPU times.",
        footer = "  java -jar benchmarks.jar page-limits --codecs=SNAPPY,GZIP:6 --sizes=64")
@Jvm.Options("-Xmx3g")
public final class PageLimits extends Tool {

    private static final String[] HEADERS = {
        "codec", "page", "parquet-java", "fastcodec", "size", "library", "size", "fastcodec / library"
    };

    /** So often all is measured and forgotten first: parquet-java's LZ4 is Java, and so is our look at a page. */
    private static final int WARM_UPS = 8;

    /** The shapes that shrink by their own: the others are packed already. */
    private static final Set<Shape> UNPACKED =
            EnumSet.of(Shape.PLAIN_TEXT, Shape.PLAIN_INT64, Shape.PLAIN_DOUBLE, Shape.DICTIONARY_IDS);

    @Option(
            names = "--codecs",
            split = ",",
            paramLabel = "CODEC",
            description = "As SNAPPY or ZSTD:9; ${DEFAULT-VALUE} if not given.")
    private String[] codecs = {"SNAPPY", "LZ4_RAW", "ZSTD:1", "ZSTD:3", "GZIP:6"};

    @Option(names = "--sizes", split = ",", paramLabel = "KIB", description = "In KiB; ${DEFAULT-VALUE} if not given.")
    private int[] sizes = {8, 64, 1024};

    /** A page of one shape and size. */
    private record Page(Shape shape, int kib, byte[] bytes) {}

    @Override
    public Integer call() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (int kib : sizes) {
            for (Shape shape : Shape.values()) {
                pages.add(new Page(shape, kib, shape.page(kib << 10)));
            }
        }
        List<String[]> rows = new ArrayList<>();
        for (String codec : codecs) {
            rows.addAll(rows(codec, pages));
        }
        System.out.println(AsciiTable.getTable(HEADERS, rows.toArray(new String[0][])));
        System.out.println(
                "parquet-java: MB/s; fastcodec, library: times as fast; size: how much larger than parquet-java's. In the rows of"
                        + " several pages: geometric\nmeans of speeds, means of sizes. library: the engine's own calls;"
                        + " it stores none.");
        return 0;
    }

    private static List<String[]> rows(String parameter, List<Page> pages) throws IOException {
        CodecLevel codec = CodecLevel.parse(parameter);
        List<byte[]> bytes = pages.stream().map(Page::bytes).toList();
        BytesInputCompressor theirs = codec.compressor(Implementation.PARQUET_JAVA.newFactory());
        BytesInputCompressor ours = codec.compressor(Implementation.FASTCODEC.newFactory());
        int level = codec.level() == null ? 0 : codec.level();
        BlockCompressor engine = Engines.forCompression(codec.codec())
                .newCompressor(CompressionSettings.ofLevel(level).withStoreIncompressible(false));
        byte[] target = new byte
                [(int) engine.maxCompressedLength(
                        bytes.stream().mapToInt(page -> page.length).max().orElseThrow())];
        List<PageTurns> turns = List.of();
        try {
            for (int time = 0; time <= WARM_UPS; time++) {
                turns = PageTurns.of(
                        bytes,
                        page -> theirs.compress(BytesInput.from(page)).size(),
                        page -> ours.compress(BytesInput.from(page)).size(),
                        page -> engine.compress(page, 0, page.length, target, 0, target.length));
            }
        } finally {
            theirs.release();
            ours.release();
            engine.close();
        }
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            Page page = pages.get(i);
            int index = i;
            rows.add(row(parameter, page.shape() + " " + page.kib() + " KiB", bytes, turns, j -> j == index));
        }
        for (int kib : pages.stream().mapToInt(Page::kib).distinct().toArray()) {
            rows.add(row(
                    parameter,
                    "all of " + kib + " KiB",
                    bytes,
                    turns,
                    i -> pages.get(i).kib() == kib));
        }
        rows.add(row(
                parameter,
                "text, int64, double, ids",
                bytes,
                turns,
                i -> UNPACKED.contains(pages.get(i).shape())));
        rows.add(row(parameter, "all", bytes, turns, i -> true));
        return rows;
    }

    private static String[] row(
            String codec, String name, List<byte[]> pages, List<PageTurns> turns, IntPredicate counts) {
        int[] which = IntStream.range(0, pages.size()).filter(counts).toArray();
        double[] logs = new double[4];
        double[] growth = new double[3];
        for (int i : which) {
            double reference = turns.get(0).nanos(i);
            logs[0] += Math.log(pages.get(i).length * 1e3 / reference);
            logs[1] += Math.log(reference / turns.get(1).nanos(i));
            logs[2] += Math.log(reference / turns.get(2).nanos(i));
            logs[3] += Math.log(turns.get(2).nanos(i) / turns.get(1).nanos(i));
            for (int way = 1; way < growth.length; way++) {
                growth[way] += 100.0 * turns.get(way).size(i) / turns.get(0).size(i) - 100;
            }
        }
        return new String[] {
            codec,
            name,
            format("%.0f MB/s", Math.exp(logs[0] / which.length)),
            format("%.2fx", Math.exp(logs[1] / which.length)),
            format("%+.1f %%", growth[1] / which.length),
            format("%.2fx", Math.exp(logs[2] / which.length)),
            format("%+.1f %%", growth[2] / which.length),
            format("%.2f", Math.exp(logs[3] / which.length))
        };
    }

    private static String format(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
