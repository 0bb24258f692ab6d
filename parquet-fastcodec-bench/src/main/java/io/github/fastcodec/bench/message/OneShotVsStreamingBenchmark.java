// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.message;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;

/**
 * Compares the two options of SPARK-29434: compressing the statuses of many map outputs while Java serializes them, or in one
 * step after serialization.
 */
@Fork(
        value = 3,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
public class OneShotVsStreamingBenchmark extends InSlices {

    /** "streaming" and "one-step" use zstd-jni (ZSTD) and the JDK (GZIP), at Spark's default levels: ZSTD 1, GZIP 6. */
    @Param("streaming+one-step+fastcodec")
    public String contenders;

    @Param({"ZSTD", "GZIP"})
    public String codec;

    @Param({"5", "500"})
    public int blocks;

    @Param("20000")
    public int maps;

    @Override
    protected Class<? extends Subject> subject() {
        return MessageSubject.class;
    }

    @Override
    protected String contenders() {
        return contenders;
    }
}
