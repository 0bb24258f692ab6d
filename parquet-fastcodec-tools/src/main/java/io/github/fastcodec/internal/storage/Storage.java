// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A file system with the few operations that the tools need. Paths are strings in the storage's own form, and messages show them
 * in that form. Thread-safe.
 */
public interface Storage {

    /** The note on a copy that only its owner can read, because another storage may have other users. */
    String FOR_OWNER =
            "it may not be readable by everyone, and the new file is on another file system: only its owner can read"
                    + " the new file";

    /** Returns the path without redundant parts, such as a trailing separator; a relative path stays relative. */
    String normalize(String path);

    String absolute(String path);

    /**
     * Returns the absolute path, in which all links that the storage reports are resolved. The end of the path need not exist.
     */
    default String real(String path) throws IOException {
        return absolute(path);
    }

    /** Returns whether the last name of a path is a link that the storage reports. */
    default boolean isLink(String path) {
        return false;
    }

    /** Returns the path of a name in a directory. */
    String child(String directory, String name);

    /** Returns the directory that contains a path; empty if the path has at most one name. */
    Optional<String> parent(String path);

    /** Returns whether a path is the given directory or is below it. Both paths must be absolute. */
    default boolean isWithin(String path, String directory) {
        for (Optional<String> at = Optional.of(path); at.isPresent(); at = parent(at.get())) {
            if (at.get().equals(directory)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the last name of a path; empty at the root. */
    String name(String path);

    /** Returns the entry at a path, if any. Links are followed; a dangling link is neither a file nor a directory. */
    Optional<Entry> find(String path) throws IOException;

    /**
     * Returns the entries in a directory, sorted by name. Links are followed; a dangling link is neither a file nor a directory.
     */
    List<Entry> list(String directory) throws IOException;

    /** The listing of a directory and of all directories below it. */
    interface Tree {

        /** Returns the entries in a directory of the tree, as {@link Storage#list} does. */
        List<Entry> list(String directory) throws IOException;
    }

    /** Returns the listing of a whole tree, for a caller that visits all of it. An object store may need only one request. */
    default Tree tree(String directory) throws IOException {
        return this::list;
    }

    /** Returns those of the given names that exist in a directory. The directory itself need not exist. */
    default Set<String> which(String directory, Collection<String> names) throws IOException {
        Set<String> there = new HashSet<>();
        for (String name : names) {
            if (find(child(directory, name)).isPresent()) {
                there.add(name);
            }
        }
        return there;
    }

    /**
     * Opens a file for reading; the caller closes it. The input has an {@link FileInput#entry}.
     *
     * @throws java.nio.file.NoSuchFileException if the file does not exist
     * @throws FileDefect if it is not a regular file: opening a pipe may block forever
     */
    FileInput open(String path) throws IOException;

    /**
     * Creates a new file, and its directory if that does not exist. The file appears under its name only when it is complete.
     *
     * @param like a file of this storage whose permissions are copied to the new one, or null
     * @throws java.nio.file.FileAlreadyExistsException if the path exists; some storages check that only when the file gets its
     *     name
     */
    NewFile create(String path, @Nullable String like) throws IOException;

    /** Returns whether everyone may read a file, as far as the storage knows. */
    boolean isForEverybody(String path) throws IOException;

    /**
     * Creates a new file for a copy of another file. Only users who may read the original can read the copy.
     *
     * @param from the storage of the original
     * @param source the original, opened by {@code from}
     * @throws java.nio.file.FileAlreadyExistsException if the path exists
     */
    NewFile createCopy(String path, Storage from, FileInput source) throws IOException;

    /** Returns whether another storage has the same files under the same paths. */
    default boolean isSameAs(Storage other) {
        return this == other;
    }

    /** Deletes the leftovers of ended processes for one target file. The file itself need not exist. */
    default void deleteLeftovers(String path) throws IOException {
        String file = absolute(path);
        Optional<String> directory = parent(file);
        if (directory.isPresent()) {
            deleteLeftovers(directory.get(), TemporaryName.shortened(name(file))::equals);
        }
    }

    /**
     * Deletes the leftovers of ended processes for target files in a directory. The directory itself need not exist.
     *
     * @param names matches the names of those files; the files need not exist
     */
    void deleteLeftovers(String directory, Predicate<String> names) throws IOException;

    /** Returns whether the files are local, or as fast as local ones, so that reading ahead gains nothing. */
    default boolean isLocal() {
        return false;
    }
}
