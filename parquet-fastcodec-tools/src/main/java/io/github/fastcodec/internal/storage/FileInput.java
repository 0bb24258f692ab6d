// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bytes of a file, readable at any position. Thread-safe. */
public interface FileInput extends Closeable {

    /** The size of the blocks in which two files are compared, in bytes. */
    int STEP = 1 << 20;

    /** Opens files by their paths. The caller closes them. */
    @FunctionalInterface
    interface Opener {
        FileInput open(String path) throws IOException;
    }

    /** Returns the length of the file when it was opened, in bytes. */
    long length();

    /** Returns the file's entry when the file was opened; null if it was opened without a storage. */
    default @Nullable Entry entry() {
        return null;
    }

    /**
     * Returns a string that identifies this file and its content, even if its timestamps were set: no other file or content has
     * the same string. The string describes the file either when it was opened or at the time of the call. Empty if the storage
     * cannot provide such a string.
     */
    default Optional<String> version() throws IOException {
        return Optional.empty();
    }

    /** Returns the origin given to {@link NewFile#setOrigin}, if any, unless the file has changed since. */
    default Optional<Origin> origin() throws IOException {
        return Optional.empty();
    }

    /** Announces that the whole file will be read, in any order. A remote storage may start to download it. */
    default void fetch() throws IOException {}

    /**
     * Reads {@code file[position, position + length)} to {@code target[offset, offset + length)}.
     *
     * @throws EOFException if the file ends before that range does
     */
    void read(long position, byte[] target, int offset, int length) throws IOException;

    /**
     * Returns whether reads are slow unless each begins where the last one ended. One thread should read such a file from start to
     * end.
     */
    default boolean isOneStream() {
        return false;
    }

    /** Returns whether another file has the same bytes. Reads both up to the first difference. */
    default boolean hasBytesOf(FileInput other) throws IOException {
        return other.length() == length() && hasBytesOf(0, other, 0, length());
    }

    /**
     * Returns whether {@code file[position, position + length)} has the same bytes as
     * {@code other[otherPosition, otherPosition + length)}. Reads both up to the first difference.
     *
     * @throws EOFException if one of the files ends before its range does
     */
    default boolean hasBytesOf(long position, FileInput other, long otherPosition, long length) throws IOException {
        byte[] ours = new byte[(int) Math.min(STEP, length)];
        byte[] theirs = new byte[ours.length];
        for (long done = 0; done < length; done += STEP) {
            int step = (int) Math.min(STEP, length - done);
            read(position + done, ours, 0, step);
            other.read(otherPosition + done, theirs, 0, step);
            if (!Arrays.equals(ours, 0, step, theirs, 0, step)) {
                return false;
            }
        }
        return true;
    }

    /** Closes the file and ignores a failure. For callers that have read all they need, or that fail for another reason. */
    default void closeQuietly() {
        try {
            close();
        } catch (IOException e) {
            // does not affect the bytes already read
        }
    }
}
