// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The search for the files that the arguments of a command name: single files, directories with everything below them, and globs.
 * A file that an argument names always counts as a Parquet file. Each file is found once, even if several arguments or links lead
 * to it; a file with several hard links is found by each of its names. Not thread-safe.
 */
public final class Search {

    /** Lists the directories of a search. */
    public interface Lister {

        /**
         * Lists directories.
         *
         * @param each receives each listed directory once, in any order; never called concurrently
         * @throws IOException if a directory cannot be read
         */
        void list(List<Directory> directories, Consumer<ListedDirectory> each) throws IOException;

        /** Returns whether listing a directory deletes the leftovers of killed processes next to its targets. */
        default boolean cleans() {
            return false;
        }
    }

    private final Storages storages;
    private final Lister lister;
    private final @Nullable TargetDirectory target;
    private final TableGuard guard = new TableGuard();

    private final List<Directory> roots = new ArrayList<>();
    private final List<Named> named = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private int order;

    /** Files of one directory that consecutive arguments name. */
    private record Named(Directory directory, Storage storage, Map<Entry, EntryRole> files) {}

    private Search(Storages storages, Lister lister, @Nullable TargetDirectory target) {
        this.storages = storages;
        this.lister = lister;
        this.target = target;
    }

    /** Finds files on this thread, to read them, and throws what {@link #find(Collection, Storages, Lister, TargetDirectory)} throws. */
    public static FileList find(Collection<String> arguments, Storages storages) throws IOException {
        return find(arguments, storages, onThisThread(storages), null);
    }

    /**
     * Finds files.
     *
     * @param lister lists the directories
     * @param target the directory for copies of the files; null if they are only read
     * @throws NoSuchFileException if an argument names nothing that exists
     * @throws IOException if an argument is neither a file nor a directory, a directory cannot be read, or no file system serves
     *     the scheme of an argument
     * @throws IllegalArgumentException if two files would have the same target
     */
    public static FileList find(
            Collection<String> arguments, Storages storages, Lister lister, @Nullable TargetDirectory target)
            throws IOException {
        Search search = new Search(storages, lister, target);
        for (String argument : arguments) {
            search.addArgument(storages.of(argument), storages.path(argument), arguments.size() == 1);
        }
        return search.files();
    }

    /** Returns a lister that lists directories on the calling thread. */
    public static Lister onThisThread(Storages storages) {
        Listing listing = Listing.ofTrees(storages);
        return (directories, each) -> {
            for (Directory directory : directories) {
                each.accept(listing.list(directory));
            }
        };
    }

    private void addArgument(Storage storage, String argument, boolean isOnly) throws IOException {
        String path = storage.normalize(argument);
        Optional<Entry> entry = storage.find(path);
        if (entry.isPresent()) {
            addNamed(storage, entry.get(), isOnly);
            return;
        }
        Collection<Glob.Match> matches = Glob.isGlob(path) ? matches(storage, path) : List.of();
        if (matches.isEmpty()) {
            throw new NoSuchFileException(path);
        }
        for (Glob.Match match : matches) {
            addMatch(storage, match);
        }
    }

    private static Collection<Glob.Match> matches(Storage storage, String glob) throws IOException {
        try {
            return Glob.matches(storage, glob);
        } catch (PatternSyntaxException e) {
            throw new NoSuchFileException(glob, null, "it is not a valid glob: " + e.getDescription());
        }
    }

    private void addNamed(Storage storage, Entry entry, boolean isOnly) throws IOException {
        if (entry.isFile()) {
            addFile(storage, entry, "", EntryRole.PARQUET);
            return;
        }
        if (!entry.isDirectory()) { // such as a pipe, where a read may block forever
            throw new FileSystemException(entry.path(), null, "it is neither a file nor a directory");
        }
        String partitions = partitions(storage, entry.path());
        // the last name of a directory, even if the argument is a dot
        String name = storage.name(storage.absolute(entry.path()));
        addRoot(
                storage,
                entry.path(),
                partitions.isEmpty() && !isOnly ? name : partitions,
                Descent.at(storage, entry.path()));
    }

    /** Returns the partitions at the end of a path. A copy needs them, because the files do not contain their values. */
    private static String partitions(Storage storage, String path) {
        String relative = "";
        Optional<String> at = Optional.of(storage.absolute(path));
        while (at.isPresent() && storage.name(at.get()).indexOf('=') > 0) {
            String name = storage.name(at.get());
            relative = relative.isEmpty() ? name : name + "/" + relative;
            at = storage.parent(at.get());
        }
        return relative;
    }

    private void addMatch(Storage storage, Glob.Match match) throws IOException {
        Entry entry = match.entry();
        EntryRole role = EntryRole.of(storage, entry);
        switch (role) {
            case PARQUET, OTHER -> {
                int end = Math.max(0, match.relative().lastIndexOf('/'));
                addFile(storage, entry, match.relative().substring(0, end), role);
            }
            case DIRECTORY -> {
                Optional<Descent> descent = match.above().into(storage, entry.path());
                if (descent.isPresent()) {
                    addRoot(storage, entry.path(), match.relative(), descent.get());
                } else { // a link that leads back up
                    hidden.add(entry.path());
                }
            }
            case HIDDEN -> hidden.add(entry.path());
            case GONE -> {}
        }
    }

    private void addRoot(Storage storage, String path, String relative, Descent descent) throws IOException {
        roots.add(directory(storage, path, relative, descent));
    }

