// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;

/**
 * A file that appears under its name whole or not at all. It is written under another name, read back from there, and then
 * given its name in one step. For one thread.
 */
public interface NewFile extends Closeable {

    /** What must hold when the file gets its name. */
    interface Condition {

        /** Throws an exception if it does not hold. */
        void require() throws IOException;

        /** Throws an exception if the file is not wanted any more; asked now and then while its name takes long. */
        default void requireNotCancelled() throws IOException {}
    }

    /** Returns what writes it; always the same. */
    FileOutput output();

    /** Ends the writing, and begins to bring everything to the disk. */
    void finish() throws IOException;

    /** Opens what was written for reading, after {@link #finish}; the caller closes it before {@link #publish}. */
    FileInput open() throws IOException;

    /**
     * Gives the file its name, after {@link #finish}, as soon as everything is on the disk, as far as the file system can tell.
     *
     * @param condition is asked last, right before the file gets its name: waiting for the disk may take seconds
     * @throws FileAlreadyExistsException if something has the name, which stays as it is
     */
    void publish(Condition condition) throws IOException;

    /** Gives the file its name without a condition. */
    default void publish() throws IOException {
        publish(() -> {});
    }

    /** Has the file keep what it was made of from when it has its name, if its storage can; before {@link #publish}. */
    default void setOrigin(Origin origin) {}

    /** Returns what it does not have of a file that it is like, a sentence each. */
    default List<String> notes() {
        return List.of();
    }

    /** Returns the exception that says that something has the name already. */
    static FileAlreadyExistsException exists(Object target) {
        return new FileAlreadyExistsException(target.toString(), null, "a new file takes the place of no other");
    }

    /** Deletes what was written, unless it was published. */
    @Override
    void close() throws IOException;
}
