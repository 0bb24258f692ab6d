// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A directory of any storage. Immutable. */
public class Folder {

    private final Storage storage;
    private final String path;

    /** Creates a folder with an absolute path, which need not exist. */
    public Folder(Storage storage, String path) {
        this.storage = storage;
        this.path = path;
    }

    /** Returns {@link #both} for the directory of a file. */
    public static List<Folder> ofFile(Storage storage, String file) throws IOException {
        String path = storage.absolute(file);
        return both(storage, storage.parent(path).orElse(path));
    }

    /**
     * Returns the folder at an absolute path and, if the path contains links, also the folder to which it leads: that may be in a
     * table.
     */
    public static List<Folder> both(Storage storage, String path) throws IOException {
        Set<String> paths = new LinkedHashSet<>(List.of(path, storage.real(path)));
        return paths.stream().map(each -> new Folder(storage, each)).toList();
    }

    /**
     * Returns a listed directory, whose names are known and whose parents have been checked, and, if the path contains links, also
     * the folder to which it leads.
     */
    static List<Folder> listed(Storage storage, String path, Set<String> names) throws IOException {
        String absolute = storage.absolute(path);
        List<Folder> folders = new ArrayList<>(List.of(new Folder(storage, absolute) {
            @Override
            Optional<Folder> parent() {
                return Optional.empty();
            }

            @Override
            Set<String> which(Collection<String> asked) {
                return asked.stream().filter(names::contains).collect(Collectors.toSet());
            }
        }));
        String real = storage.real(path);
        if (!real.equals(absolute)) {
            folders.add(new Folder(storage, real));
        }
        return folders;
    }

    /** Returns the absolute path. */
    public final String path() {
        return path;
    }

    /** Returns the parent directory, or empty for a root. */
    Optional<Folder> parent() {
        return storage.parent(path).map(parent -> new Folder(storage, parent));
    }

    /** Returns the given names that exist in the directory. */
    Set<String> which(Collection<String> names) throws IOException {
        return storage.which(path, names);
    }

    /** Returns the names in the subdirectory {@code name}; empty if it does not exist or is not a directory. */
    public Collection<String> names(String name) throws IOException {
        String directory = storage.child(path, name);
        try {
            return storage.list(directory).stream().map(Entry::name).collect(Collectors.toList());
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }
}
