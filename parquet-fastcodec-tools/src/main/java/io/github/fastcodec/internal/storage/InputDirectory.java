// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

/**
 * A directory found through an argument of a command. Immutable.
 *
 * @param storage the storage that contains it
 * @param path its path, for messages and for its storage
 * @param relative its path in a copy of the files that the arguments name, with slashes
 * @param descent how the search reached it
 */
public record InputDirectory(Storage storage, String path, String relative, Descent descent) {

    /** Returns the last component of the path. */
    public String name() {
        return storage.name(path);
    }

    @Override
    public String toString() {
        return path;
    }
}
