// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a page costs that no byte of it explains: small pages, one at a time. The report fits a line through the sizes; where
 * it meets zero bytes is the fixed cost. The suite runs it under JMH's profiler {@code gc}, for the bytes allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 1, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class BatchBenchmark {

    @Param({"parquet-java", "fastcodec", "engine"})
    public String impl;

    @Param({"SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW"})
    public String codec;

    @Param("PLAIN_TEXT")
    public TpchPages.Shape shape;

    @Param({"256", "1024", "4096", "8192"})
    public int size;

    private PageImplementation page;

    /** Makes the page and compresses it once. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        page = PageImplementation.of(impl, CodecLevel.parse(codec), shape.page(size));
    }

    /** Compresses the page. */
    @Benchmark
    public long compress(CompressionBenchmark.Counters counters) throws IOException {
        long compressed = page.compress();
        counters.pageBytes += size;
        counters.compressedBytes += compressed;
        return compressed;
    }

    /** Decompresses the page. */
    @Benchmark
    public Object decompress(CompressionBenchmark.Counters counters) throws IOException {
        counters.pageBytes += size;
        counters.compressedBytes += page.compressedSize();
        return page.decompress();
    }
}
