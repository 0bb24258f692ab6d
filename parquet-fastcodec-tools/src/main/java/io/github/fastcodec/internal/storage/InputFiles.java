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
 * The files that the arguments of a command lead to: files, directories and all below them, and globs. Below a directory what
 * Spark and Hadoop do not read is no Parquet file here either: names that begin with a dot or an underscore, unless they are
 * partitions such as {@code _day=1}. A file that an argument names is one always. Immutable.
 */
public final class InputFiles {

    private static final Pattern PARQUET_NAME = Pattern.compile(".*\\.(parquet|parq|pq)", Pattern.CASE_INSENSITIVE);
    private static final Set<String> MAGIC = Set.of("PAR1", "PARE");

    private final List<InputFile> files = new ArrayList<>();
    private final List<InputFile> others = new ArrayList<>();
    private final List<String> hidden = new ArrayList<>();
    private final List<InputDirectory> directories = new ArrayList<>();

    private InputFiles() {}

    /**
     * Looks for the files.
     *
     * @throws NoSuchFileException if there is nothing where an argument leads
     * @throws IOException if an argument is neither a file nor a directory, a directory cannot be read, or nothing serves the scheme of an argument
     */
    public static InputFiles find(List<String> arguments, Storages storages) throws IOException {
        return find(arguments, storages, true);
    }

    /**
     * Looks for the files and directories that the arguments name, and into no directory.
     *
     * @throws NoSuchFileException if there is nothing where an argument leads
     * @throws IOException if an argument is neither a file nor a directory, a directory of a glob cannot be read, or nothing serves the scheme of an argument
     */
    public static InputFiles findNamed(List<String> arguments, Storages storages) throws IOException {
        return find(arguments, storages, false);
    }

    private static InputFiles find(List<String> arguments, Storages storages, boolean deep) throws IOException {
        InputFiles found = new InputFiles();
        Search search = found.new Search(deep);
        for (String argument : arguments) {
            search.argument(storages.of(argument), storages.path(argument), arguments.size() == 1);
        }
        found.leaveOutSecondPaths();
        return found;
    }

    /**
     * Leaves out the paths through links to files that are found by another path too, so that each file is found once. Files with
     * several hard links are found by each of their names.
     */
    private void leaveOutSecondPaths() throws IOException {
        Map<Object, List<InputFile>> sameKey = new HashMap<>();
        for (InputFile file : files) {
            if (file.entry().key() != null) {
                sameKey.computeIfAbsent(file.entry().key(), none -> new ArrayList<>(1))
                        .add(file);
            }
        }
        Set<InputFile> second = new HashSet<>();
        for (List<InputFile> paths : sameKey.values()) {
            if (paths.size() > 1) {
                addSecondPaths(paths, second);
            }
        }
        files.removeAll(second);
        second.stream().map(InputFile::path).sorted().forEach(hidden::add);
    }

    private static void addSecondPaths(List<InputFile> paths, Set<InputFile> second) throws IOException {
        Map<String, InputFile> first = new HashMap<>();
        for (InputFile path : paths) {
            String real = path.storage().real(path.path());
            InputFile other = first.putIfAbsent(real, path);
            if (other == null) {
                continue;
            }
            boolean isNearer = links(path, real) < links(other, real);
            second.add(isNearer ? other : path);
            first.put(real, isNearer ? path : other);
        }
    }

    /** Returns 0 for a file's real path, 1 for one through links to directories, and 2 for one whose last name is a link. */
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
     * Looks for the files of one directory, and into none below it.
     *
     * @throws IOException if the directory cannot be read
     */
    public static InputFiles list(InputDirectory directory) throws IOException {
        InputFiles found = new InputFiles();
        found.new Search(false).below(directory, directory.storage()::list);
        found.leaveOutSecondPaths();
        return found;
    }

    /** Returns the Parquet files, in the order of the arguments, and by name below one; immutable. */
    public List<InputFile> files() {
        return Collections.unmodifiableList(files);
    }

    /** Returns the files beside them that are no Parquet files, such as {@code _SUCCESS}; immutable. */
    public List<InputFile> others() {
        return Collections.unmodifiableList(others);
    }

    /**
     * Returns the paths of what was not looked at: directories that hold no data, such as {@code _temporary}, and files that
     * begin with a dot, such as checksums of Hadoop's local file system, links to files that are found by another path, and links to
     * directories that lead up; immutable.
     */
    public List<String> hidden() {
        return Collections.unmodifiableList(hidden);
    }

    /**
     * Returns the directories that the arguments lead to, and those elsewhere that links below them lead to; or those that a listed
     * directory holds; immutable.
     */
    public List<InputDirectory> directories() {
        return Collections.unmodifiableList(directories);
    }

    /** Returns whether Spark and Hadoop read no data from a name. */
    static boolean isHidden(String name) {
        return name.startsWith(".") || name.startsWith("_") && name.indexOf('=') < 0 || name.endsWith("._COPYING_");
    }

