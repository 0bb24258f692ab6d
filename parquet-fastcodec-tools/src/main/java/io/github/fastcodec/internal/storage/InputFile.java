// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;

/** A file that an argument of a command leads to. Immutable. */
public final class InputFile {

    private final Storage storage;
    private final Entry entry;
    private final String relative;

    /**
     * Creates a file.
     *
     * @param relative where in a copy it belongs, with slashes
     */
    public InputFile(Storage storage, Entry entry, String relative) {
        this.storage = storage;
        this.entry = entry;
        this.relative = relative;
    }

    /** Returns where it is. */
    public Storage storage() {
        return storage;
    }

    /** Returns what was found. */
    public Entry entry() {
        return entry;
    }

    /** Returns the path, for messages and for its storage. */
    public String path() {
        return entry.path();
    }

    /** Returns the length, in bytes. */
    public long length() {
        return entry.length();
    }

    /**
     * Returns the part of the path that says where in a copy of the arguments it belongs, with slashes: what is below the
     * argument, and the names of partitions above that.
     */
    public String relative() {
        return relative;
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
