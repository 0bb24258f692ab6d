// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** How the pages of tasks add up and what they look like; that Spark brings them to the driver is shown by src/it/spark. */
class StagePagesTest {

    private static final StagePages ZSTD =
            StagePages.of(CompressionCodecName.ZSTD, true, 1024, 1_234_000_000L, 310_400_000L, 4_140_000_000L);
    private static final StagePages GZIP = StagePages.of(CompressionCodecName.GZIP, false, 1, 999, 9_960, 50_000_000L);

    @Test
    void aLineSaysWhatWasDoneToHowMuchInWhatTime() {
        assertEquals(
                "1,024 pages compressed to ZSTD, 1.2 GB to 310 MB, 4.1 s of 61 s task time", ZSTD.ofTaskTime(61_234));
        assertEquals(
                "1,024 pages compressed to ZSTD, 1.2 GB to 310 MB, 4.1 s; 1 page decompressed from GZIP, 999 B to 10 kB,"
                        + " 50 ms, together 4.2 s of 61 s task time",
                ZSTD.plus(GZIP).ofTaskTime(61_234));
    }

    @Test
    void theUiShowsTheSameWithoutTaskTime() {
        assertEquals("1 page decompressed from GZIP, 999 B to 10 kB, 50 ms", GZIP.toString());
    }

    /** Would catch: the pages of one stage that are shown for another which runs at the same time. */
    @Test
    void theValueIsThatOfTheStageWhoseTaskWasMergedLast() {
        StageAccumulator driver = new StageAccumulator();
        driver.merge(task(3, 0, ZSTD));
        driver.merge(task(4, 0, GZIP));
        assertEquals(GZIP.toString(), driver.value().toString());
        driver.merge(task(3, 0, ZSTD));
        assertEquals(ZSTD.plus(ZSTD).toString(), driver.value().toString());
        driver.merge(task(3, 1, ZSTD));
        assertEquals(ZSTD.toString(), driver.value().toString(), "another attempt");
        driver.merge(task(4, 0, GZIP));
        assertEquals("2 pages", driver.value().toString().substring(0, 7));
    }

    @Test
    void aCopyIsOneOfItsOwnAndAResetOneIsZero() {
        StageAccumulator task = task(3, 0, ZSTD);
        task.copy().add(GZIP);
        assertEquals(ZSTD.toString(), task.value().toString());
        assertTrue(task.copyAndReset().isZero());
        assertTrue(new StageAccumulator().isZero());
    }

    private static StageAccumulator task(int stage, int attempt, StagePages pages) {
        StageAccumulator task = new StageAccumulator();
        task.of(stage, attempt);
        task.add(pages);
        return task;
    }
}
