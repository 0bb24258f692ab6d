// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is written sequentially. Not thread-safe. */
public interface FileOutput {

    /** Returns the offset in the file of the next byte. */
    long position();

    /** Writes the remaining bytes of a buffer, without changing its position. */
    void write(ByteBuffer bytes) throws IOException;

    /** Writes a whole array. */
    default void write(byte[] bytes) throws IOException {
        write(ByteBuffer.wrap(bytes));
    }

    /** Copies {@code from[position, position + length)} to this output. */
    default void transfer(FileInput from, long position, long length) throws IOException {
        byte[] slab = new byte[(int) Math.min(1 << 20, length)];
        for (long done = 0; done < length; done += slab.length) {
            int step = (int) Math.min(slab.length, length - done);
            from.read(position + done, slab, 0, step);
            write(ByteBuffer.wrap(slab, 0, step));
        }
    }

    /** Returns whether {@link #truncate} works. */
    default boolean canTruncate() {
        return false;
    }

    /**
     * Drops all bytes from {@code position} on.
     *
     * @throws UnsupportedOperationException unless {@link #canTruncate}
     */
    default void truncate(long position) throws IOException {
        throw new UnsupportedOperationException("this output cannot be truncated");
    }
}
