// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.storage.FileInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Opens files when they are read. Those of this machine are closed at once, because a table may have more files than a process may
 * have open; others stay open, because opening them is a request. Safe for use by many threads.
 */
final class OpenInputs implements AutoCloseable {

    /** Opens a file. */
    interface Opener {
        FileInput open() throws IOException;
    }

    /** Reads something of a file that is open. */
    interface Reading<T> {
        T of(FileInput input) throws IOException;
    }

    private final Map<String, Opener> files;
    private final boolean areLocal;
    private final Map<String, FileInput> open = new HashMap<>();

    /**
     * @param files by their names, in their order
     * @param areLocal whether all of them are on this machine
     */
    OpenInputs(Map<String, Opener> files, boolean areLocal) {
        this.files = files;
        this.areLocal = areLocal;
    }

    /** Returns the names of the files, in their order. */
    Set<String> files() {
        return files.keySet();
    }

    boolean areLocal() {
        return areLocal;
    }

    /** Reads something of a file. */
    <T> T read(String file, Reading<T> reading) throws IOException {
        if (!areLocal) {
            return reading.of(kept(file));
        }
        FileInput input = open(file);
        try {
            return reading.of(input);
        } finally {
            input.closeQuietly();
        }
    }

    private synchronized FileInput kept(String file) throws IOException {
        FileInput input = open.get(file);
        if (input == null) {
            input = open(file);
            open.put(file, input);
        }
        return input;
    }

    private FileInput open(String file) throws IOException {
        return Objects.requireNonNull(files.get(file), file).open();
    }

    @Override
    public synchronized void close() {
        open.values().forEach(FileInput::closeQuietly);
        open.clear();
    }
}
