// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;

/**
 * A file that an argument of a command leads to. Immutable.
 *
 * @param storage where it is
 * @param entry what was found
 * @param relative the part of the path that says where in a copy of the arguments it belongs, with slashes: what is below the argument, and the names of partitions above that
 */
public record InputFile(Storage storage, Entry entry, String relative) {

    /** Returns the path, for messages and for its storage. */
    public String path() {
        return entry.path();
    }

    /** Returns the part of {@link #relative} without the last name: where the directory of the file belongs. */
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
