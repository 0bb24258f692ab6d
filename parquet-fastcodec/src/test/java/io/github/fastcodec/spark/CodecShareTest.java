// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The codecs' share of an application. The wheel's tests ask a real one. */
class CodecShareTest {

    private static final String ADVICE = " No other codec can save more CPU than that. Run advise on a file to see what"
            + " another codec or level gains.";

    @Test
    void sharesCoverAllJvmsWithTheLargestFirst() {
        Map<?, ?> one = status(900, row("zstd", 21, 0), row("snappy", 0, 11));
        Map<?, ?> other = status(420, row("zstd", 9, 0), row("gzip", 0, 0));
        assertEquals(
                "codecs took 41 s of 1,320 s of task CPU (3 %): writing ZSTD 30 s, reading SNAPPY 11 s." + ADVICE,
                CodecShare.of(List.of(one, other)));
    }

    @Test
    void applicationWithoutPagesHasAShareOfZero() {
        assertEquals("codecs took 0.0 s of 2.0 s of task CPU (0 %)." + ADVICE, CodecShare.of(List.of(status(2))));
    }

    @Test
    void shareIsMissingUntilTheFirstTaskEnds() {
        assertEquals("", CodecShare.of(List.of(status(0, row("zstd", 1, 1)))));
    }

    // Would catch: the pages of an application that ran before in the same JVM, as in a shell.
    @Test
    void timesCoverOnlyTheRunningApplication() throws Exception {
        FastCodecFactory factory = new FastCodecFactory();
        factory.getCompressor(CompressionCodecName.ZSTD).compress(BytesInput.from(new byte[100_000]));
        PluginStatus.set(new Configuration(false), true);
        assertEquals(0L, writeNanos("zstd"));
        factory.getCompressor(CompressionCodecName.ZSTD).compress(BytesInput.from(new byte[100_000]));
        assertTrue(writeNanos("zstd") > 0);
    }

    private static long writeNanos(String codec) {
        return ((List<?>) PluginStatus.report("1").get("codecs"))
                .stream()
                        .map(row -> (Map<?, ?>) row)
                        .filter(row -> row.get("codec").equals(codec))
                        .mapToLong(row -> (Long) row.get(CodecShare.WRITE_NANOS))
                        .sum();
    }

    private static Map<?, ?> status(long taskSeconds, Map<?, ?>... codecs) {
        return Map.of(CodecShare.TASK_NANOS, TimeUnit.SECONDS.toNanos(taskSeconds), "codecs", List.of(codecs));
    }

    private static Map<?, ?> row(String codec, long writeSeconds, long readSeconds) {
        return Map.of(
                "codec",
                codec,
                CodecShare.WRITE_NANOS,
                TimeUnit.SECONDS.toNanos(writeSeconds),
                CodecShare.READ_NANOS,
                TimeUnit.SECONDS.toNanos(readSeconds));
    }
}
