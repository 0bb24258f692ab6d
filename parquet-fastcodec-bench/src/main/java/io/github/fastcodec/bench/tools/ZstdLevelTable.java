// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.ColumnPages;
import io.github.fastcodec.bench.file.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a level of ZSTD gives for the pages of all columns, against parquet-java, and what it would give if libzstd chose its
 * parameters by the length of the page.
 */
@Command(
        name = "zstd-levels",
        header = "Speed and size of ZSTD pages by level, against parquet-java.",
        description =
                "Compresses a page of every column of TPC-H lineitem, of a wide nested table, of a table of flights and of one of"
                        + " sensors, by each way in turns, and prints CPU times.",
        footer = "  java -jar benchmarks.jar zstd-levels --levels=3,4,5 --sizes=64,128,256")
@Jvm.Options("-Xmx3g")
public final class ZstdLevelTable extends Tool {

    private static final String[] HEADERS = {
        "level", "page", "parquet-java", "fastcodec", "least", "size", "largest", "library", "least", "size", "largest"
    };

    /** The first one that looks at a page before: in Java, which has to be compiled. */
    private static final int WARM_UP_LEVEL = 3;

    /** A page that shrinks below this part of itself counts as one of that size: in a file nothing hangs on it. */
    private static final double LEAST_RATIO = 0.02;

    @Option(
            names = "--levels",
            split = ",",
            paramLabel = "LEVEL",
            description = "1 to 22; ${DEFAULT-VALUE} if not given.")
    private int[] levels = {1, 2, 3, 4, 5, 6, 7, 9, 12, 16, 19};

    @Option(names = "--sizes", split = ",", paramLabel = "KIB", description = "In KiB; ${DEFAULT-VALUE} if not given.")
    private int[] sizes = {8, 64};

    @Option(
            names = "--tables",
            split = ",",
            paramLabel = "TABLE",
            description = "Of ${COMPLETION-CANDIDATES}; all if not given.")
    private List<Table> tables = List.of(Table.values());

    @Override
    public Integer call() throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (int kib : sizes) {
            List<byte[]> pages = ColumnPages.of(tables, kib << 10);
            row(WARM_UP_LEVEL, kib, pages);
            for (int level : levels) {
                rows.add(row(level, kib, pages));
            }
        }
        System.out.println(AsciiTable.getTable(HEADERS, rows.toArray(new String[0][])));
        System.out.println(
                "fastcodec, library: times as fast as parquet-java, geometric mean over pages; least: the page that gained"
                        + " least;\nsize, largest: by how much larger than parquet-java's, the mean over pages and the page that"
                        + " grew most.\nlibrary: the bare call, whose parameters the library chooses by the length of the page.");
        return 0;
    }

    private static String[] row(int level, int kib, List<byte[]> pages) throws IOException {
        BytesInputCompressor theirs = compressor(Implementation.PARQUET_JAVA, level);
        BytesInputCompressor ours = compressor(Implementation.FASTCODEC, level);
        byte[] target = new byte[(int) Zstd.compressBound(2L * kib << 10)];
        List<PageTurns> outcomes;
        try (ZstdCompressCtx context = new ZstdCompressCtx().setLevel(level)) {
            outcomes = PageTurns.of(
                    pages,
                    page -> theirs.compress(BytesInput.from(page)).size(),
                    page -> ours.compress(BytesInput.from(page)).size(),
                    page -> context.compressByteArray(target, 0, target.length, page, 0, page.length));
        } finally {
            theirs.release();
            ours.release();
        }
        PageTurns reference = outcomes.get(0);
        List<String> row = new ArrayList<>(List.of(
                Integer.toString(level),
                kib + " KiB",
                format("%.1f MB/s", geometricMean(pages.size(), i -> pages.get(i).length * 1e3 / reference.nanos(i)))));
        for (PageTurns outcome : outcomes.subList(1, outcomes.size())) {
            IntToDoubleFunction speedUp = i -> reference.nanos(i) / outcome.nanos(i);
            double[] growth = growth(outcome, reference, pages);
            row.add(format("%.2fx", geometricMean(pages.size(), speedUp)));
            row.add(format(
                    "%.2fx",
                    IntStream.range(0, pages.size()).mapToDouble(speedUp).min().orElseThrow()));
            row.add(format("%+.1f %%", Arrays.stream(growth).average().orElseThrow()));
            row.add(format("%+.1f %%", Arrays.stream(growth).max().orElseThrow()));
        }
        return row.toArray(new String[0]);
    }

    private static BytesInputCompressor compressor(Implementation implementation, int level) {
        return implementation.newFactory().getCompressor(CompressionCodecName.ZSTD, level);
    }

    private static double geometricMean(int count, IntToDoubleFunction value) {
        return Math.exp(IntStream.range(0, count)
                .mapToDouble(i -> Math.log(value.applyAsDouble(i)))
                .average()
                .orElseThrow());
    }

    /** By how much each page is larger than the reference, in percent. */
    private static double[] growth(PageTurns outcome, PageTurns reference, List<byte[]> pages) {
        return IntStream.range(0, pages.size())
                .mapToDouble(i -> 100
                        * (outcome.size(i) - reference.size(i))
                        / Math.max(reference.size(i), LEAST_RATIO * pages.get(i).length))
                .toArray();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
