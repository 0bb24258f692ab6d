// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is written from its start on. For one thread. */
public interface FileOutput {

    /** Returns where the next byte will stand. */
    long position();

    /** Writes what remains in a buffer, whose position stays. */
    void write(ByteBuffer bytes) throws IOException;

    /** Writes a whole array. */
    default void write(byte[] bytes) throws IOException {
        write(ByteBuffer.wrap(bytes));
    }

    /** Returns whether {@link #truncate} works. */
    boolean canTruncate();

    /**
     * Drops what was written from a position on.
     *
     * @throws UnsupportedOperationException unless {@link #canTruncate}
     */
    void truncate(long position) throws IOException;
}
