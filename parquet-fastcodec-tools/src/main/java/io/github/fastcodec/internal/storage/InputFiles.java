// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The files named by the arguments of a command: single files, directories with everything below them, and globs. Below a
 * directory, files that Spark and Hadoop ignore do not count as Parquet files: those whose name begins with a dot or an
 * underscore, and those in directories with such a name, except for partitions such as {@code _day=1}. A file that an argument
 * names always counts as a Parquet file. Immutable.
 */
public final class InputFiles {

    private static final Pattern PARQUET_NAME = Pattern.compile(".*\\.(parquet|parq|pq)", Pattern.CASE_INSENSITIVE);
    private static final Set<String> MAGIC = Set.of("PAR1", "PARE");

    private final List<InputFile> files = new ArrayList<>();
    private final List<InputFile> others = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private final List<InputDirectory> directories = new ArrayList<>();

    /** The paths of the directories that were searched, by the keys of their entries. */
    private final Map<Object, String> directoryKeys = new HashMap<>();

    private InputFiles() {}

    /**
     * Finds the files that the arguments name, and the files below the directories that the arguments name.
     *
     * @throws NoSuchFileException if an argument names nothing that exists
     * @throws IOException if an argument is neither a file nor a directory, a directory cannot be read, or no file system serves
     *     the scheme of an argument
     */
    public static InputFiles find(List<String> arguments, Storages storages) throws IOException {
        return find(arguments, storages, true);
    }

    /**
     * Finds the files and directories that the arguments name. Does not search directories.
     *
     * @throws NoSuchFileException if an argument names nothing that exists
     * @throws IOException if an argument is neither a file nor a directory, a directory of a glob cannot be read, or no file system
     *     serves the scheme of an argument
     */
    public static InputFiles findNamed(List<String> arguments, Storages storages) throws IOException {
        return find(arguments, storages, false);
    }

    private static InputFiles find(List<String> arguments, Storages storages, boolean deep) throws IOException {
        InputFiles found = new InputFiles();
        Search search = found.new Search(deep);
        for (String argument : arguments) {
            search.addArgument(storages.of(argument), storages.path(argument), arguments.size() == 1);
        }
        found.removeDuplicates();
        return found;
    }

    /**
     * If a file was found by several paths, some of them through links, keeps only one of the paths, so that each file is found
     * once. A file with several hard links is still found by each of its names.
     */
    private void removeDuplicates() throws IOException {
        Map<Object, List<InputFile>> sameKey = new HashMap<>();
        for (InputFile file : files) {
            if (file.entry().key() != null) {
                sameKey.computeIfAbsent(file.entry().key(), none -> new ArrayList<>(1))
                        .add(file);
            }
        }
        Set<InputFile> duplicates = new HashSet<>();
        for (List<InputFile> paths : sameKey.values()) {
            if (paths.size() > 1) {
                addDuplicates(paths, duplicates);
            }
        }
        files.removeAll(duplicates);
        duplicates.stream().map(InputFile::path).sorted().forEach(hidden::add);
    }

    private static void addDuplicates(List<InputFile> paths, Set<InputFile> duplicates) throws IOException {
        Map<String, InputFile> first = new HashMap<>();
        for (InputFile path : paths) {
            String real = path.storage().real(path.path());
            InputFile other = first.putIfAbsent(real, path);
            if (other == null) {
                continue;
            }
            boolean isNearer = links(path, real) < links(other, real);
            duplicates.add(isNearer ? other : path);
            first.put(real, isNearer ? path : other);
        }
    }

    /**
     * Returns 0 for the real path of a file, 1 for a path through links to directories, and 2 for a path whose last name is a
     * link.
     */
    private static int links(InputFile file, String real) throws IOException {
        Storage storage = file.storage();
        String path = storage.absolute(file.path());
        if (path.equals(real)) {
            return 0;
        }
        String directory = storage.real(storage.parent(path).orElse(path));
        return storage.child(directory, storage.name(path)).equals(real) ? 1 : 2;
    }

    /**
     * Finds the files and directories in a directory. Does not search its subdirectories.
     *
     * @throws IOException if the directory cannot be read
     */
    public static InputFiles list(InputDirectory directory) throws IOException {
        InputFiles found = new InputFiles();
        found.new Search(false).addBelow(directory, directory.storage()::list);
        found.removeDuplicates();
        return found;
    }

