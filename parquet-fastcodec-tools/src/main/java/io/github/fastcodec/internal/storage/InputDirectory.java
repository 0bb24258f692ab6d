// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

/**
 * A directory that an argument of a command leads to. Immutable.
 *
 * @param storage where it is
 * @param path its path, for messages and for its storage
 * @param relative where it belongs in a copy of the arguments, with slashes
 * @param descent how the search has come there
 */
public record InputDirectory(Storage storage, String path, String relative, Descent descent) {

    /** Returns the last name of the path. */
    public String name() {
        return storage.name(path);
    }

    @Override
    public String toString() {
        return path;
    }
}
