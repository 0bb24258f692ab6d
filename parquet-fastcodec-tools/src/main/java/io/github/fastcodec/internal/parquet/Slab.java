// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A range of a file in memory. A slab may have several users at the same time. Each of them gives the slab back; when the last
 * one does, the array goes back to its pool. The bytes never change. Thread-safe.
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
     * Reads {@code file[start, start + length)} into another slab, which has one user. Bytes that this slab already contains are
     * copied from it instead, so that the file is read strictly forward.
     *
     * @param length the length in bytes; more than this slab contains from {@code start} on
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

    /** Returns whether this contains the byte at {@code offset} in the file. */
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

    /** Returns the index in the array of the byte at {@code offset} in the file. */
    public int index(long offset) {
        return Math.toIntExact(offset - start);
    }
}
