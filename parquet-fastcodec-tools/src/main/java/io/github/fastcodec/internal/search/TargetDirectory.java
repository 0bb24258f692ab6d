// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory for the new files of a run. It need not exist. Immutable.
 *
 * @param path the path of the directory in {@code storage}
 */
public record TargetDirectory(Storage storage, String path) {

    /**
     * Returns the directory at a path, which need not exist.
     *
     * @param given the path as the user typed it
     * @throws IllegalArgumentException if the path is a file
     * @throws IOException if the file system cannot be reached
     */
    public static TargetDirectory at(String given, Storages storages) throws IOException {
        Storage storage = storages.of(given);
        String path = storage.normalize(storages.path(given));
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
     * Requires that no new file is written to a directory that was searched, not even through links or bind mounts.
     *
     * @param files the files of the run
     * @throws IllegalArgumentException if a directory for new files is such a directory or is in one
     */
    public void requireOutside(FileList files, Storages storages) throws IOException {
        Map<String, String> sources = new HashMap<>();
        Map<Object, String> keys = new HashMap<>();
        for (Directory source : files.searched()) {
            Storage from = storages.of(source.path());
            String path = storages.path(source.path());
            if (from == storage) {
                source.descent().ends().forEach(end -> sources.putIfAbsent(end, path));
            }
            if (from.isLocal()) {
                from.find(path).map(Entry::key).ifPresent(key -> keys.putIfAbsent(key, path));
            }
        }
        Set<String> outside = new HashSet<>();
        for (String directory : files.relativeDirectories()) {
            String copy = below(directory);
            String real = storage.real(copy);
            for (Optional<String> at = Optional.of(real);
                    at.isPresent() && outside.add(at.get());
                    at = storage.parent(at.get())) {
                String source = sources.containsKey(at.get()) ? sources.get(at.get()) : sourceOf(at.get(), keys);
                if (source != null) {
                    throw new IllegalArgumentException(
                            at.get().equals(real)
                                    ? "the copy of " + source + " would be written to that directory itself"
                                    : copy + " is in " + source + ": a second run would read what this one writes");
                }
            }
        }
    }

    /** Returns the path of the input directory that is the same directory as one of another path, such as a bind mount; or null. */
    private @Nullable String sourceOf(String directory, Map<Object, String> keys) throws IOException {
        return storage.isLocal()
                ? storage.find(directory).map(Entry::key).map(keys::get).orElse(null)
                : null;
    }
}
