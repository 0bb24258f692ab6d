// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import org.jspecify.annotations.Nullable;

/**
 * What a storage had at a path at some moment. Immutable. Two entries are equal if the file was neither written nor replaced in
 * between, as far as the storage can tell.
 *
 * @param path the path, as messages show it
 * @param name the last name of the path
 * @param type what it is
 * @param length the length of a file, in bytes
 * @param changed when it was last changed, or last written to where the storage says no more, in nanoseconds since 1970; 0 if the
 *     storage does not say
 * @param key what tells it from another one of the same name, or null if the storage does not say
 */
public record Entry(
        String path,
        String name,
        Type type,
        long length,
        long changed,
        @Nullable Object key) {

    /** What a path can lead to. */
    public enum Type {
        FILE,
        DIRECTORY,
        BROKEN_LINK,
        /** A device, say. */
        OTHER
    }

    /** Returns whether it is a file. */
    public boolean isFile() {
        return type == Type.FILE;
    }

    /** Returns whether it is a directory. */
    public boolean isDirectory() {
        return type == Type.DIRECTORY;
    }

    @Override
    public String toString() {
        return path;
    }
}
