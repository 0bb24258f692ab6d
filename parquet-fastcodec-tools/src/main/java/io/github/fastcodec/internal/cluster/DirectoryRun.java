// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.Folder;
import io.github.fastcodec.internal.recompress.TableGuard;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.InputDirectory;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lists a directory on one machine of a cluster. It also does the rest of the work that takes requests for each directory rather
 * than for each file: it checks whether the directory belongs to a table, finds the targets that exist, and deletes the leftovers
 * of killed processes in the target directory. Not thread-safe.
 */
final class DirectoryRun {

    private final Storages storages;

    DirectoryRun(Storages storages) {
        this.storages = storages;
    }

    ListedDirectory list(Directory directory) throws IOException {
        Storage storage = storages.of(directory.path());
        String path = storages.path(directory.path());
        InputFiles found =
                InputFiles.list(new InputDirectory(storage, path, directory.relative(), directory.descent()));
        Map<String, Entry> targets = targets(directory.target());
        String refusal = directory.refusal();
        if (refusal == null) {
            Set<String> names = names(found);
            found.hidden().forEach(hidden -> names.add(storage.name(hidden)));
            refusal = refusal(storage, path, names);
        }
        if (refusal == null && !targets.isEmpty()) {
            refusal = refusal(storages.of(directory.target()), storages.path(directory.target()), targets.keySet());
        }
        Directory here = directory.withRefusal(refusal);
        ListedDirectory listed = new ListedDirectory(here);
        for (InputFile file : found.files()) {
            add(file, targets.keySet(), listed);
        }
        for (InputFile other : found.others()) {
            listed.addOther(other.entry().name(), other.length());
        }
        listed.hidden.addAll(found.hidden());
        for (InputDirectory below : found.directories()) {
            listed.directories.add(new Directory(
                    ListedFile.child(here.path(), below.name()),
                    below.relative(),
                    ListedFile.child(here.target(), below.name()),
                    refusal,
                    below.descent()));
        }
        Set<String> sources = names(found);
        for (Entry target : targets.values()) {
            if (InputFiles.isFoundByReaders(target) && !sources.contains(target.name())) {
                listed.withoutSource.add(ListedFile.child(here.target(), target.name()));
            }
        }
        return listed;
    }

    /**
     * Adds a file to a listing and, unless the directory is refused, deletes the leftovers of its target.
     *
     * @param targets the names that exist in the target directory
     */
    void add(InputFile file, Set<String> targets, ListedDirectory listed) throws IOException {
        String name = file.entry().name();
        listed.addFile(name, file.length(), targets.contains(name));
        if (!targets.isEmpty() && listed.refusal() == null) {
            deleteLeftovers(listed.directory.target(), name);
        }
    }

    /** Returns the entries in a target directory, keyed by name; none if it does not exist. */
    Map<String, Entry> targets(String target) throws IOException {
        Storage storage = storages.of(target);
        String path = storages.path(target);
        if (storage.find(path).filter(Entry::isDirectory).isEmpty()) {
            return Map.of();
        }
        // names that Java cannot decode may look the same
        return storage.list(path).stream().collect(Collectors.toMap(Entry::name, entry -> entry, (one, same) -> one));
    }

    private void deleteLeftovers(String target, String name) throws IOException {
        Storage storage = storages.of(target);
        storage.deleteLeftovers(storage.child(storages.path(target), name));
    }

    private static Set<String> names(InputFiles found) {
        Set<String> names = new HashSet<>();
        found.files().forEach(file -> names.add(file.entry().name()));
        found.others().forEach(file -> names.add(file.entry().name()));
        found.directories().forEach(below -> names.add(below.name()));
        return names;
    }

    private static @Nullable String refusal(Storage storage, String path, Set<String> names) throws IOException {
        List<Folder> folders = new ArrayList<>(List.of(new ListedFolder(storage, path, names)));
        String real = storage.real(path);
        if (!real.equals(storage.absolute(path))) { // a link, which may lead into a table
            folders.add(new Folder(storage, real));
        }
        return refusal(folders);
    }

    /**
     * Returns why nothing may be copied from or to the folders, judging by them and by the directories above them; null if
     * copying is allowed.
     */
    static @Nullable String refusal(List<Folder> folders) throws IOException {
        TableGuard guard = new TableGuard();
        try {
            for (Folder folder : folders) {
                guard.requireNoTable(folder);
            }
            return null;
        } catch (FileDefect e) {
            return e.getMessage();
        }
    }

    /** A directory that was listed, so its names are known. The directories above it have already been checked. */
    private static final class ListedFolder extends Folder {

        private final Set<String> names;

        private ListedFolder(Storage storage, String path, Set<String> names) {
            super(storage, path);
            this.names = names;
        }

        @Override
        public Optional<Folder> parent() {
            return Optional.empty();
        }

        @Override
        public Set<String> which(Collection<String> asked) {
            return asked.stream().filter(names::contains).collect(Collectors.toSet());
        }
    }
}
