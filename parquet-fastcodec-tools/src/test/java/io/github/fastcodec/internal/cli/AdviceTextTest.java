// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The text of given measurements. */
class AdviceTextTest {

    private static final CodecLevel SNAPPY = new CodecLevel(CompressionCodecName.SNAPPY);
    private static final CodecLevel ZSTD = CodecLevel.listOf("zstd:3").get(0);

    private static Measurement measured(CodecLevel codec, double bytes, double readSeconds) {
        return new Measurement(codec, 1e6, bytes, 1, readSeconds, true);
    }

    private static ColumnAdvice column(String path, boolean changes, double readNow, double read) {
        List<Measurement> all = List.of(measured(SNAPPY, 5e5, readNow), measured(ZSTD, 4e5, read));
        return new ColumnAdvice(path, 0.1, 1_000_000, "", false, all.get(changes ? 1 : 0), all);
    }

    private static String text(List<ColumnAdvice> columns, boolean all) {
        ColumnAdvice table = column("", true, 1, 1);
        Advice.Basis basis = new Advice.Basis(
                Goal.BALANCED, 1e8, 17, List.of("f"), 1, 1, 7, 7, 7, 7, 7, 7, Map.of(), Map.of(), Map.of());
        Advice advice = new Advice(
                basis,
                table.choice(),
                Plan.to(ZSTD),
                new Advice.PerTerabyte(1, 1, 1, 1, 1, 1),
                0,
                table,
                columns,
                Map.of(),
                Map.of(),
                List.of());
        return new AdviceText(advice, all).text().replaceAll("\\s+", " ");
    }

    // Would catch: a table in which a column becomes slower to read, without a reason.
    @Test
    void explainsColumnsWhoseChoiceReadsSlower() {
        List<ColumnAdvice> columns = new ArrayList<>();
        for (String path : "a b c d e f".split(" ")) {
            columns.add(column(path, true, 1, 1.2));
        }
        columns.add(column("same", true, 1, 1.1));
        columns.add(column("stays", false, 1, 0.8));
        String why =
                "Slower to read than now, because no codec of its own would lower the cost of the whole file by 1.0 %: ";
        String text = text(columns, false);
        assertTrue(text.contains(" " + why + "a, b, c, d, e and 1 more. "), text);
        assertTrue(
                text.contains(" Unchanged, although ZSTD 3 is faster to read, because it would be larger: stays. "),
                text);
        assertTrue(text(columns, true).contains(" " + why + "a, b, c, d, e, f. "), text);
        assertTrue(!text(columns.subList(6, 7), false).contains("lower to read"), text);
    }
}
