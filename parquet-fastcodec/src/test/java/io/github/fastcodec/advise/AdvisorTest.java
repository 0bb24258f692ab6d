// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.recompress.RecompressPlan;
import io.github.fastcodec.recompress.RecompressResult;
import io.github.fastcodec.recompress.Recompressor;
import io.github.fastcodec.support.GroupFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an advisor makes of files of many kinds. Sizes are asserted, times never are. */
class AdvisorTest {

    private static final List<CodecLevel> SOME = CodecLevel.parse("uncompressed,snappy,lz4_raw,zstd:1,zstd:3,zstd:9,gzip:6");

    @TempDir
    Path directory;

    static Stream<Arguments> tablesAndGoals() {
        return Stream.of(Tables.values()).flatMap(table -> Stream.of(Goal.values()).map(goal -> Arguments.of(table, goal)));
    }

    private static Advisor advisor(Goal goal) {
        return Advisor.of(goal).withCandidates(SOME);
    }

    private Path converted(Path source, RecompressPlan plan) throws IOException {
        Path target = directory.resolve("converted-" + source.getFileName());
        Recompressor.of(plan).recompress(source, target);
        return target;
    }

    private static long pageBytes(Path file) throws IOException {
        return GroupFiles.footer(file).getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .mapToLong(chunk -> chunk.getTotalSize())
                .sum();
    }

    // Would catch: a goal that is not followed, a plan that says something else than the advice, a size that is estimated
    // wrongly: all pages are in the sample, so that only the length of headers is open.
    @ParameterizedTest
    @MethodSource("tablesAndGoals")
    void aPlanIsNeverWorseThanWhatStandsAndGivesThePromisedSize(Tables table, Goal goal) throws IOException {
        CompressionCodecName codec =
                table.ordinal() % 2 == 0 ? CompressionCodecName.SNAPPY : CompressionCodecName.ZSTD;
        Path source = table.write(directory.resolve(table + ".parquet"), codec);
        Advice advice = advisor(goal).advise(List.of(source.toString()));
        Path target = converted(source, RecompressPlan.fromJson(advice.plan().toJson()));

        assertEquals(pageBytes(source), advice.table().now().bytes(), advice.toJson());
        double promised = advice.table().choice().bytes();
        assertEquals(promised, pageBytes(target), promised * 0.01, advice::toJson);
        if (goal.keepsSmaller()) {
            assertTrue(pageBytes(target) <= pageBytes(source), advice::toJson);
        }
        double before = goal.cost(advice.table().now(), 100e6);
        double after = goal.cost(advice.table().choice(), 100e6);
        assertTrue(after <= before, () -> before + " to " + after + " in " + advice.toJson());
    }
}
