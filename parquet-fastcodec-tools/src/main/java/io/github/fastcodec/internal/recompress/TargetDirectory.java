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
 * A directory for new files, which need not be there yet. Immutable.
 *
 * @param storage where it is
 * @param path its path in the storage
 */
public record TargetDirectory(Storage storage, String path) {

    /**
     * Returns a directory, which need not be there.
     *
     * @param given the path as the user typed it, for messages
     * @throws IllegalArgumentException if a file is there
     * @throws IOException if the file system cannot be reached
     */
    public static TargetDirectory at(String given, Storage storage, String path) throws IOException {
        Optional<Entry> there = storage.find(path);
        if (there.isPresent() && !there.get().isDirectory()) {
            throw new IllegalArgumentException(given + " is a file, expected a directory");
        }
        return new TargetDirectory(storage, path);
    }

    /**
     * Returns the path of a file or a directory below this one.
     *
     * @param relative its names, with slashes; empty for the directory itself
     */
    public String below(String relative) {
        String below = path;
        for (String name : relative.split("/")) {
            below = name.isEmpty() ? below : storage.child(below, name);
        }
        return below;
    }

    /**
     * Requires that no new file is written into a directory that is read, by whatever links.
     *
     * @param read the directories that are read
     * @param directories where the new files go, relative to this directory, with slashes
     * @throws IllegalArgumentException if one of them is such a directory or lies in one
     */
    public void requireOutside(Collection<InputDirectory> read, Collection<String> directories) throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (InputDirectory source : read) {
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
                                    ? "the copy of " + source + " would be that directory itself"
                                    : copy + " lies in " + source
                                            + ": a second run would take what this one writes for its input");
                }
            }
        }
    }
}
