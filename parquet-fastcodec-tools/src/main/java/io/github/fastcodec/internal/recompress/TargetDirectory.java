// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.InputDirectory;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
     * Returns the Parquet files and the directories that readers find here although they have no source, such as those of an earlier
     * run whose sources were replaced since. Only the copies of directories are searched: a directory for single files may well
     * contain others.
     */
    public List<String> withoutSource(InputFiles sources) throws IOException {
        Set<String> copies = new HashSet<>();
        Stream.concat(sources.files().stream(), sources.others().stream())
                .map(InputFile::relative)
                .forEach(relative -> addWithParents(relative, copies));
        List<String> found = new ArrayList<>();
        Set<String> searched = new HashSet<>();
        for (InputDirectory source : sources.directories()) {
            String copy = below(source.relative());
            if (searched.add(source.relative())
                    && storage.find(copy).filter(Entry::isDirectory).isPresent()) {
                search(storage.tree(copy), source.relative(), copies, found);
            }
        }
        return found;
    }

    private static void addWithParents(String relative, Set<String> copies) {
        String path = relative;
        while (!path.isEmpty() && copies.add(path)) {
            path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
        }
    }

    private void search(Storage.Tree tree, String relative, Set<String> copies, List<String> found) throws IOException {
        for (Entry entry : tree.list(below(relative))) {
            String path = InputFiles.relative(relative, entry.name());
            if (!InputFiles.isFoundByReaders(entry)) {
                continue;
            }
            if (!copies.contains(path)) {
                found.add(entry.path());
            } else if (entry.isDirectory()) {
                search(tree, path, copies, found);
            }
        }
    }

    /**
     * Requires that no new file is written to an input directory, not even through links or bind mounts.
     *
     * @param inputs the directories that the run reads
     * @param keys the paths of those directories and of the directories below them, by the keys of their entries; entries without
     *     a key are missing
     * @param directories the directories of the new files, relative to this directory, with slashes as separators
     * @throws IllegalArgumentException if a directory for new files is an input directory or is in one
     */
    public void requireOutside(
            Collection<InputDirectory> inputs, Map<Object, String> keys, Collection<String> directories)
            throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (InputDirectory source : inputs) {
            if (source.storage() == storage) {
                source.descent().ends().forEach(end -> sources.putIfAbsent(end, source.path()));
            }
        }
        Set<String> outside = new HashSet<>();
        for (String directory : directories) {
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
