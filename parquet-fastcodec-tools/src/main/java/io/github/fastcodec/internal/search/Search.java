// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
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
import java.util.TreeMap;
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

        /** Returns a path in the form that has the same meaning wherever directories are listed. */
        String path(Storage storage, String path);

        /** Returns whether listing a directory deletes the leftovers of killed processes next to its targets. */
        boolean cleans();
    }

    private final Storages storages;
    private final Lister lister;
    private final @Nullable TargetDirectory target;
    private final TableGuard guard = new TableGuard();

    private final List<Directory> roots = new ArrayList<>();
    private final List<Named> named = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private int order;

    /** Files that arguments name one after the other, and that have the same directory and the same copy of it. */
    private record Named(Directory directory, Storage storage, Map<Entry, Kind> files) {}

    private Search(Storages storages, Lister lister, @Nullable TargetDirectory target) {
        this.storages = storages;
        this.lister = lister;
        this.target = target;
    }

    /**
     * Finds files on this thread, to read them.
     *
     * @throws NoSuchFileException if an argument names nothing that exists
     * @throws IOException if an argument is neither a file nor a directory, a directory cannot be read, or no file system serves
     *     the scheme of an argument
     */
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
        return new Lister() {
            @Override
            public void list(List<Directory> directories, Consumer<ListedDirectory> each) throws IOException {
                for (Directory directory : directories) {
                    each.accept(listing.list(directory));
                }
            }

            @Override
            public String path(Storage storage, String path) {
                return path;
            }

            @Override
            public boolean cleans() {
                return false;
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
            addFile(storage, entry, "", Kind.PARQUET);
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
        Kind kind = Kind.of(storage, entry);
        switch (kind) {
            case PARQUET, OTHER -> {
                int end = Math.max(0, match.relative().lastIndexOf('/'));
                addFile(storage, entry, match.relative().substring(0, end), kind);
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

    private void addFile(Storage storage, Entry entry, String relative, Kind kind) throws IOException {
        String path = storage.parent(entry.path()).orElse("");
        Named last = named.isEmpty() ? null : named.get(named.size() - 1);
        boolean fits = last != null
                && last.directory.order() == order - 1
                && last.directory.path().equals(lister.path(storage, path))
                && last.directory.relative().equals(relative);
        if (last == null || !fits) {
            String absolute = storage.absolute(entry.path());
            Descent descent = Descent.at(storage, storage.parent(absolute).orElse(absolute));
            last = new Named(directory(storage, path, relative, descent), storage, new LinkedHashMap<>());
            named.add(last);
        }
        last.files.putIfAbsent(entry, kind);
    }

    /** Returns a directory at which the search begins, with the reason why its files must not be copied. */
    private Directory directory(Storage storage, String path, String relative, Descent descent) throws IOException {
        if (target == null) {
            return new Directory(order++, lister.path(storage, path), relative, "", null, descent);
        }
        Storage to = target.storage();
        String copy = target.below(relative);
        List<Folder> folders = new ArrayList<>(Folder.both(storage, storage.absolute(path)));
        folders.addAll(Folder.both(to, to.absolute(copy)));
        return new Directory(
                order++, lister.path(storage, path), relative, lister.path(to, copy), guard.refusal(folders), descent);
    }

    private FileList files() throws IOException {
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
        List<ListedDirectory> all = listNamed(files, byReal);
        leaveOutLinks(files, byReal, all);
        all.addAll(byReal.values());
        all.sort(Comparator.comparing(listed -> listed.directory, Directory.IN_ORDER));
        all.forEach(files::add);
        return files;
    }

    /** Lists the files that arguments name, each once, without those that the search has found in a directory. */
    private List<ListedDirectory> listNamed(FileList files, Map<String, ListedDirectory> byReal) throws IOException {
        Map<String, String> nearest = new HashMap<>(); // the absolute path of each file, by its real path
        for (Named group : named) {
            for (Entry file : group.files.keySet()) {
                String real = real(group.storage, file);
                String path = group.storage.absolute(file.path());
                Optional<String> found = pathInListing(group.storage, real, byReal);
                if (found.isPresent()) {
                    nearest.put(real, found.get());
                } else if (nearest.putIfAbsent(real, path) != null && path.equals(real)) {
                    nearest.put(real, path);
                }
            }
        }
        List<ListedDirectory> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Listing listing = Listing.ofDirectories(storages, lister.cleans());
        for (Named group : named) {
            for (Entry file : List.copyOf(group.files.keySet())) {
                String real = real(group.storage, file);
                boolean isNearest = group.storage.absolute(file.path()).equals(nearest.get(real));
                if (!isNearest) {
                    files.leaveOut(file.path());
                }
                if (!isNearest || pathInListing(group.storage, real, byReal).isPresent() || !seen.add(real)) {
                    group.files.remove(file);
                }
            }
            if (!group.files.isEmpty()) {
                all.add(listing.listNamed(group.directory, group.storage, group.files));
            }
        }
        return all;
    }

    /** Leaves out links to files that are found by another path. */
    private void leaveOutLinks(FileList files, Map<String, ListedDirectory> byReal, List<ListedDirectory> named)
            throws IOException {
        Set<String> seen = new HashSet<>();
        for (ListedDirectory listed : named) {
            Storage storage = storages.of(listed.directory.path());
            for (ListedFile file : listed.files) {
                seen.add(listed.links.getOrDefault(file.name(), storage.child(listed.directory.real(), file.name())));
            }
        }
        for (ListedDirectory listed : byReal.values()) {
            Storage storage = storages.of(listed.directory.path());
            for (Map.Entry<String, String> link : new TreeMap<>(listed.links).entrySet()) {
                if (pathInListing(storage, link.getValue(), byReal).isPresent() || !seen.add(link.getValue())) {
                    listed.files.stream()
                            .filter(file -> file.name().equals(link.getKey()))
                            .forEach(files::leaveOut);
                    listed.files.removeIf(file -> file.name().equals(link.getKey()));
                }
            }
        }
    }

    /** Returns the absolute path by which a directory's listing has a file, if one has it, other than as a link. */
    private Optional<String> pathInListing(Storage storage, String real, Map<String, ListedDirectory> byReal)
            throws IOException {
        ListedDirectory listed = byReal.get(storage.parent(real).orElse(real));
        String name = storage.name(real);
        return listed != null && listed.contains(name)
                ? Optional.of(storage.child(absolute(listed.directory), name))
                : Optional.empty();
    }

    private static String real(Storage storage, Entry file) throws IOException {
        try {
            return storage.real(file.path());
        } catch (FileSystemException e) {
            return storage.absolute(file.path()); // a name that Java cannot decode
        }
    }

    private boolean isReal(Directory directory) throws IOException {
        return absolute(directory).equals(directory.real());
    }

    private String absolute(Directory directory) throws IOException {
        return storages.of(directory.path()).absolute(storages.path(directory.path()));
    }
}
