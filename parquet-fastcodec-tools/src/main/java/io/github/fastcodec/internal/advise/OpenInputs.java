// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.storage.FileInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Opens files when they are read. Local files are closed after each read, because a table may have more files than a process may
 * have open. Other files stay open, because opening one costs a request. Thread-safe.
 */
final class OpenInputs implements AutoCloseable {

    interface Reading<T> {
        T of(FileInput input) throws IOException;
    }

    private final List<String> files;
    private final FileInput.Opener opener;
    private final boolean areLocal;
    private final Map<String, FileInput> open = new HashMap<>();

    /**
     * @param opener may be called by several threads
     * @param areLocal whether all files are local
     */
    OpenInputs(List<String> files, FileInput.Opener opener, boolean areLocal) {
        this.files = files;
        this.opener = opener;
        this.areLocal = areLocal;
    }

    List<String> files() {
        return files;
    }

    boolean areLocal() {
        return areLocal;
    }

    <T> T read(String file, Reading<T> reading) throws IOException {
        if (!areLocal) {
            return reading.of(kept(file));
        }
        FileInput input = opener.open(file);
        try {
            return reading.of(input);
        } finally {
            input.closeQuietly();
        }
    }

    private synchronized FileInput kept(String file) throws IOException {
        FileInput input = open.get(file);
        if (input == null) {
            input = opener.open(file);
            open.put(file, input);
        }
        return input;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(FileInput::closeQuietly);
        open.clear();
    }
}
