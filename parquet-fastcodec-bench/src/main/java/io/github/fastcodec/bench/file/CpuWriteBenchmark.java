// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/** A file written to memory, so that no disk is measured. */
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
