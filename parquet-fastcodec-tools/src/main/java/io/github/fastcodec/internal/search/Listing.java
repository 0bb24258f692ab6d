// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists directories on one machine. It also does the rest of the work that takes requests for each directory rather than for each
 * file: it checks whether the directory belongs to a table, finds the targets that exist, and on a cluster deletes the leftovers
 * of killed processes in the target directory. Not thread-safe.
 */
public final class Listing {

    private final Storages storages;
    private final boolean listsTrees;
    private final boolean cleans;

    /** The listings of whole trees, keyed by the absolute paths of their roots. */
    private final Map<String, Storage.Tree> trees = new HashMap<>();

    private Listing(Storages storages, boolean listsTrees, boolean cleans) {
        this.storages = storages;
        this.listsTrees = listsTrees;
        this.cleans = cleans;
    }

    /** Returns a listing for a caller that visits all directories itself. A tree in an object store may take only one request. */
    static Listing ofTrees(Storages storages) {
        return new Listing(storages, true, false);
    }

    /**
     * Returns a listing for a caller that visits some of the directories.
     *
     * @param cleans whether to delete the leftovers of killed processes next to the targets
     */
    public static Listing ofDirectories(Storages storages, boolean cleans) {
        return new Listing(storages, false, cleans);
    }

    /** Lists a directory. It is empty if it was deleted after the directory above it was listed. */
    public ListedDirectory list(Directory directory) throws IOException {
        Storage storage = storages.of(directory.path());
        String path = storages.path(directory.path());
        List<Entry> entries;
        try {
            entries = entries(storage, path, false);
        } catch (NoSuchFileException e) {
            return new ListedDirectory(directory, false);
        }
        Map<String, Entry> targets = targets(directory.target());
        Map<String, Entry> sources = byName(entries);
        Directory here = directory.withRefusal(refusal(directory, storage, path, sources.keySet(), targets.keySet()));
        ListedDirectory listed = new ListedDirectory(here, !targets.isEmpty());
        for (Entry entry : entries) {
            add(storage, entry, targets, listed);
        }
        for (Entry target : targets.values()) {
            if (isFoundByReaders(target) && !sources.containsKey(target.name())) {
                listed.withoutSource.add(ListedFile.child(here.target(), target.name()));
            }
        }
        return listed;
    }

    private void add(Storage storage, Entry entry, Map<String, Entry> targets, ListedDirectory listed)
            throws IOException {
        Directory above = listed.directory;
        String name = entry.name();
        switch (EntryRole.of(storage, entry)) {
            case PARQUET -> addFile(storage, entry, targets.keySet(), listed);
            case OTHER -> listed.addOther(name, entry.length());
            case HIDDEN -> listed.hidden.add(entry.path());
            case GONE -> {}
            case DIRECTORY -> {
                Optional<Descent> descent = above.descent().into(storage, entry.path());
                if (descent.isEmpty()) { // a link that leads back up
                    listed.hidden.add(entry.path());
                } else {
                    listed.directories.add(new Directory(
                            above.order(),
                            ListedFile.child(above.path(), name),
                            ListedFile.relative(above.relative(), name),
                            above.target().isEmpty() ? "" : ListedFile.child(above.target(), name),
                            above.refusal(),
                            descent.get()));
                }
            }
        }
    }

    private void addFile(Storage storage, Entry entry, Set<String> targets, ListedDirectory listed) throws IOException {
        listed.addFile(entry.name(), entry.length(), targets.contains(entry.name()));
        if (storage.isLink(entry.path())) {
            listed.links.put(entry.name(), storage.real(entry.path()));
        }
        if (cleans && listed.targetWasThere && listed.refusal() == null) {
            Storage to = storages.of(listed.directory.target());
            to.deleteLeftovers(to.child(storages.path(listed.directory.target()), entry.name()));
        }
    }

    /** Lists only the given files of a directory: those that the arguments name. */
    ListedDirectory listNamed(Directory directory, Storage storage, Map<Entry, EntryRole> named) throws IOException {
        String target = directory.target();
        Set<String> names = named.keySet().stream().map(Entry::name).collect(Collectors.toSet());
        Set<String> targets = target.isEmpty() ? Set.of() : storages.of(target).which(storages.path(target), names);
        ListedDirectory listed = new ListedDirectory(directory, !target.isEmpty());
        for (Map.Entry<Entry, EntryRole> file : named.entrySet()) {
            if (file.getValue() == EntryRole.PARQUET) {
                addFile(storage, file.getKey(), targets, listed);
            } else {
                listed.addOther(file.getKey().name(), file.getKey().length());
            }
        }
        return listed;
    }

    /** Returns the entries in a directory; none if it does not exist and need not. */
    private List<Entry> entries(Storage storage, String directory, boolean mayBeMissing) throws IOException {
        try {
            if (listsTrees) {
                return tree(storage, directory, mayBeMissing).list(directory);
            }
            return mayBeMissing && !isDirectory(storage, directory) ? List.of() : storage.list(directory);
        } catch (NoSuchFileException | NotDirectoryException e) {
            if (mayBeMissing) {
                return List.of();
            }
            throw e;
        }
    }

    private static boolean isDirectory(Storage storage, String path) throws IOException {
        return storage.find(path).filter(Entry::isDirectory).isPresent();
    }

    /** Returns the listing of the tree that contains a directory; it begins there if no other tree contains the directory. */
    private Storage.Tree tree(Storage storage, String directory, boolean mayBeMissing) throws IOException {
        String absolute = storage.absolute(directory);
        for (Optional<String> at = Optional.of(absolute); at.isPresent(); at = storage.parent(at.get())) {
            Storage.Tree known = trees.get(at.get());
            if (known != null) {
                return known;
            }
        }
        Storage.Tree tree =
                mayBeMissing && !isDirectory(storage, directory) ? missing -> List.of() : storage.tree(directory);
        trees.put(absolute, tree);
        return tree;
    }

    /** Returns the entries in a target directory, keyed by name; none if it does not exist, or files are only read. */
    private Map<String, Entry> targets(String target) throws IOException {
        return target.isEmpty() ? Map.of() : byName(entries(storages.of(target), storages.path(target), true));
    }

    private static Map<String, Entry> byName(List<Entry> entries) {
        Map<String, Entry> byName = new LinkedHashMap<>();
        entries.forEach(
                entry -> byName.putIfAbsent(entry.name(), entry)); // names that Java cannot decode may look the same
        return byName;
    }

    /** Returns why the files in a directory must not be copied, or null. The directories above have already been checked. */
    private @Nullable String refusal(
            Directory directory, Storage storage, String path, Set<String> sources, Set<String> targets)
            throws IOException {
        if (directory.target().isEmpty() || directory.refusal() != null) {
            return directory.refusal();
        }
        try {
            TableGuard guard = new TableGuard();
            guard.requireNoTable(storage, path, sources);
            if (!targets.isEmpty()) {
                guard.requireNoTable(storages.of(directory.target()), storages.path(directory.target()), targets);
            }
            return null;
        } catch (FileDefect e) {
            return e.getMessage();
        }
    }

    /** Returns whether readers of a directory find a Parquet file or a directory at one of its entries, judging by its name. */
    private static boolean isFoundByReaders(Entry entry) {
        return !EntryRole.isHidden(entry.name()) && (entry.isDirectory() || EntryRole.hasParquetName(entry.name()));
    }
}
