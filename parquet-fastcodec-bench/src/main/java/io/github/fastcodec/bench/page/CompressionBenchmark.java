// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * One page, compressed and decompressed. The heap is touched before the first iteration: a decompressed page is fresh
 * memory, and on a young JVM each would otherwise wait for the system to back it, tenfold longer than for the codec.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 1, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class CompressionBenchmark {

    @Param({"parquet-java", "parquet-java-direct", "fastcodec", "fastcodec-hadoop", "engine"})
    public String impl;

    @Param({"SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW"})
    public String codec;

    @Param
    public TpchPages.Shape shape;

    @Param({"8192", "65536", "1048576"})
    public int size;

    private PageImplementation page;

    /** Bytes of pages, so that runs of different sizes compare; the quotient of the two is the compression ratio. */
    @AuxCounters
    @State(Scope.Thread)
    public static class Counters {
        public long pageBytes;
        public long compressedBytes;
    }

    /** Makes the page and compresses it once. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        page = PageImplementation.of(impl, CodecLevel.parse(codec), shape.page(size));
    }

    /** Compresses the page. */
    @Benchmark
    public long compress(Counters counters) throws IOException {
        counters.pageBytes += size;
        long compressed = page.compress();
        counters.compressedBytes += compressed;
        return compressed;
    }

    /** Decompresses the page. */
    @Benchmark
    public Object decompress(Counters counters) throws IOException {
        counters.pageBytes += size;
        counters.compressedBytes += page.compressedSize();
        return page.decompress();
    }
}
