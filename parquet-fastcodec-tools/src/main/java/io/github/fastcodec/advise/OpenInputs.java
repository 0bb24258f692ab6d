// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.storage.FileInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Opens files when they are read, so that of many files a few are open. Safe for use by many threads. */
final class OpenInputs implements AutoCloseable {

    /** Opens a file. */
    interface Opener {
        FileInput open() throws IOException;
    }

    private final Map<String, Opener> files;
    private final Map<String, FileInput> open = new HashMap<>();

    /** @param files by their names, in their order */
    OpenInputs(Map<String, Opener> files) {
        this.files = files;
    }

    /** Returns the names of the files, in their order. */
    Set<String> files() {
        return files.keySet();
    }

    /** Returns a file, open. It is closed with this, or before by {@link #close(String)}. */
    synchronized FileInput of(String file) throws IOException {
        FileInput input = open.get(file);
        if (input == null) {
            input = Objects.requireNonNull(files.get(file), file).open();
            open.put(file, input);
        }
        return input;
    }

    /** Closes a file. If it is needed again, it is opened again. */
    synchronized void close(String file) {
        FileInput input = open.remove(file);
        if (input != null) {
            input.closeQuietly();
        }
    }

    @Override
    public synchronized void close() {
        open.values().forEach(FileInput::closeQuietly);
        open.clear();
    }
}
