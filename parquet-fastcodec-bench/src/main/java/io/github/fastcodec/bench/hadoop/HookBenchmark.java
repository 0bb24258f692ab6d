// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.hadoop;

import io.github.fastcodec.hadoop.FastCodecCryptoFactory;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a file pays for {@code parquet.crypto.factory.class}, once the codecs are installed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HookBenchmark {

    /** Whether levels are set, which are looked up in parquet-java's map as well. */
    @Param({"false", "true"})
    public boolean levels;

    private final Path file = new Path("file:/warehouse/table/part-00000.parquet");
    private Configuration configuration;

    /** Makes a configuration as large as a job's and installs the codecs. */
    @Setup
    public void setUp() {
        configuration = new Configuration();
        for (int i = 0; i < 500; i++) {
            configuration.set("some.key.of.a.job." + i, "value " + i);
        }
        if (levels) {
            configuration.set("zlib.compress.level", "BEST_SPEED");
            configuration.set("parquet.compression.codec.zstd.level", "6");
            configuration.set("compression.brotli.quality", "5");
        }
        open();
    }

    /** Does what parquet-java does for a file that it opens to read. */
    @Benchmark
    public Object open() {
        return new FastCodecCryptoFactory().getFileDecryptionProperties(configuration, file);
    }
}
