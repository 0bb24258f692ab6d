// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.sampling.Points;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files that a search has found, or files of a table. Not thread-safe. */
public final class FileList {

    private final List<Directory> searched;

    private final List<ListedDirectory> directories = new ArrayList<>();

    /** The first directory that was added for each target directory, keyed by the target directory. */
    private final Map<String, ListedDirectory> byTarget = new HashMap<>();

    /** The sources in target directories that several directories share, keyed by target. */
    private final Map<String, String> shared = new HashMap<>();

    private final List<String> leftOut = new ArrayList<>();
    private final List<String> withoutSource = new ArrayList<>();

    /** The files that were added without a directory: each name is a path. */
    private final ListedDirectory single =
            new ListedDirectory(new Directory(0, "", "", "", null, new Descent(List.of())), false);

    public FileList() {
        this(List.of());
    }

    FileList(List<Directory> searched) {
        this.searched = searched;
    }

    /**
     * Adds a file that is only read.
     *
     * @param path the absolute path, in a form that a {@link io.github.fastcodec.internal.storage.Storages} understands
     * @param length the length of the file, in bytes
     */
    public void add(String path, long length) {
        if (single.files.isEmpty()) {
            directories.add(single);
        }
        single.addFile(path, length, false);
    }

    /** @throws IllegalArgumentException if one of its files has the same target as a file of another directory */
    void add(ListedDirectory directory) {
        String target = directory.directory.target();
        ListedDirectory first = target.isEmpty() ? null : byTarget.putIfAbsent(target, directory);
        if (first != null) {
            first.files.forEach(file -> shared.put(file.target(), file.source()));
            directory.files.forEach(this::requireUnique);
        }
        directories.add(directory);
    }

    private void requireUnique(ListedFile file) {
        String other = shared.putIfAbsent(file.target(), file.source());
        if (other != null) {
            throw new IllegalArgumentException(other + " and " + file + " would both become " + file.target()
                    + ": convert them to different directories, or convert the directory above both");
        }
    }

    /** Records a path that was not searched. */
    void leaveOut(String path) {
        leftOut.add(path);
    }

    /** Records another path to a directory that is already on the list. */
    void leaveOut(ListedDirectory directory) {
        leaveOut(directory.directory.path());
        if (directory.targetWasThere) {
            withoutSource.add(directory.directory.target());
        }
    }

    /** Records another path to a file that is already on the list. */
    void leaveOut(ListedFile file) {
        leaveOut(file.source());
        if (file.targetWasThere()) {
            withoutSource.add(file.target());
        }
    }

    /** Returns the directories that were searched. */
    List<Directory> searched() {
        return searched;
    }

    /** Returns the paths of all directories of the new files, relative to the target directory. */
    Set<String> relativeDirectories() {
        return Stream.concat(searched.stream(), directories.stream().map(listed -> listed.directory))
                .map(Directory::relative)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the number of Parquet files. */
    public long files() {
        return directories.stream()
                .mapToLong(directory -> directory.files.size())
                .sum();
    }

    /** Returns the total length of all Parquet files, in bytes. */
    public long bytes() {
        return directories.stream()
                .flatMap(directory -> directory.files.stream())
                .mapToLong(ListedFile::length)
                .sum();
    }

    /** Returns all Parquet files: in the order of the arguments, and sorted by path below each of them. */
    public List<ListedFile> inOrder() {
        List<ListedFile> all = new ArrayList<>();
        for (int first = 0, end; first < directories.size(); first = end) {
            int order = directories.get(first).directory.order();
            for (end = first;
                    end < directories.size() && directories.get(end).directory.order() == order;
                    end++) {
                all.addAll(directories.get(end).files);
            }
            if (end > first + 1) { // a tree; files that arguments name keep the order of these arguments
                int size = directories.subList(first, end).stream()
                        .mapToInt(listed -> listed.files.size())
                        .sum();
                all.subList(all.size() - size, all.size())
                        .sort(Comparator.comparing(ListedFile::relative, Directory::comparePaths));
            }
        }
        return all;
    }

    /** Returns the files in directories whose location forbids copying them. */
    public Stream<ListedFile> refused() {
        return directories.stream()
                .filter(directory -> directory.refusal() != null)
                .flatMap(directory -> directory.files.stream());
    }

    /** Returns the files that are not refused. */
    public Stream<ListedFile> allowed() {
        return directories.stream()
                .filter(directory -> directory.refusal() == null)
                .flatMap(directory -> directory.files.stream());
    }

    /** Returns the files other than Parquet files, such as {@code _SUCCESS}. */
    public Stream<ListedFile> others() {
        return directories.stream().flatMap(directory -> directory.others.stream());
    }

    /** Returns the paths that were not searched. */
    public List<String> hidden() {
        List<String> all = new ArrayList<>();
        directories.forEach(directory -> all.addAll(directory.hidden));
        all.addAll(leftOut);
        return all;
    }

    /** Returns the Parquet files and the directories that readers find in the copies of directories although they have no source. */
    public List<String> withoutSource() {
        List<String> found = Stream.concat(
                        withoutSource.stream(), directories.stream().flatMap(listed -> listed.withoutSource.stream()))
                .distinct()
                .sorted()
                .collect(Collectors.toCollection(ArrayList::new));
        if (!found.isEmpty()) { // several directories may share a copy
            Set<String> targets = new HashSet<>(byTarget.keySet());
            directories.stream()
                    .flatMap(directory -> Stream.concat(directory.files.stream(), directory.others.stream()))
                    .forEach(file -> targets.add(file.target()));
            found.removeAll(targets);
        }
        return found;
    }

    /**
     * Draws files at random, each with a probability in proportion to its length: all files form a line, and each is returned
     * once for each of the {@link Points} that hit it. The result is in the order of directories and names.
     *
     * @param points the number of points; if there are no more files than that, each file is returned once
     */
    public List<ListedFile> draw(int points, long seed) {
        boolean isAll = files() <= points;
        Points line = new Points(bytes(), points, seed);
        List<ListedFile> drawn = new ArrayList<>();
        directories.stream()
                .sorted(Comparator.comparing(listed -> listed.directory.path()))
                .flatMap(directory -> directory.files.stream().sorted(Comparator.comparing(ListedFile::name)))
                .forEach(file -> {
                    int times = isAll ? 1 : line.on(file.length()).size();
                    drawn.addAll(Collections.nCopies(times, file));
                });
        return drawn;
    }

    /** Returns the files that are not refused, largest first, so that the last files that machines start are small. */
    public Stream<ListedFile> largestFirst() {
        return allowed().sorted(ListedFile.LARGEST_FIRST);
    }
}
