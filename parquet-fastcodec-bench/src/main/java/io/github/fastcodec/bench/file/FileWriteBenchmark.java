// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.io.LocalOutputFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A local file written. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 4)
@Measurement(iterations = 6)
public class FileWriteBenchmark extends FileState {

    private Path path;

    /** Makes the rows. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        makeRows();
        path = Files.createTempFile("fastcodec-bench", ".parquet");
    }

    /** Each file is a new one. */
    @Setup(Level.Invocation)
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Writes the file. */
    @Benchmark
    public void write() throws IOException {
        write(new LocalOutputFile(path));
    }
}
