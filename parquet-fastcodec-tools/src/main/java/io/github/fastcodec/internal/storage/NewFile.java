// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;

/**
 * A new file that appears under its name complete or not at all. It is written under another name, read back from there, and then
 * given its name in one step. Not thread-safe.
 */
public interface NewFile extends Closeable {

    /** A condition that must hold when the file gets its name. */
    interface Condition {

        /** Throws an exception if the condition does not hold. */
        void require() throws IOException;

        /** Throws an exception if the run was cancelled. Called repeatedly during a long publication. */
        default void requireNotCancelled() throws IOException {}
    }

    /** Returns the output that writes the file; it is always the same object. */
    FileOutput output();

    /** Ends writing, and starts forcing everything to disk. */
    void finish() throws IOException;

    /** Opens the written file for reading, after {@link #finish}. The caller closes it before {@link #publish}. */
    FileInput open() throws IOException;

    /**
     * Waits until everything is on disk, as far as the file system can tell, and then gives the file its name. Called after
     * {@link #finish}.
     *
     * @param condition checked last, right before the file gets its name, because waiting for the disk may take seconds
     * @throws FileAlreadyExistsException if a file of this name exists; that file is not changed
     */
    void publish(Condition condition) throws IOException;

    /** Gives the file its name without a condition. */
    default void publish() throws IOException {
        publish(() -> {});
    }

    /**
     * Sets the origin to be stored with the file when it gets its name. Has no effect if the storage cannot store origins. Called
     * before {@link #publish}.
     */
    default void setOrigin(Origin origin) {}

    /** Returns the attributes of the reference file that could not be copied, one sentence each. */
    default List<String> notes() {
        return List.of();
    }

    /** Returns whether the store confirmed the published file by its checksum, so that it was not read back from the store. */
    default boolean isConfirmedByChecksum() {
        return false;
    }

    /** Returns the exception for a name that is already in use. */
    static FileAlreadyExistsException exists(Object target) {
        return new FileAlreadyExistsException(target.toString(), null, "existing files are not replaced");
    }

    /** Deletes the file, unless it was published. */
    @Override
    void close() throws IOException;
}
