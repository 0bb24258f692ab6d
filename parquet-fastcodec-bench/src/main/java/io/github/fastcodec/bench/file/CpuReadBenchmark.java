// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/** A file read from memory: all rows, and pages that are only decompressed. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 4)
@Measurement(iterations = 6)
public class CpuReadBenchmark extends FileState {

    private MemoryFile file;

    /** Writes the file. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        makeRows();
        file = new MemoryFile(1 << 20);
        write(file);
    }

    /** Reads every value. */
    @Benchmark
    public long read() throws IOException {
        return read(file);
    }

    /** Reads and decompresses every page, and decodes none. */
    @Benchmark
    public long decompressOnly() throws IOException {
        return decompress(file);
    }
}
