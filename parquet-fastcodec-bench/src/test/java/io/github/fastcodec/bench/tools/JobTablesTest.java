// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.bench.report.BarChart;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobTablesTest {

    // Would catch: the figures of the key or of the null test in the chart, and a bar for a cell without a figure.
    @Test
    void theChartHasWritingAndScanningByThePluginTheLargestGainFirst() throws IOException {
        BarChart chart = JobTables.chart("""
                | codec | write by plugin | write by key | null test | scan by plugin | scan by key | null test |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: |
                | SNAPPY | 1.05x (1.01-1.08) | 9.00x (9-9) | 1.03x (1.00-1.05) | too busy | too busy | 1.09x (0.97-1.11) |
                | ZSTD level 12 | 3.79x (3.58-4.03) | 9.00x (9-9) | 1.00x (0.93-1.05) | 1.06x (1.05-1.16) | 9.00x (9-9) | 1.00x (1-1) |
                | SNAPPY of text | 1.21x (1.11-1.28) | 9.00x (9-9) | 1.03x (1.00-1.05) | 1.30x (1.28-1.32) | 9.00x (9-9) | 1.00x (1-1) |

                Spark.
                """);
        assertEquals(
                List.of(
                        new BarChart.Group("ZSTD level 12", List.of(3.79, 1.06, Double.NaN, Double.NaN)),
                        new BarChart.Group("SNAPPY", List.of(1.05, Double.NaN, 1.21, 1.30))),
                chart.groups());
    }

    @Test
    void aTableOfOtherJobsIsRefused() {
        IOException refusal = assertThrows(IOException.class, () -> JobTables.chart("""
                | codec | sink of Avro records | null test |
                | --- | ---: | ---: |
                """));
        assertEquals(
                "The table of Spark's jobs must have the columns \"write by plugin\" and \"scan by plugin\", got"
                        + " [codec, sink of Avro records, null test]",
                refusal.getMessage());
    }
}