    /** Returns whether the text of a listed path leads to nothing, because the name is no text, or none in the encoding of Java's names. */
    private static boolean isNameless(InputFile found) {
        try {
            return found.path().indexOf('\ufffd') >= 0
                    && found.storage().find(found.path()).isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Returns whether a file is a Parquet file, or cannot be read, which its own turn will tell.
     *
     * @throws NoSuchFileException if it is there no longer
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
        return PARQUET_NAME.matcher(found.entry().name()).matches();
    }

    /** Returns where something in a directory belongs in a copy. */
    static String relative(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /** The files of one argument after the other; a file that two lead to counts once. */
    private final class Search {

        private final boolean deep;

        /** Absolute paths, with their keys where names are no text, because several may look the same. */
        private final Set<Object> seen = new HashSet<>();

        private Search(boolean deep) {
            this.deep = deep;
        }

        private void argument(Storage storage, String argument, boolean alone) throws IOException {
            String path = storage.normalize(argument);
            Optional<Entry> entry = storage.find(path);
            if (entry.isPresent()) {
                named(storage, entry.get(), alone);
                return;
            }
            Collection<Glob.Match> matches = Glob.isGlob(path) ? matches(storage, path) : List.of();
            if (matches.isEmpty()) {
                throw new NoSuchFileException(path);
            }
            for (Glob.Match match : matches) {
                matched(match);
            }
        }

        private Collection<Glob.Match> matches(Storage storage, String glob) throws IOException {
            try {
                return Glob.matches(storage, glob);
            } catch (PatternSyntaxException e) {
                throw new NoSuchFileException(glob, null, "as a glob it is wrong: " + e.getDescription());
            }
        }

        private void named(Storage storage, Entry entry, boolean alone) throws IOException {
            if (entry.isFile()) {
                add(files, new InputFile(storage, entry, entry.name()));
                return;
            }
            if (!entry.isDirectory()) { // a pipe, say, which might never say anything
                throw new FileSystemException(entry.path(), null, "it is neither a file nor a directory");
            }
            String relative = partitions(storage, entry.path());
            root(new InputDirectory(
                    storage,
                    entry.path(),
                    relative.isEmpty() && !alone ? absoluteName(storage, entry) : relative,
                    Descent.at(storage, entry.path())));
        }

        /** Returns the last name of a directory, also of one that the argument calls a dot. */
        private String absoluteName(Storage storage, Entry entry) {
            return storage.name(storage.absolute(entry.path()));
        }

        /** Returns the names at the end of a path that are partitions: they hold values that no file below has. */
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

        private void matched(Glob.Match match) throws IOException {
            InputFile found = match.found();
            if (isHidden(found.entry().name())) {
                hiddenEntry(found);
            } else if (found.entry().isDirectory()) {
                Optional<InputDirectory> directory = directory(found, match.above());
                if (directory.isPresent()) {
                    root(directory.get());
                }
            } else {
                file(found);
            }
        }

        /** Returns a directory, or nothing if a link leads there that leads up. */
        private Optional<InputDirectory> directory(InputFile found, Descent above) throws IOException {
            Optional<Descent> descent = above.into(found.storage(), found.path());
            if (descent.isEmpty()) {
                hidden.add(found.path());
            }
            return descent.map(to -> new InputDirectory(found.storage(), found.path(), found.relative(), to));
        }

        /** A directory that an argument leads to. */
        private void root(InputDirectory directory) throws IOException {
            directories.add(directory);
            if (deep) {
                below(directory, directory.storage().tree(directory.path()));
            }
        }

        private void below(InputDirectory directory, Storage.Tree tree) throws IOException {
            Storage storage = directory.storage();
            for (Entry entry : tree.list(directory.path())) {
                InputFile found = new InputFile(storage, entry, relative(directory.relative(), entry.name()));
                if (isHidden(entry.name())) {
                    hiddenEntry(found);
                } else if (isNameless(found)) { // fails by itself
                    String path = storage.absolute(found.path());
                    add(
                            entry.isDirectory() || hasParquetName(found) ? files : others,
                            found,
                            entry.key() == null ? path : List.of(path, entry.key()));
                } else if (entry.isDirectory()) {
                    directoryBelow(directory, found, tree);
                } else {
                    file(found);
                }
            }
        }

        private void directoryBelow(InputDirectory above, InputFile found, Storage.Tree tree) throws IOException {
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
                    below(directory.get(), tree);
                }
            } catch (NoSuchFileException e) {
                // It has gone since the directory above was listed.
            }
        }

        private void file(InputFile found) throws IOException {
            if (found.entry().type() == Entry.Type.BROKEN_LINK) {
                add(others, found); // which cannot be copied: somebody may miss what was there
            } else if (!found.entry().isFile()) {
                hidden.add(found.path());
            } else {
                try {
                    add(isParquet(found) ? files : others, found);
                } catch (NoSuchFileException e) {
                    // It was here for a moment, as temporary files are.
                }
            }
        }

        /** Files such as {@code _SUCCESS} say something of the files beside them, those that begin with a dot say it to a tool. */
        private void hiddenEntry(InputFile found) {
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
