// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.Targets;
import io.github.fastcodec.internal.sampling.Points;
import io.github.fastcodec.internal.storage.Descent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All files of a conversion, or all files to read. Not thread-safe. */
public final class FileList {

    private final List<ListedDirectory> directories = new ArrayList<>();
    /** The first directory that was added for each target directory, keyed by the target directory. */
    private final Map<String, ListedDirectory> byTarget = new HashMap<>();

    /** The files in each target directory that several directories share, keyed by the target directory. */
    private final Map<String, Targets> shared = new HashMap<>();

    private final List<String> leftOut = new ArrayList<>();

    /** The files that were added without a directory: each name is a path. */
    private final ListedDirectory single =
            new ListedDirectory(new Directory("", "", DirectoryConversion.NOWHERE, null, Descent.NONE));

    /** Creates an empty list. */
    public FileList() {}

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

    /**
     * Adds a directory.
     *
     * @throws IllegalArgumentException if one of its files has the same target as a file of another directory
     */
    void add(ListedDirectory directory) {
        String target = directory.directory.target();
        ListedDirectory first = byTarget.putIfAbsent(target, directory);
        if (first != null) {
            addTargets(shared.computeIfAbsent(target, none -> addTargets(new Targets(), first)), directory);
        }
        directories.add(directory);
    }

    private static Targets addTargets(Targets targets, ListedDirectory directory) {
        directory.files.stream().map(ListedFile::task).forEach(file -> targets.add(file.source(), file.target()));
        return targets;
    }

    /** Records another path to a directory that is already on the list. */
    void leaveOut(String path) {
        leftOut.add(path);
    }

    List<ListedDirectory> directories() {
        return Collections.unmodifiableList(directories);
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

    /** Returns the directories whose location forbids copying their files. */
    List<ListedDirectory> refused() {
        return directories.stream()
                .filter(directory -> directory.refusal() != null)
                .toList();
    }

    /** Returns the files other than Parquet files, such as {@code _SUCCESS}. */
    public Stream<FileTask> others() {
        return directories.stream()
                .flatMap(directory -> directory.others.stream().map(ListedFile::task));
    }

    /** Returns the paths that were not searched. */
    public List<String> hidden() {
        List<String> all = new ArrayList<>(leftOut);
        directories.forEach(directory -> all.addAll(directory.hidden));
        return all;
    }

    /** Returns the Parquet files and the directories that readers find in the copies of directories although they have no source. */
    public List<String> withoutSource() {
        List<String> found = directories.stream()
                .flatMap(directory -> directory.withoutSource.stream())
                .distinct()
                .sorted()
                .collect(Collectors.toCollection(ArrayList::new));
        if (!found.isEmpty()) { // several directories may share a copy
            Set<String> targets = new HashSet<>(byTarget.keySet());
            directories.stream()
                    .flatMap(directory -> Stream.concat(directory.files.stream(), directory.others.stream()))
                    .forEach(file -> targets.add(file.task().target()));
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
    public List<FileTask> draw(int points, long seed) {
        boolean isAll = files() <= points;
        Points line = new Points(bytes(), points, seed);
        List<FileTask> drawn = new ArrayList<>();
        directories.stream()
                .sorted(Comparator.comparing(ListedDirectory::path))
                .flatMap(directory -> directory.files.stream().sorted(Comparator.comparing(ListedFile::name)))
                .forEach(file -> {
                    int times = isAll ? 1 : line.on(file.length()).size();
                    drawn.addAll(Collections.nCopies(times, file.task()));
                });
        return drawn;
    }

    /** Returns the files that are not refused, largest first. */
    public Iterator<FileTask> largestFirst() {
        return directories.stream()
                .filter(directory -> directory.refusal() == null)
                .flatMap(directory -> directory.files.stream())
                .sorted(ListedFile.LARGEST_FIRST)
                .map(ListedFile::task)
                .iterator();
    }
}
