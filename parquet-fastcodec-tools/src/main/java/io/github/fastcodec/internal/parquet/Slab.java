// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A range of a file in memory. It may have several users at the same time, each of which gives it back; the last one gives back its
 * array. It never changes. Thread-safe.
 */
public final class Slab {

    /** A slab without bytes, which may have any number of users and need not be given back. */
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
     * Reads {@code file[start, start + length)} into another slab, which has one user. Bytes that this slab already has are copied
     * instead, so that the file is read from its start to its end.
     *
     * @param length in bytes; more than this slab has from {@code start} on
     */
    Slab next(FileInput input, long start, int length, Buffers buffers) throws IOException {
        byte[] next = buffers.take(length);
        int held = holds(start) ? (int) (end() - start) : 0;
        if (held > 0) {
            System.arraycopy(bytes, index(start), next, 0, held);
        }
        input.read(start + held, next, held, length - held);
        return new Slab(next, start, length, buffers);
    }

    /** Adds a user, and returns this. */
    Slab share() {
        users.incrementAndGet();
        return this;
    }

    /** Ends the use by one user, which must not access the bytes afterwards. */
    public void giveBack() {
        if (users.decrementAndGet() == 0) {
            buffers.giveBack(bytes);
        }
    }

    /** Returns whether this has the byte at an offset of the file. */
    boolean holds(long offset) {
        return offset >= start && offset < end();
    }

    /** Returns the offset in the file after the last byte. */
    long end() {
        return start + length;
    }

    /** Returns the offset in the file of {@code bytes()[0]}. */
    public long start() {
        return start;
    }

    /** Returns the array, which may be longer than the range of the file. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index in the array of the byte at an offset of the file. */
    public int index(long offset) {
        return Math.toIntExact(offset - start);
    }
}
