// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A stretch of a file in memory. Several may use it at the same time, and each gives it back; the last one gives back its array.
 * It never changes. Safe for use by many threads.
 */
public final class Slab {

    /** A slab of no bytes, which any number may use, and which need not be given back. */
    static final Slab EMPTY = new Slab(new byte[0], 0, 0, Buffers.NONE);

    private final byte[] bytes;
    private final long start;
    private final int length;
    private final Buffers buffers;
    private final AtomicInteger users = new AtomicInteger(1);

    private Slab(byte[] bytes, long start, int length, Buffers buffers) {
        this.bytes = bytes;
        this.start = start;
        this.length = length;
        this.buffers = buffers;
    }

    /**
     * Reads {@code file[start, start + length)} to another slab, which has one user. What this one has of it is copied instead, so
     * that the file is read from its start to its end.
     *
     * @param length more than what this one has of it, in bytes
     */
    Slab next(FileInput input, long start, int length, Buffers buffers) throws IOException {
        byte[] next = buffers.take(length);
        int there = holds(start) ? (int) (end() - start) : 0;
        if (there > 0) {
            System.arraycopy(bytes, index(start), next, 0, there);
        }
        input.read(start + there, next, there, length - there);
        return new Slab(next, start, length, buffers);
    }

    /** Adds a user, and returns this. */
    Slab share() {
        users.incrementAndGet();
        return this;
    }

    /** Ends the use by one user, who does not touch the bytes any more. */
    public void giveBack() {
        if (users.decrementAndGet() == 0) {
            buffers.giveBack(bytes);
        }
    }

    /** Returns whether the byte at an offset of the file is here. */
    boolean holds(long offset) {
        return offset >= start && offset < end();
    }

    /** Returns the offset in the file behind the last byte. */
    long end() {
        return start + length;
    }

    /** Returns the offset in the file of {@code bytes()[0]}. */
    public long start() {
        return start;
    }

    /** Returns the array; bytes behind the last one are not the file's. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index in the array of the byte at an offset of the file. */
    public int index(long offset) {
        return Math.toIntExact(offset - start);
    }
}
