// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;

/**
 * A file found through an argument of a command. Immutable.
 *
 * @param storage the storage that contains it
 * @param entry its entry when it was found
 * @param relative its path in a copy of the files that the arguments name, with slashes: the names of partitions at the end of
 *     the argument, then the part of the path below the argument
 */
public record InputFile(Storage storage, Entry entry, String relative) {

    /** Returns the path, for messages and for its storage. */
    public String path() {
        return entry.path();
    }

    /** Returns {@link #relative} without its last name: the path of the file's directory in a copy. */
    public String relativeDirectory() {
        return relative.substring(0, Math.max(0, relative.lastIndexOf('/')));
    }

    /** Returns the length, in bytes. */
    public long length() {
        return entry.length();
    }

    /** Opens the file for reading; the caller closes it. */
    public FileInput open() throws IOException {
        return storage.open(path());
    }

    @Override
    public String toString() {
        return path();
    }
}
