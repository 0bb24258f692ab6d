// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.util.Objects;

/**
 * What stood at a path when somebody looked. Immutable. Two entries are equal if nobody has written to the file or replaced it
 * in between, as far as the storage can tell.
 */
public final class Entry {

    /** What stands at a path. */
    public enum Kind {
        FILE,
        DIRECTORY,
        /** A device, or a link to nothing. */
        OTHER
    }

    private final String path;
    private final String name;
    private final Kind kind;
    private final long length;
    private final long modified;
    private final Object key;

    /**
     * Creates an entry.
     *
     * @param modified when it was last modified, in nanoseconds since 1970; 0 if the storage does not say
     * @param key what tells it from another one of the same name, or null
     */
    public Entry(String path, String name, Kind kind, long length, long modified, Object key) {
        this.path = path;
        this.name = name;
        this.kind = kind;
        this.length = length;
        this.modified = modified;
        this.key = key;
    }

    /** Returns the path, as messages show it. */
    public String path() {
        return path;
    }

    /** Returns the last name of the path. */
    public String name() {
        return name;
    }

    /** Returns whether it is a file. */
    public boolean isFile() {
        return kind == Kind.FILE;
    }

    /** Returns whether it is a directory. */
    public boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }

    /** Returns the length of a file, in bytes. */
    public long length() {
        return length;
    }

    /** Returns when it was last modified, in nanoseconds since 1970; 0 if the storage does not say. */
    public long modified() {
        return modified;
    }

    /** Returns what tells it from another one of the same name, or null if the storage does not say. */
    public Object key() {
        return key;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Entry)) {
            return false;
        }
        Entry that = (Entry) other;
        return path.equals(that.path)
                && kind == that.kind
                && length == that.length
                && modified == that.modified
                && Objects.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return Objects.hash(path, length, modified);
    }

    @Override
    public String toString() {
        return path;
    }
}
