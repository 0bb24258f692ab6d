// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.Storage;
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
import java.util.regex.Pattern;

/**
 * Finds the paths that match a glob. The names in a glob may contain {@code *}, {@code ?}, {@code [abc]}, {@code [!abc]} or
 * {@code [^abc]}, and {@code {a,b}}; the name {@code **} matches any number of directories.
 */
final class Glob {

    private static final String SPECIAL = "*?[{";
    private static final String ANY_DIRECTORIES = "**";

    /** Shells also negate with a caret, which is an ordinary character to the JDK. */
    private static final Pattern SHELL_NEGATION = Pattern.compile("(?<!\\\\)\\[\\^");

    private final Storage storage;
    private final List<String> names;
    private final List<PathMatcher> matchers = new ArrayList<>();
    private final Map<String, Match> matches = new LinkedHashMap<>();

    /**
     * A file or directory that matches.
     *
     * @param relative its path below the fixed part of the glob, with slashes
     * @param above the descent to the directory that contains it
     */
    record Match(Entry entry, String relative, Descent above) {}

    private Glob(Storage storage, List<String> names) {
        this.storage = storage;
        this.names = names;
        for (String name : names) {
            matchers.add(FileSystems.getDefault()
                    .getPathMatcher("glob:" + SHELL_NEGATION.matcher(name).replaceAll("[!")));
        }
    }

    /** Returns whether a path contains wildcards. */
    static boolean isGlob(String path) {
        return path.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    /**
     * Returns the matches, sorted by name. Their relative paths begin below the last directory that the glob names without wildcards.
     * Names with a leading dot or underscore match only a name of the glob with the same first character.
     *
     * @throws java.util.regex.PatternSyntaxException if the glob is not valid
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
            below(directory, descent, index + 1, relative); // ** also matches zero directories
        }
        for (Entry entry : list(directory)) {
            String name = entry.name();
            if (EntryRole.isHidden(name) && names.get(index).charAt(0) != name.charAt(0)) {
                continue;
            }
            String below = ListedFile.relative(relative, name);
            if (last && (deep || matchers.get(index).matches(Path.of(name)))) {
                matches.putIfAbsent(entry.path(), new Match(entry, below, descent));
            } else if (entry.isDirectory() && (deep || matchers.get(index).matches(Path.of(name)))) {
                Optional<Descent> into = descent.into(storage, entry.path()); // empty if a link leads back up
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
        return storage.list(path);
    }
}
