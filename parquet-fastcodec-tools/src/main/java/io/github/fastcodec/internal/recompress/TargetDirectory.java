// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.Optional;

/**
 * A directory for new files, which need not be there yet. Immutable.
 *
 * @param storage where it is
 * @param path its path as it was given, without what does not matter
 */
public record TargetDirectory(Storage storage, String path) {

    /**
     * Finds the directory of a path.
     *
     * @param path as {@link Storages#of} takes one
     * @throws IllegalArgumentException if a file is there
     * @throws IOException if the file system cannot be reached
     */
    public static TargetDirectory at(String path, Storages storages) throws IOException {
        Storage storage = storages.of(path);
        String normal = storage.normalize(storages.path(path));
        Optional<Entry> there = storage.find(normal);
        if (there.isPresent() && !there.get().isDirectory()) {
            throw new IllegalArgumentException(path + " is a file, expected a directory");
        }
        return new TargetDirectory(storage, normal);
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
        Optional<String> at = Optional.of(storage.real(copy));
        while (at.isPresent()) {
            if (at.get().equals(directory)) {
                throw new IllegalArgumentException(
                        copy + " lies in " + source + ": a second run would take what this one writes for its input");
            }
            at = storage.parent(at.get());
        }
    }
}
