// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.plan.CodecLevel;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The reasons of given measurements. */
class ReasonsTest {

    private static final CodecLevel SNAPPY = new CodecLevel(CompressionCodecName.SNAPPY);

    private static Measurement measured(String codec, double megabytes, double write, double read) {
        return Measurements.of(CodecLevel.listOf(codec).get(0), 1e9, megabytes * 1e6, write, read);
    }

    // Would catch: "takes 1.5 times as long to read", without the reason for the recommendation.
    @Test
    void saysWhyAColumnReadsSlower() {
        Measurement now = Measurements.of(SNAPPY, 1e9, 500e6, Double.NaN, 1);
        Measurement zstd = measured("zstd:3", 300, 4, 1.5);
        assertEquals(
                "like the file: 40 % smaller than now, takes 1.5 times as long to read; no codec of its own would lower"
                        + " the cost of the whole file by 1.0 %.",
                Reasons.likeFile(zstd, now, zstd));
        assertEquals("stays as it is: ZSTD 3 would make it larger.", Reasons.likeFile(now, now, zstd));
        assertEquals("stays as it is.", Reasons.likeFile(now, now, now));
        Measurement own = measured("zstd:9", 200, 9, 1.8);
        assertEquals(
                "column a: 90 % of the bytes, ZSTD 9 is 33 % smaller than ZSTD 3, takes 2.3 times as long to write and takes"
                        + " 1.2 times as long to read; 5.8 % less time to write once and read 10 times.",
                Reasons.own(Goal.BALANCED, 100e6, "a", 0.9, own, zstd));
        assertEquals(
                "column a: 90 % of the bytes, SNAPPY is 67 % larger than ZSTD 3, reads 1.5 times as fast.",
                Reasons.own(Goal.SCAN, 1e12, "a", 0.9, now, zstd));
    }
}
