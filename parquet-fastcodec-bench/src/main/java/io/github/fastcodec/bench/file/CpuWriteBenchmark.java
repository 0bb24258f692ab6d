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

/** A file written to memory, so that no disk is measured. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 4)
@Measurement(iterations = 6)
public class CpuWriteBenchmark extends FileState {

    private MemoryFile file;

    /** Makes the rows and touches the memory of the file. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        makeRows();
        file = new MemoryFile(64 << 20);
        write(file);
    }

    /** Writes the file. */
    @Benchmark
    public long write() throws IOException {
        write(file);
        return file.getLength();
    }
}
