// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.text.PlainText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;

/** A new file of JSON documents, one per line. The file appears complete or not at all. Not thread-safe. */
final class JsonLines implements Closeable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String path;
    private final NewFile file;

    private JsonLines(String path, NewFile file) {
        this.path = path;
        this.file = file;
    }

    /**
     * Creates a file, and deletes the temporary files that a killed run has left next to it.
     *
     * @param path a path that {@code storages} can open
     * @throws FileAlreadyExistsException if the path exists
     */
    static JsonLines create(String path, Storages storages) throws IOException {
        Storage storage = storages.of(path);
        String target = storages.path(path);
        storage.deleteLeftovers(target);
        return new JsonLines(path, storage.create(target, null));
    }

    /** Returns the path that was passed to {@link #create}. */
    String path() {
        return path;
    }

    /** Adds a document: a map or a record of strings and numbers. */
    void add(Object document) throws IOException {
        String line = PlainText.ofJson(MAPPER.writeValueAsString(document));
        file.output().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Gives the file its name. */
    void finish() throws IOException {
        file.finish();
        file.publish();
    }

    /** Deletes the file, unless it was finished. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
