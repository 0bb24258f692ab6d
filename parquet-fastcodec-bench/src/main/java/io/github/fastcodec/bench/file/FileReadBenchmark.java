// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** A local file read, from the page cache. */
public class FileReadBenchmark extends FileState {

    private Path path;

    /** Writes the file. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        makeRows();
        path = Files.createTempFile("fastcodec-bench", ".parquet");
        Files.delete(path);
        write(new LocalOutputFile(path));
    }

    /** Deletes the file. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Reads every value. */
    @Benchmark
    public long read() throws IOException {
        return read(new LocalInputFile(path));
    }
}
