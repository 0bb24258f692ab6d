// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Paths with {@code *}, {@code ?}, {@code [abc]}, {@code {a,b}} in their names, and with {@code **} for any number of
 * directories.
 */
final class Glob {

    private static final String SPECIAL = "*?[{";
    private static final String ANY_DIRECTORIES = "**";

    private final Storage storage;
    private final List<String> names;
    private final List<PathMatcher> matchers = new ArrayList<>();
    private final Map<String, Match> matches = new LinkedHashMap<>();

    /**
     * What matches.
     *
     * @param above how the search has come to the directory in which it is
     */
    record Match(InputFile found, Descent above) {}

    private Glob(Storage storage, List<String> names) {
        this.storage = storage;
        this.names = names;
        for (String name : names) {
            matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + name));
        }
    }

    /** Returns whether a path has a name that may match several. */
    static boolean isGlob(String path) {
        return path.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    /**
     * Returns what matches, by name; each is relative to the last directory that the glob names in full. Names that begin with a dot or an underscore match only where the glob says so itself.
     *
     * @throws java.util.regex.PatternSyntaxException if the glob is none
     */
    static Collection<Match> matches(Storage storage, String glob) throws IOException {
        List<String> names = new ArrayList<>();
        Optional<String> fixed = Optional.of(glob);
        while (fixed.isPresent() && isGlob(fixed.get())) {
            names.add(0, storage.name(fixed.get()));
            fixed = storage.parent(fixed.get());
        }
        Glob search = new Glob(storage, names);
        String directory = fixed.orElse("");
        search.below(directory, Descent.at(storage, directory.isEmpty() ? "." : directory), 0, "");
        return search.matches.values();
    }

    private void below(String directory, Descent descent, int index, String relative) throws IOException {
        boolean deep = names.get(index).equals(ANY_DIRECTORIES);
        boolean last = index == names.size() - 1;
        if (deep && !last) {
            below(directory, descent, index + 1, relative); // no directory at all
        }
        for (Entry entry : list(directory)) {
            String name = entry.name();
            if (InputFiles.isHidden(name) && names.get(index).charAt(0) != name.charAt(0)) {
                continue;
            }
            String below = InputFiles.relative(relative, name);
            if (last && (deep || matchers.get(index).matches(Path.of(name)))) {
                matches.putIfAbsent(entry.path(), new Match(new InputFile(storage, entry, below), descent));
            } else if (entry.isDirectory() && (deep || matchers.get(index).matches(Path.of(name)))) {
                Optional<Descent> into = descent.into(storage, entry.path()); // a link that leads up is not followed
                if (into.isPresent()) {
                    below(entry.path(), into.get(), deep ? index : index + 1, below);
                }
            }
        }
    }

    private List<Entry> list(String directory) throws IOException {
        String path = directory.isEmpty() ? "." : directory;
        if (storage.find(path).filter(Entry::isDirectory).isEmpty()) {
            return List.of();
        }
        List<Entry> entries = storage.list(path);
        if (!directory.isEmpty()) {
            return entries;
        }
        List<Entry> here = new ArrayList<>();
        for (Entry entry : entries) {
            // As the user would write it, without a dot, unless it would seem to have a scheme.
            String name = entry.name();
            storage.find(name.endsWith(":") ? storage.normalize(name) : name).ifPresent(here::add);
        }
        return here;
    }
}
