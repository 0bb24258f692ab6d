// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
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
     * Requires that the copy of a directory does not lie in that directory.
     *
     * @param source the directory that is read
     * @throws IllegalArgumentException if the copy is the directory or lies in it
     */
    public void requireOutside(InputFile source) throws IOException {
        if (source.storage() != storage) {
            return;
        }
        String copy = below(source.relative());
        String directory = storage.real(source.path());
        String real = storage.real(copy);
        if (real.equals(directory)) {
            throw new IllegalArgumentException("the copy of " + source + " would be that directory itself");
        }
        for (Optional<String> at = storage.parent(real); at.isPresent(); at = storage.parent(at.get())) {
            if (at.get().equals(directory)) {
                throw new IllegalArgumentException(
                        copy + " lies in " + source + ": a second run would take what this one writes for its input");
            }
        }
    }
}
