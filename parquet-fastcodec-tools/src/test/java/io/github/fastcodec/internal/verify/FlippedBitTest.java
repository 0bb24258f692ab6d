// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flips one bit of a footer, a page header, an index or the header of a bloom filter: whatever parquet-java then refuses is a
 * finding, and nothing hangs. {@code -Dflipped.step=1} flips each bit; by default a sample is flipped, the same in every run. The
 * flipped bits are recorded for {@code src/test/interop/run}, which tries pyarrow and DuckDB.
 */
@Tag("slow")
class FlippedBitTest {

    private static final int STEP = Integer.getInteger("flipped.step", 150);
    private static final Pattern NAMES = Pattern.compile(System.getProperty("flipped.files", ""));
    private static final long SEED = Long.getLong("flipped.seed", 20_261_124);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** The directories of the files, by the first part of their names. */
    private static final Map<String, Path> RESOURCES = Map.of(
            "layouts", Path.of("src/test/resources"), "interop", Path.of("../parquet-fastcodec/src/test/resources"));

    private static final Path FLIPS = Path.of("target/interop/flips.tsv");

    /**
     * Files with V1 and V2 pages; plain values, dictionaries and deltas; nested columns; one row group, several, none; with and
     * without indexes, bloom filters, checksums and an Arrow schema.
     */
    private static final List<String> FILES = List.of(
            "layouts/pyarrow-v2-snappy-stored",
            "layouts/pyarrow-v1-zstd-no-rows",
            "layouts/pyarrow-v1-gzip-no-groups",
            "layouts/pyarrow-v1-zstd-empty-group",
            "layouts/pyarrow-v2-gzip-index-checksums",
            "layouts/pyarrow-v1-snappy-bloom",
            "layouts/parquet-java-1.18.1-v1-zstd-deep",
            "layouts/parquet-java-1.18.1-v1-snappy-no-rows",
            "layouts/parquet-java-1.18.1-v2-gzip",
            "layouts/parquet-java-1.10.1-v1-snappy",
            "layouts/spark-4.2.0-v1-gzip-variant",
            "interop/duckdb-zstd-v2-dict-groups",
            "interop/duckdb-zstd-v1-plain-large",
            "interop/polars-zstd-v1-auto-large");

    /** Bits with which parquet-java, pyarrow or DuckDB refused these files, although verify found nothing. */
    private static final Map<String, List<Long>> ONCE_MISSED = Map.ofEntries(
            Map.entry(
                    "layouts/parquet-java-1.18.1-v1-snappy-no-rows",
                    List.of(1248L, 1264L, 1460L, 1969L, 1970L, 2320L, 2321L)),
            Map.entry("layouts/pyarrow-v1-zstd-no-rows", List.of(2708L)),
            Map.entry("layouts/pyarrow-v1-zstd-empty-group", List.of(46_292L)),
            Map.entry("layouts/pyarrow-v2-gzip-index-checksums", List.of(175_684L, 185_312L, 185_313L)),
            Map.entry("layouts/pyarrow-v1-gzip-no-groups", List.of(1034L, 1052L, 1568L, 1569L)),
            Map.entry("layouts/parquet-java-1.10.1-v1-snappy", List.of(4091L, 119_697L, 119_699L, 119_993L, 126_058L)),
            Map.entry("layouts/parquet-java-1.18.1-v2-gzip", List.of(108_247L)),
            Map.entry("layouts/parquet-java-1.18.1-v1-zstd-deep", List.of(18_748L, 18_977L, 18_978L, 18_996L, 20_314L)),
            Map.entry("layouts/spark-4.2.0-v1-gzip-variant", List.of(14_261L, 14_262L, 14_263L)),
            Map.entry("interop/polars-zstd-v1-auto-large", List.of(23_689L)));

    @TempDir
    Path directory;

    private Writer lines;
    private int flips;
    private final List<String> missed = new ArrayList<>();

    // Would catch: a field that readers require but verify does not, an unknown enum value, an endless wait.
    @Test
    void hostileFiles_findsWhatParquetJavaRejects() throws IOException {
        Files.createDirectories(FLIPS.getParent());
        try (Writer writer = Files.newBufferedWriter(FLIPS)) {
            lines = writer;
            flipFiles(new Random(SEED));
        }
        assertEquals(List.of(), missed, "seed " + SEED);
        assertTrue(flips > FILES.size(), flips + " bits were flipped");
    }

    private void flipFiles(Random random) throws IOException {
        for (String name : FILES) {
            if (!NAMES.matcher(name).find()) {
                continue;
            }
            FlippedFile file = new FlippedFile(RESOURCES.get(name.split("/")[0]).resolve(name + ".parquet"));
            List<Finding> found = new ArrayList<>(verify(file.path()).findings());
            found.removeIf(finding -> finding.kind() == FindingKind.WIDE_DELTAS && name.contains("duckdb"));
            assertEquals(List.of(), found, name);
            List<Object> rows = assertDoesNotThrow(() -> FlippedFile.read(file.path()), name);
            for (long place : ONCE_MISSED.getOrDefault(name, List.of())) {
                if (flip(file, rows, place)) {
                    missed.add(name + ", bit " + place + ": it was missed once before");
                }
            }
            for (int bit = random.nextInt(STEP); bit < file.bits(); bit += 1 + random.nextInt(2 * STEP - 1)) {
                flip(file, rows, file.place(bit));
            }
        }
    }

    /** Flips a bit, and returns whether there are no findings. */
    private boolean flip(FlippedFile file, List<Object> rows, long place) throws IOException {
        Path flipped = Files.write(directory.resolve("flipped.parquet"), file.flipped(place));
        String what = file.name() + ", bit " + place + " in a " + file.region(place);
        VerifyResult result = assertTimeoutPreemptively(LIMIT, () -> verify(flipped), what);
        String outcome;
        try {
            outcome = FlippedFile.read(flipped).equals(rows) ? "same" : "other";
        } catch (Exception | OutOfMemoryError e) {
            outcome = "refused";
            if (result.isSound()) {
                missed.add(what + ": parquet-java says " + e);
            }
        }
        flips++;
        lines.write(String.join(
                        "\t",
                        file.path().toAbsolutePath().toString(),
                        String.valueOf(place),
                        file.region(place),
                        outcome,
                        result.findings().stream()
                                .filter(finding -> finding.kind().severity() == Severity.DAMAGE
                                        || finding.kind() == FindingKind.WIDE_DELTAS
                                        || finding.kind() == FindingKind.LEVEL_ENCODING)
                                .map(finding -> finding.message().replaceAll("\\s", " "))
                                .collect(Collectors.joining("\t")))
                + "\n");
        return result.isSound();
    }

    private static VerifyResult verify(Path file) {
        return Verifier.of(VerifyOptions.defaults().withThreads(1).withValues(true))
                .verify(file);
    }
}
