// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.InputDirectory;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The directory for the new files of a run. It need not exist. Immutable.
 *
 * @param path the path of the directory in {@code storage}
 */
public record TargetDirectory(Storage storage, String path) {

    /**
     * Returns the directory at a path, which need not exist.
     *
     * @param given the path as the user typed it, for messages
     * @throws IllegalArgumentException if the path is a file
     * @throws IOException if the file system cannot be reached
     */
    public static TargetDirectory at(String given, Storage storage, String path) throws IOException {
        Optional<Entry> existing = storage.find(path);
        if (existing.isPresent() && !existing.get().isDirectory()) {
            throw new IllegalArgumentException(given + " is a file, expected a directory");
        }
        return new TargetDirectory(storage, path);
    }

    /**
     * Returns the path of a file or a directory below this directory.
     *
     * @param relative the path relative to this directory, with slashes as separators; empty for this directory itself
     */
    public String below(String relative) {
        String below = path;
        for (String name : relative.split("/")) {
            below = name.isEmpty() ? below : storage.child(below, name);
        }
        return below;
    }

    /**
     * Requires that no new file is written to an input directory, not even through links.
     *
     * @param inputs the directories that the run reads
     * @param directories the directories of the new files, relative to this directory, with slashes as separators
     * @throws IllegalArgumentException if a directory for new files is an input directory or is in one
     */
    public void requireOutside(Collection<InputDirectory> inputs, Collection<String> directories) throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (InputDirectory source : inputs) {
            if (source.storage() == storage) {
                source.descent().ends().forEach(end -> sources.putIfAbsent(end, source.path()));
            }
        }
        for (String directory : directories) {
            String copy = below(directory);
            String real = storage.real(copy);
            for (Optional<String> at = Optional.of(real); at.isPresent(); at = storage.parent(at.get())) {
                String source = sources.get(at.get());
                if (source != null) {
                    throw new IllegalArgumentException(
                            at.get().equals(real)
                                    ? "the copy of " + source + " would be written to that directory itself"
                                    : copy + " is in " + source + ": a second run would read what this one writes");
                }
            }
        }
    }
}
