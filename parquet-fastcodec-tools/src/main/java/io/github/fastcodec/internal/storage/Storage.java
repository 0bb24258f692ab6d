// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A file system with the few operations that the tools need. A path is a text that this storage understands, in the form in
 * which messages show it. Safe for use by many threads.
 */
public interface Storage {

    /** The note on a copy that only its owner may read, because another storage may have other users. */
    String FOR_OWNER =
            "it may not be readable for everybody, and the new file is in another file system: only its owner may read"
                    + " the new file";

    /** Returns the path without what does not matter, such as a separator at its end; absolute only if it was. */
    String normalize(String path);

    /** Returns the absolute path. */
    String absolute(String path);

    /** Returns the absolute path without links, as far as the storage tells of any; what is not there yet has none. */
    default String real(String path) throws IOException {
        return absolute(path);
    }

    /** Returns the path of something in a directory. */
    String child(String directory, String name);

    /** Returns the directory around a path, or nothing if the path has one name only, or none. */
    Optional<String> parent(String path);

    /** Returns whether a path is that of a directory, or of something below it; both are absolute. */
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

    /** Returns what is at a path, or nothing; of a link, what it leads to, and of one to nothing neither file nor directory. */
    Optional<Entry> find(String path) throws IOException;

    /** Returns what a directory holds, by name; links as what they lead to, links to nothing as neither file nor directory. */
    List<Entry> list(String directory) throws IOException;

    /** The listing of a directory and of those below it. */
    interface Tree {

        /** Returns what a directory of the tree holds, as {@link Storage#list} does. */
        List<Entry> list(String directory) throws IOException;
    }

    /** Lists a directory and everything below it, for a caller that will visit all of it. A store may need one request for that. */
    default Tree tree(String directory) throws IOException {
        return this::list;
    }

    /** Returns which of some names a directory holds, which itself need not be there. */
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
     * Opens a file for reading; the caller closes it. The file has an {@link FileInput#entry}.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such file
     * @throws FileDefect if it is no regular file: to open a pipe may take for ever
     */
    FileInput open(String path) throws IOException;

    /**
     * Creates a new file that appears under its name as a whole, and its directory.
     *
     * @param like a file of this storage whose permissions the new one gets, or null
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path; some storages find that out when the file
     *     gets its name
     */
    NewFile create(String path, @Nullable String like) throws IOException;

    /**
     * Creates a new file that only its owner may read; otherwise as {@link #create} does.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path
     */
    NewFile createForOwner(String path) throws IOException;

    /** Returns whether everybody may read a file, as far as the storage tells. */
    boolean isForEverybody(String path) throws IOException;

    /**
     * Creates a new file for a copy of another one. Only those who may read the original may read the copy.
     *
     * @param from where the original is
     * @param source the original, as {@code from} has opened it
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the path
     */
    default NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        String original = Objects.requireNonNull(source.entry(), "entry").path();
        if (isSameAs(from)) {
            return create(path, original);
        }
        return from.isForEverybody(original) ? create(path, null) : createForOwner(path);
    }

    /** Returns whether another storage has the same files under the same paths. */
    default boolean isSameAs(Storage other) {
        return this == other;
    }

    /** Deletes what a process that is gone has left beside a file, which itself need not be there. */
    default void deleteLeftovers(String path) throws IOException {
        String file = absolute(path);
        Optional<String> directory = parent(file);
        if (directory.isPresent()) {
            deleteLeftovers(directory.get(), TemporaryName.shortened(name(file))::equals);
        }
    }

    /**
     * Deletes what processes that are gone have left beside files of a directory.
     *
     * @param names which files; they need not be there, nor need the directory
     */
    void deleteLeftovers(String directory, Predicate<String> names) throws IOException;

    /** Returns whether the files are on this machine or behave as if they were: reading ahead gains nothing. */
    default boolean isLocal() {
        return false;
    }
}
