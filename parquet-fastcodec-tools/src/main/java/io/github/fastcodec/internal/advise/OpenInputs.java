// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.storage.FileInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Opens files when they are read. Local files are closed after each read, because a table may have more files than a process may
 * have open. Other files stay open, because opening one costs a request. Thread-safe.
 */
final class OpenInputs implements AutoCloseable {

    /** Opens a file. */
    interface Opener {
        FileInput open() throws IOException;
    }

    /** Reads from an open file. */
    interface Reading<T> {
        T of(FileInput input) throws IOException;
    }

    private final Map<String, Opener> files;
    private final boolean areLocal;
    private final Map<String, FileInput> open = new HashMap<>();

    /**
     * @param files the openers of the files, keyed by the files' names and in the order of the files
     * @param areLocal whether all files are local
     */
    OpenInputs(Map<String, Opener> files, boolean areLocal) {
        this.files = files;
        this.areLocal = areLocal;
    }

    /** Returns the names of the files, in order. */
    Set<String> files() {
        return files.keySet();
    }

    boolean areLocal() {
        return areLocal;
    }

    /** Opens a file if necessary, and reads from it. */
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
