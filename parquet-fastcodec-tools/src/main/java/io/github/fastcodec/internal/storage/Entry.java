// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import org.jspecify.annotations.Nullable;

/**
 * A file, directory or other object at a path, as a storage found it. Two entries found at different times are equal if the file
 * was neither written nor replaced in between, as far as the storage can tell. Immutable.
 *
 * @param path the path, as messages show it
 * @param name the last component of the path
 * @param type the type of the file, or of the target of a link
 * @param length the length of a file, in bytes
 * @param changed the time of the last change, or of the last write if the storage knows only that, in nanoseconds since 1970; 0
 *     if unknown
 * @param key distinguishes the object from another one of the same name, or null if the storage has no such key
 */
public record Entry(
        String path,
        String name,
        Type type,
        long length,
        long changed,
        @Nullable Object key) {

    public enum Type {
        FILE,
        DIRECTORY,
        BROKEN_LINK,
        /** Another type, such as a device. */
        OTHER
    }

    public boolean isFile() {
        return type == Type.FILE;
    }

    public boolean isDirectory() {
        return type == Type.DIRECTORY;
    }
}
