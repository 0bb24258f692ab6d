// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Each of several threads, of which JMH has as many as its option -t says, writes or reads a file of its own in memory. */
public class ConcurrentReadWriteBenchmark extends FileState {

    private MemoryFile shared;

    /** A thread's own file, whose memory is there before the clock runs. */
    @State(Scope.Thread)
    public static class Own {
        private final MemoryFile file = new MemoryFile(16 << 20);
    }

    /** Writes the file that all read. */
    @Setup(Level.Trial)
    public void setUp() throws IOException {
        makeRows();
        shared = new MemoryFile(1 << 20);
        write(shared);
    }

    /** Writes a file. */
    @Benchmark
    public long write(Own own) throws IOException {
        write(own.file);
        return own.file.getLength();
    }

    /** Reads every value. */
    @Benchmark
    public long read() throws IOException {
        return read(shared);
    }
}