    private void addFile(Storage storage, Entry entry, String relative, EntryRole role) throws IOException {
        String path = storage.parent(entry.path()).orElse("");
        Named last = named.isEmpty() ? null : named.get(named.size() - 1);
        if (last == null
                || last.directory.order() != order - 1
                || !last.directory.path().equals(storages.portable(storage, path))
                || !last.directory.relative().equals(relative)) {
            String absolute = storage.absolute(entry.path());
            Descent descent = Descent.at(storage, storage.parent(absolute).orElse(absolute));
            last = new Named(directory(storage, path, relative, descent), storage, new LinkedHashMap<>());
            named.add(last);
        }
        last.files.putIfAbsent(entry, role);
    }

    /** Returns a directory to list, and checks whether its path or that of its copy forbids copying its files. */
    private Directory directory(Storage storage, String path, String relative, Descent descent) throws IOException {
        if (target == null) {
            return new Directory(order++, storages.portable(storage, path), relative, "", null, descent);
        }
        Storage to = target.storage();
        String copy = target.below(relative);
        String refusal = null;
        try {
            guard.requireNoTable(storage, path);
            guard.requireNoTable(to, copy);
        } catch (FileDefect e) {
            refusal = e.getMessage();
        }
        String from = storages.portable(storage, path);
        return new Directory(order++, from, relative, storages.portable(to, copy), refusal, descent);
    }

    private FileList files() throws IOException {
        List<ListedDirectory> found = list();
        FileList files =
                new FileList(found.stream().map(listed -> listed.directory).toList());
        hidden.forEach(files::leaveOut);
        Map<String, ListedDirectory> byReal = new LinkedHashMap<>();
        for (ListedDirectory listed : found) {
            ListedDirectory other = byReal.putIfAbsent(listed.directory.real(), listed);
            if (other != null && !isReal(other.directory) && isReal(listed.directory)) {
                byReal.put(listed.directory.real(), listed);
            }
        }
        for (ListedDirectory listed : found) {
            ListedDirectory kept = Objects.requireNonNull(byReal.get(listed.directory.real()));
            if (listed != kept && !absolute(listed.directory).equals(absolute(kept.directory))) {
                files.leaveOut(listed);
            }
        }
        List<ListedDirectory> all = new ArrayList<>();
        Map<String, String> known = new HashMap<>(); // the paths of named files and of links, by their real paths
        Listing listing = Listing.ofDirectories(storages, lister.cleans());
        for (Named group : named) { // before the links, so that a file is found by its own name
            ListedDirectory listed = listing.listNamed(group.directory, group.storage, group.files);
            removeKnown(listed, false, byReal, known, files);
            ListedDirectory same = byReal.get(group.directory.real());
            if (same != null) {
                listed.others.removeIf(other -> has(same.others, other.name()));
                same.others.removeIf(other -> has(listed.files, other.name()));
            }
            all.add(listed);
        }
        all.addAll(byReal.values());
        for (ListedDirectory listed : all) {
            removeKnown(listed, true, byReal, known, files);
        }
        all.sort(Comparator.comparing(listed -> listed.directory, Directory.IN_ORDER));
        all.forEach(files::add);
        return files;
    }

    /** Lists the directories of the arguments and all below them. */
    private List<ListedDirectory> list() throws IOException {
        List<ListedDirectory> found = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        List<Directory> level =
                roots.stream().filter(root -> seen.add(root.path())).toList();
        while (!level.isEmpty()) {
            List<Directory> next = new ArrayList<>();
            lister.list(level, listed -> {
                found.add(listed);
                next.addAll(listed.directories);
            });
            level = next;
        }
        found.sort(Comparator.comparing(listed -> listed.directory, Directory.IN_ORDER));
        return found;
    }

    private static boolean has(List<ListedFile> files, String name) {
        return files.stream().anyMatch(file -> file.name().equals(name));
    }

    /**
     * Removes files that the search has found by another path.
     *
     * @param links whether to remove links, rather than other files
     */
    private void removeKnown(
            ListedDirectory listed,
            boolean links,
            Map<String, ListedDirectory> byReal,
            Map<String, String> known,
            FileList files)
            throws IOException {
        Storage storage = storages.of(listed.directory.path());
        listed.files.removeIf(file -> {
            String link = listed.links.get(file.name());
            if (links != (link != null)) {
                return false;
            }
            String real = link == null ? storage.child(listed.directory.real(), file.name()) : link;
            String other = pathInListing(storage.parent(real).orElse(real), storage.name(real), byReal);
            other = other == null ? known.putIfAbsent(real, file.source()) : other;
            if (other != null && !other.equals(file.source())) {
                files.leaveOut(file);
            }
            return other != null;
        });
    }

    /** Returns the path of a file in the listing of its directory; null if the listing lacks it, or has it as a link. */
    private static @Nullable String pathInListing(String directory, String name, Map<String, ListedDirectory> byReal) {
        ListedDirectory listed = byReal.get(directory);
        return listed != null && listed.containsFile(name) ? ListedFile.child(listed.directory.path(), name) : null;
    }

    private boolean isReal(Directory directory) throws IOException {
        return absolute(directory).equals(directory.real());
    }

    private String absolute(Directory directory) throws IOException {
        return storages.of(directory.path()).absolute(storages.path(directory.path()));
    }
}
