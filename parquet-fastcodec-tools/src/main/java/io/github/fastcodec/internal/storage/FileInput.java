// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The bytes of a file, at any position. Safe for use by many threads. */
public interface FileInput extends Closeable {

    /** Returns the length of the file when it was opened, in bytes. */
    long length();

    /** Returns what the storage had at the path when it opened the file; null for a file that was opened without a storage. */
    default @Nullable Entry entry() {
        return null;
    }

    /** Says that the whole file will be read, in whatever order: one that is far away is brought near. */
    default void fetch() throws IOException {}

    /**
     * Reads {@code file[position, position + length)} to {@code target[offset, offset + length)}.
     *
     * @throws EOFException if the file ends before
     */
    void read(long position, byte[] target, int offset, int length) throws IOException;

    /**
     * Returns whether a read is slow unless it begins where the last one has ended. Such a file should be read from its start to
     * its end by one thread.
     */
    boolean isOneStream();

    /** Closes the file where a failure matters no more, because what was to be read was read, or something else has failed. */
    default void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // says nothing of what was read
        }
    }
}
