// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/** A file read from memory: all rows, and pages that are only decompressed. */
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
