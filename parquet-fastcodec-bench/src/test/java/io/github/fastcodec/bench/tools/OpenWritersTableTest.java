// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.bench.report.BarChart;
import io.github.fastcodec.bench.tools.OpenWriters.Result;
import io.github.fastcodec.bench.tools.OpenWritersTable.Run;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

class OpenWritersTableTest {

    private static final List<Run> RUNS = List.of(
            new Run(CompressionCodecName.GZIP, 1, "parquet-java", new Result(2L << 20, 0, 0, 0, 9)),
            new Run(CompressionCodecName.GZIP, 1, "fastcodec", new Result(-5, 0, 0, 0, 8)),
            new Run(CompressionCodecName.GZIP, 500, "parquet-java", new Result(1000L << 20, 0, 0, 0, 9)),
            new Run(CompressionCodecName.GZIP, 500, "fastcodec", new Result(3L << 19, 0, 0, 0, 8)));

    // Would catch: a heap in bytes, sides that are swapped, a bar to the left of nothing.
    @Test
    void theChartHasTheHeapOfEachSideInMebibytesAndNoneBelowZero() {
        BarChart chart = OpenWritersTable.chart(RUNS);
        assertEquals(List.of("parquet-java", "fastcodec"), chart.series());
        assertEquals(
                List.of(
                        new BarChart.Group("GZIP, 1", List.of(2.0, 0.0)),
                        new BarChart.Group("GZIP, 500", List.of(1000.0, 1.5))),
                chart.groups());
    }

    @Test
    void theTableHasARowForEachCodecAndNumberOfWriters() {
        assertEquals("""
                | codec | writers | heap, MiB: parquet-java / fastcodec | page, µs: parquet-java / fastcodec |
                | --- | ---: | ---: | ---: |
                | GZIP | 1 | 2.0 / 0.0 | 9 / 8 |
                | GZIP | 500 | 1000.0 / 1.5 | 9 / 8 |
                """, OpenWritersTable.markdown(RUNS));
    }
}
