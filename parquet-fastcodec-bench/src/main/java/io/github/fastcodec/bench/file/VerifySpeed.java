// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.tools.Checked;
import io.github.fastcodec.bench.tools.CpuClock;
import io.github.fastcodec.bench.tools.Jvm;
import io.github.fastcodec.bench.tools.Rounds;
import io.github.fastcodec.bench.tools.Tool;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** CPU time of verifying a file, beside that of decompressing its pages and doing nothing else. */
@Command(
        name = "verify-speed",
        header = "What verifying a file costs, beside decompressing its pages.",
        description = {
            "Writes lineitem files of 600,572 rows, verifies them in turns with 1 and 2 threads, with and without values, and"
                    + " prints a table: the median of the CPU time of the process, all its threads, and the bytes of the file for"
                    + " each second of it.",
            "",
            "The bare calls decompress the pages of the file, which are in memory, and do nothing else. A turn does all this "
                    + VerifySpeed.PASSES + " times. The first two rounds do not count. Needs 64-bit Linux."
        },
        footer = "  java -jar benchmarks.jar verify-speed --rounds=5")
@Jvm.Options("-Xmx1g")
public final class VerifySpeed extends Tool {

    private static final List<CompressionCodecName> CODECS =
            List.of(CompressionCodecName.ZSTD, CompressionCodecName.SNAPPY, CompressionCodecName.GZIP);

    private static final int ROWS = 600_572;
    private static final int WARMUPS = 2;

    /** A file takes some hundredths of a second, and a collection of garbage falls into one pass and not into the next. */
    static final int PASSES = 4;

    @Option(
            names = "--rounds",
            converter = Checked.Positive.class,
            defaultValue = "5",
            paramLabel = "N",
            description = "How many rounds count, for each codec.")
    private int rounds;

    @FunctionalInterface
    private interface Pass {
        void run() throws IOException;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path file = Files.createTempFile("verify-speed", ".parquet");
        try {
            for (CompressionCodecName codec : CODECS) {
                Files.delete(file); // parquet-java does not write over a file
                RecompressSubject.writeLineitem(file, codec, ROWS);
                try (BlockDecompressor decompressor =
                        Engines.forDecompression(codec).newDecompressor()) {
                    Map<String, List<Double>> seconds = Rounds.run(turns(passes(file, decompressor)), WARMUPS, rounds);
                    if (codec == CODECS.get(0)) {
                        System.out.println("| file | " + String.join(" | ", seconds.keySet()) + " |");
                        System.out.println("| --- |" + " ---: |".repeat(seconds.size()));
                    }
                    System.out.println(row(codec, Files.size(file) / 1e6, seconds));
                }
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return 0;
    }

    private static Map<String, Pass> passes(Path file, BlockDecompressor decompressor) throws IOException {
        List<FilePages.Page> pages = FilePages.read(file);
        byte[] plain = FilePages.largest(pages);
        Map<String, Pass> passes = new LinkedHashMap<>();
        passes.put("bare calls", () -> {
            for (FilePages.Page page : pages) {
                byte[] bytes = page.bytes();
                decompressor.decompress(bytes, 0, bytes.length, plain, 0, page.uncompressedSize());
            }
        });
        Verifier verifier = Verifier.defaults();
        passes.put("`verify`, 1 thread", () -> verify(verifier.withThreads(1), file));
        passes.put("2 threads", () -> verify(verifier.withThreads(2), file));
        passes.put("`--values`, 1 thread", () -> verify(verifier.withValues().withThreads(1), file));
        passes.put("`--values`, 2 threads", () -> verify(verifier.withValues().withThreads(2), file));
        return passes;
    }

    private static void verify(Verifier verifier, Path file) {
        VerifyResult result = verifier.verify(file);
        if (!result.isSound() || result.checkedPages() == 0) {
            throw new IllegalStateException("the file is good, but: " + result);
        }
    }

    /** Returns turns that measure the seconds of CPU time of a pass. */
    private static Map<String, Rounds.Turn<Double>> turns(Map<String, Pass> passes) throws IOException {
        CpuClock clock = CpuClock.of(ProcessHandle.current().pid());
        Map<String, Rounds.Turn<Double>> turns = new LinkedHashMap<>();
        passes.forEach((name, pass) -> turns.put(name, () -> {
            long start = clock.nanos();
            for (int i = 0; i < PASSES; i++) {
                pass.run();
            }
            return (clock.nanos() - start) / 1e9 / PASSES;
        }));
        return turns;
    }

    private static String row(CompressionCodecName codec, double megabytes, Map<String, List<Double>> seconds) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %s, %.1f MB |", codec, megabytes));
        for (List<Double> turns : seconds.values()) {
            double median = StatUtils.percentile(
                    turns.stream().mapToDouble(Double::doubleValue).toArray(), 50);
            row.append(String.format(Locale.ROOT, " %.3f s (%,.0f MB/s) |", median, megabytes / median));
        }
        return row.toString();
    }
}