    /** Returns the Parquet files, in the order of the arguments, and sorted by name below each of them; immutable. */
    public List<InputFile> files() {
        return Collections.unmodifiableList(files);
    }

    /** Returns the files that are not Parquet files, such as {@code _SUCCESS}; immutable. */
    public List<InputFile> others() {
        return Collections.unmodifiableList(others);
    }

    /**
     * Returns the paths that were ignored: directories without data, such as {@code _temporary}; files whose names begin with a dot,
     * such as checksums of Hadoop's local file system; links to files that were found by another path; links to directories that lead
     * back up; and devices. Immutable.
     */
    public List<String> hidden() {
        return Collections.unmodifiableList(hidden);
    }

    /**
     * Returns the directories that the arguments name, and the directories elsewhere to which links below them lead; after {@link
     * #list}, the subdirectories of the listed directory. Immutable.
     */
    public List<InputDirectory> directories() {
        return Collections.unmodifiableList(directories);
    }

    /**
     * Returns the paths of all directories that were searched, by the keys of their entries. Storages without such keys have no
     * directories here. Immutable.
     */
    public Map<Object, String> directoryKeys() {
        return Collections.unmodifiableMap(directoryKeys);
    }

    /** Returns whether Spark and Hadoop ignore files and directories of this name. */
    static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_") && name.indexOf('=') < 0 || name.endsWith("._COPYING_");
    }

    /** Returns whether a listed path cannot be opened, because Java cannot decode its name. */
    private static boolean isUndecodable(InputFile found) {
        try {
            return found.path().indexOf('\ufffd') >= 0
                    && found.storage().find(found.path()).isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Returns whether a file is a Parquet file. Also true if the file cannot be read, because the run reports the reason when it
     * opens the file.
     *
     * @throws NoSuchFileException if it no longer exists
     */
    private static boolean isParquet(InputFile found) throws NoSuchFileException {
        if (hasParquetName(found)) {
            return true;
        }
        if (found.length() < 2 * Integer.BYTES) {
            return false;
        }
        byte[] start = new byte[Integer.BYTES];
        try (FileInput input = found.open()) {
            input.read(0, start, 0, start.length);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            return true;
        }
        return MAGIC.contains(new String(start, StandardCharsets.ISO_8859_1));
    }

    private static boolean hasParquetName(InputFile found) {
        return hasParquetName(found.entry().name());
    }

    private static boolean hasParquetName(String name) {
        return PARQUET_NAME.matcher(name).matches();
    }

    /** Returns whether readers of a directory find a Parquet file or a directory at one of its entries, judging by its name. */
    public static boolean isFoundByReaders(Entry entry) {
        return !isHidden(entry.name()) && (entry.isDirectory() || hasParquetName(entry.name()));
    }

    /** Returns the relative path of a name in a directory. */
    public static String relative(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /** Searches one argument after the other. A file to which two arguments lead is added once. */
    private final class Search {

        private final boolean deep;

        /**
         * The absolute paths found so far. A path with an undecodable name is combined with the key of its entry, because several
         * such names may look the same.
         */
        private final Set<Object> seen = new HashSet<>();

        private Search(boolean deep) {
            this.deep = deep;
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
                addMatch(match);
            }
        }

        private Collection<Glob.Match> matches(Storage storage, String glob) throws IOException {
            try {
                return Glob.matches(storage, glob);
            } catch (PatternSyntaxException e) {
                throw new NoSuchFileException(glob, null, "it is not a valid glob: " + e.getDescription());
            }
        }

        private void addNamed(Storage storage, Entry entry, boolean isOnly) throws IOException {
            if (entry.isFile()) {
                add(files, new InputFile(storage, entry, entry.name()));
                return;
            }
            if (!entry.isDirectory()) { // such as a pipe, where a read may block forever
                throw new FileSystemException(entry.path(), null, "it is neither a file nor a directory");
            }
            String relative = partitions(storage, entry.path());
            addKey(entry);
            addRoot(new InputDirectory(
                    storage,
                    entry.path(),
                    relative.isEmpty() && !isOnly ? absoluteName(storage, entry) : relative,
                    Descent.at(storage, entry.path())));
        }

        /** Returns the last name of a directory, even if the argument is a dot. */
        private String absoluteName(Storage storage, Entry entry) {
            return storage.name(storage.absolute(entry.path()));
        }

        /**
         * Returns the partitions at the end of a path. A copy needs them, because the files do not contain the values of the
         * partitions.
         */
        private String partitions(Storage storage, String path) {
            String relative = "";
            Optional<String> at = Optional.of(storage.absolute(path));
            while (at.isPresent() && storage.name(at.get()).indexOf('=') > 0) {
                String name = storage.name(at.get());
                relative = relative.isEmpty() ? name : name + "/" + relative;
                at = storage.parent(at.get());
            }
            return relative;
        }

        private void addMatch(Glob.Match match) throws IOException {
            InputFile found = match.found();
            if (isHidden(found.entry().name())) {
                addHidden(found);
            } else if (found.entry().isDirectory()) {
                Optional<InputDirectory> directory = directory(found, match.above());
                if (directory.isPresent()) {
                    addRoot(directory.get());
                }
            } else {
                addFile(found);
            }
        }

        /** Returns a directory, or empty if it was reached by a link that leads back up. */
        private Optional<InputDirectory> directory(InputFile found, Descent above) throws IOException {
            Optional<Descent> descent = above.into(found.storage(), found.path());
            if (descent.isEmpty()) {
                hidden.add(found.path());
            } else {
                addKey(found.entry());
            }
            return descent.map(to -> new InputDirectory(found.storage(), found.path(), found.relative(), to));
        }

        private void addKey(Entry directory) {
            if (directory.key() != null) {
                directoryKeys.putIfAbsent(directory.key(), directory.path());
            }
        }

        /** Adds a directory that an argument names or matches. */
        private void addRoot(InputDirectory directory) throws IOException {
            directories.add(directory);
            if (deep) {
                addBelow(directory, directory.storage().tree(directory.path()));
            }
        }

        private void addBelow(InputDirectory directory, Storage.Tree tree) throws IOException {
            Storage storage = directory.storage();
            for (Entry entry : tree.list(directory.path())) {
                InputFile found = new InputFile(storage, entry, relative(directory.relative(), entry.name()));
                if (isHidden(entry.name())) {
                    addHidden(found);
                } else if (isUndecodable(found)) { // reported when the file is opened
                    String path = storage.absolute(found.path());
                    add(
                            entry.isDirectory() || hasParquetName(found) ? files : others,
                            found,
                            entry.key() == null ? path : List.of(path, entry.key()));
                } else if (entry.isDirectory()) {
                    addDirectory(directory, found, tree);
                } else {
                    addFile(found);
                }
            }
        }

        private void addDirectory(InputDirectory above, InputFile found, Storage.Tree tree) throws IOException {
            try {
                Optional<InputDirectory> directory = directory(found, above.descent());
                if (directory.isEmpty()) {
                    return;
                }
                boolean isElsewhere = directory.get().descent().ends().size()
                        > above.descent().ends().size();
                if (!deep || isElsewhere) {
                    directories.add(directory.get());
                }
                if (deep) {
                    addBelow(directory.get(), tree);
                }
            } catch (NoSuchFileException e) {
                // It was deleted after the directory above it was listed.
            }
        }

        private void addFile(InputFile found) throws IOException {
            if (found.entry().type() == Entry.Type.BROKEN_LINK) {
                add(others, found); // reported because it cannot be copied
            } else if (!found.entry().isFile()) {
                hidden.add(found.path());
            } else {
                try {
                    add(isParquet(found) ? files : others, found);
                } catch (NoSuchFileException e) {
                    // It was deleted after its directory was listed, as temporary files are.
                }
            }
        }

        /**
         * Adds files such as {@code _SUCCESS}, because they describe the data next to them. Records all other paths as hidden:
         * files whose names begin with a dot are private to tools.
         */
        private void addHidden(InputFile found) {
            if (found.entry().isFile() && found.entry().name().startsWith("_")) {
                add(others, found);
            } else {
                hidden.add(found.path());
            }
        }

        private void add(List<InputFile> list, InputFile found) {
            add(list, found, found.storage().absolute(found.path()));
        }

        private void add(List<InputFile> list, InputFile found, Object identity) {
            if (seen.add(identity)) {
                list.add(found);
            }
        }
    }
}
