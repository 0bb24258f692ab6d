// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3PathTest {

    @ParameterizedTest
    @CsvSource({
        "s3://lake/events/a.parquet, lake, events/a.parquet",
        "S3A://lake//events//a.parquet/, lake, events/a.parquet",
        "s3://lake/, lake, ''",
        "s3://lake, lake, ''",
        "s3://lake/day=1/a b:c%3D.parquet, lake, day=1/a b:c%3D.parquet"
    })
    void splitsAPathIntoBucketAndKey(String path, String bucket, String key) {
        assertEquals(new S3Path(bucket, key), S3Path.of(path));
        assertEquals(S3Path.of(path), S3Path.of(S3Path.of(path).toString()));
    }

    @Test
    void relatesParentsAndChildren() {
        S3Path bucket = S3Path.of("s3://lake");
        S3Path file = bucket.child("events").child("a.parquet");
        assertEquals("s3://lake/events/a.parquet", file.toString());
        assertEquals("a.parquet", file.name());
        assertEquals("events/", file.parent().prefix());
        assertEquals(bucket, file.parent().parent());
        assertEquals("", bucket.prefix());
        assertTrue(bucket.isBucket());
        assertEquals(bucket, bucket.parent());
    }

    @Test
    void namesAPathWithoutABucket() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> S3Path.of("s3:///events"));
        assertEquals("\"s3:///events\" is not an S3 path, expected s3://bucket/key", e.getMessage());
    }
}
