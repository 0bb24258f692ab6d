// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.LocalOutputFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A local file written. */
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
