// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
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
        value = 2,
        jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class CompressionBenchmark {

    @Param({"parquet-java", "fastcodec", "engine"})
    public String impl;

    @Param({"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    public CompressionCodecName codec;

    @Param
    public TpchPages.Shape shape;

    @Param({"8192", "65536", "1048576"})
    public int size;

    private PageImplementation page;

    /** Bytes of uncompressed page, so that runs of different sizes compare. */
    @AuxCounters
    @State(Scope.Thread)
    public static class Counters {
        public long pageBytes;
    }

    /** Makes the page and compresses it once. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        page = PageImplementation.of(impl, codec, shape.page(size));
    }

    /** Compresses the page. */
    @Benchmark
    public long compress(Counters counters) throws IOException {
        counters.pageBytes += size;
        return page.compress();
    }

    /** Decompresses the page. */
    @Benchmark
    public Object decompress(Counters counters) throws IOException {
        counters.pageBytes += size;
        return page.decompress();
    }
}
