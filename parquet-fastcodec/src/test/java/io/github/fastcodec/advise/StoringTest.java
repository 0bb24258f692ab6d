// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.recompress.RecompressPlan;
import io.github.fastcodec.recompress.Recompressor;
import io.github.fastcodec.support.GroupFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an advice says of a limit for pages that hardly shrink. Sizes are asserted, times never are. */
class StoringTest {

    private static final double STORAGE = 100e6;

    private static final CodecLevel ZSTD = CodecLevel.of(CompressionCodecName.ZSTD, 3);

    @TempDir
    Path directory;

    /** Returns an advice that follows sizes alone: storage gives one byte a second. */
    private static Advice bySize(Goal goal, Path source, CodecLevel candidate) throws IOException {
        return Advisor.of(goal)
                .withCandidates(List.of(candidate))
                .withStorageSpeed(1)
                .advise(List.of(source.toString()));
    }

    private Path embeddings() {
        return Tables.EMBEDDINGS.write(directory.resolve("embeddings.parquet"), CompressionCodecName.SNAPPY);
    }

    private long pageBytes(Path source, FastCodecOptions options) throws IOException {
        Path target = Files.createTempDirectory(directory, "converted").resolve(source.getFileName());
        Recompressor.of(RecompressPlan.to(CompressionCodecName.ZSTD, 3))
                .withOptions(options)
                .recompress(source, target);
        return GroupFiles.footer(target).getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .mapToLong(ColumnChunkMetaData::getTotalSize)
                .sum();
    }

    // Would catch: a limit that is measured with the pages of another one or of another candidate.
    @Test
    void aTableIsAsLargeAsTheAdviceSaysWhenItIsWrittenWithTheLimit() throws IOException {
        Path source = embeddings();
        long without = pageBytes(source, FastCodecOptions.defaults());
        long with = pageBytes(source, FastCodecOptions.defaults().withStoreBelow(10));
        assertTrue(with > without * 1.05, "the pages of this test do not hardly shrink: " + without + ", " + with);

        Advice advice = bySize(Goal.SCAN, source, ZSTD);
        assertEquals(ZSTD, advice.fileChoice().codec(), advice::toJson);
        assertEquals(
                List.of(10), advice.storing().stream().map(Storing::percent).collect(Collectors.toList()));
        assertEquals(with, advice.storing().get(0).stored().bytes(), with * 0.002, advice::toJson);
        assertTrue(advice.storing().get(0).gain() < 0, advice::toJson);
    }

    // Would catch: machines of a cluster whose samples lose what they measured with the limits.
    @Test
    void filesThatAreMeasuredOneByOneSayTheSame() throws IOException {
        Path source = embeddings();
        Advisor advisor = Advisor.of(Goal.SCAN).withCandidates(List.of(ZSTD)).withStorageSpeed(1);
        FileSample sample = advisor.measure(source.toString(), Map.of());
        Advice advice = advisor.conclude(List.of("table"), 2, 2 * Files.size(source), List.of(sample, sample));
        double one = bySize(Goal.SCAN, source, ZSTD).storing().get(0).stored().bytes();
        assertEquals(2 * one, advice.storing().get(0).stored().bytes(), one * 0.001, advice::toJson);
    }

    // Would catch: time spent on limits for goals that they do nothing for.
    @Test
    void limitsAreMeasuredOnlyWhereScansAreAllThatCountsAndOnlyWhereTheyChangeAPage() throws IOException {
        Path source = embeddings();
        for (Goal goal : Goal.values()) {
            assertEquals(
                    goal == Goal.SCAN, !bySize(goal, source, ZSTD).storing().isEmpty(), goal.name());
        }
        Path logs = Tables.LOGS.write(directory.resolve("logs.parquet"), CompressionCodecName.SNAPPY);
        assertEquals(List.of(), bySize(Goal.SCAN, logs, ZSTD).storing());
    }

    private static Storing storing(int percent, double megabytes, double decompressSeconds) {
        return new Storing(percent, measured(800, 6), measured(megabytes, decompressSeconds), STORAGE);
    }

    private static Measurement measured(double megabytes, double decompressSeconds) {
        return new Measurement(ZSTD, 1e9, megabytes * 1e6, 20, decompressSeconds);
    }

    @Test
    void theBestLimitIsTheOneThatGainsMostAndTheLowerOneIfTwoGainAsMuch() {
        Storing none = storing(2, 801, 5.9); // 14 s to 13.91 s: 0.6 %
        Storing some = storing(5, 820, 4); // 12.2 s
        Storing same = storing(10, 821, 3.9); // 12.11 s
        Storing worse = storing(10, 999, 3.9);
        assertNull(Storing.best(List.of(none)));
        assertEquals(some, Storing.best(List.of(none, some, same)));
        assertEquals(some, Storing.best(List.of(none, some, worse)));
    }

    @Test
    void whatPaysIsSaidWithALineToCopyAndNothingElseIs() throws IOException {
        Advice measured = bySize(Goal.SCAN, embeddings(), ZSTD);
        assertFalse(measured.lines().containsKey("store.below"), measured::toJson);
        assertEquals(List.of(), measured.notes());

        Advice advice = new Advice(
                measured.basis(),
                measured.table(),
                measured.columns(),
                measured.fileChoice(),
                measured.perTerabyte(),
                measured.savedShare(),
                measured.scanTime(),
                measured.plan(),
                List.of(storing(2, 801, 5.9), storing(5, 820, 4)),
                List.of(),
                List.of());
        assertEquals(
                List.of(
                        "With parquet.fastcodec.store.below=5 files of ZSTD 3 in all columns are 2.5 % larger than without, and"
                                + " read 1.5 times as fast: 13 % less time to read and decompress."),
                advice.notes());
        assertEquals(
                "--conf spark.hadoop.parquet.fastcodec.store.below=5\n"
                        + "<property><name>parquet.fastcodec.store.below</name><value>5</value></property>\n"
                        + "java -Dparquet.fastcodec.store.below=5",
                advice.lines().get("store.below"));
        JsonNode json = new ObjectMapper().readTree(advice.toJson()).get("storing");
        assertEquals(2, json.size());
        assertEquals(5, json.get(1).get("percent").asInt());
        assertEquals(820_000_000, json.get(1).get("bytes").asLong());
        assertEquals(0.12857, json.get(1).get("gain").asDouble());
    }
}
