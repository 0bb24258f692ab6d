// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bytes of a file, at any position. Safe for use by many threads. */
public interface FileInput extends Closeable {

    /** How much of two files is compared at once, in bytes. */
    int STEP = 1 << 20;

    /** Returns the length of the file when it was opened, in bytes. */
    long length();

    /** Returns what the storage had at the path when it opened the file; null for a file that was opened without a storage. */
    default @Nullable Entry entry() {
        return null;
    }

    /**
     * Returns a text that no other file and no other content of this one has, whatever times they were given. It tells what the file
     * was when it was opened, or is now; nothing if the storage cannot tell.
     */
    default Optional<String> version() throws IOException {
        return Optional.empty();
    }

    /** Returns what the file was made of, if it was told to {@link NewFile#setOrigin} and the file has not changed since. */
    default Optional<Origin> origin() throws IOException {
        return Optional.empty();
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
    default boolean isOneStream() {
        return false;
    }

    /** Returns whether another file has the same bytes. Reads both as far as they are equal. */
    default boolean hasBytesOf(FileInput other) throws IOException {
        if (other.length() != length()) {
            return false;
        }
        byte[] ours = new byte[STEP];
        byte[] theirs = new byte[STEP];
        for (long position = 0; position < length(); position += STEP) {
            int length = (int) Math.min(STEP, length() - position);
            read(position, ours, 0, length);
            other.read(position, theirs, 0, length);
            if (!Arrays.equals(ours, 0, length, theirs, 0, length)) {
                return false;
            }
        }
        return true;
    }

    /** Closes the file where a failure matters no more, because what was to be read was read, or something else has failed. */
    default void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // says nothing of what was read
        }
    }
}
