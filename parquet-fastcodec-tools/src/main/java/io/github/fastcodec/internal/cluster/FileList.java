// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.sampling.Points;
import io.github.fastcodec.internal.storage.Descent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** All files of a conversion, in some tens of bytes each. For one thread. */
public final class FileList {

    /** So many files of a size class are put into order; more of them come as they were listed. */
    private static final int SORTED = 200_000;

    /** So many files that are collected one by one are put into order; behind them comes the next lot. */
    private static final int COLLECTED = 50_000;

    private final List<ListedDirectory> directories = new ArrayList<>();
    private final Map<String, List<ListedDirectory>> byPlace = new HashMap<>();
    private final List<String> leftOut = new ArrayList<>();
    private long files;
    private long bytes;

    FileList() {}

    /** Makes a list of files that are only read, one by one, and holds few of them as they are. For one thread. */
    public static final class Collector {

        private final FileList list = new FileList();
        private final List<FileTask> next = new ArrayList<>();

        /** Creates one. */
        public Collector() {}

        /**
         * Adds a file.
         *
         * @param path absolute, as a {@link io.github.fastcodec.internal.storage.Storages} understands it
         * @param length in bytes
         */
        public void add(String path, long length) throws IOException {
            next.add(new FileTask(path, DirectoryConversion.NOWHERE, length, false));
            if (next.size() == COLLECTED) {
                pack();
            }
        }

        /** Returns the list, which is complete. */
        public FileList list() throws IOException {
            pack();
            return list;
        }

        private void pack() throws IOException {
            next.sort(Comparator.comparing(FileTask::source));
            // of no directory, so that each name is a path
            String lot = Integer.toString(list.directories.size());
            ListedDirectory.Builder packed = new ListedDirectory.Builder(
                    new Directory("", lot, DirectoryConversion.NOWHERE + lot, null, Descent.NONE));
            for (FileTask file : next) {
                packed.addFile(file.source(), file.length(), false);
            }
            list.add(packed.build());
            next.clear();
        }
    }

    /**
     * Adds a directory.
     *
     * @throws IllegalArgumentException if a file of it and one of another directory would become one
     */
    void add(ListedDirectory directory) {
        List<ListedDirectory> same =
                byPlace.computeIfAbsent(directory.directory().relative(), none -> new ArrayList<>(1));
        for (ListedDirectory other : same) {
            requireOtherTargets(directory, other);
        }
        same.add(directory);
        directories.add(directory);
        files += directory.fileCount();
        bytes += directory.bytes();
    }

    /** Notes a directory that is another one by a second path. */
    void leaveOut(String path) {
        leftOut.add(path);
    }

    private static void requireOtherTargets(ListedDirectory one, ListedDirectory other) {
        Map<String, String> sources = new HashMap<>();
        other.files().forEach(file -> sources.put(file.target(), file.source()));
        for (FileTask file : one.files()) {
            String source = sources.get(file.target());
            if (source != null && !source.equals(file.source())) {
                throw new IllegalArgumentException(source + " and " + file.source() + " would both become "
                        + file.target() + ": convert one after the other, or the directory above both");
            }
        }
    }

    List<ListedDirectory> directories() {
        return Collections.unmodifiableList(directories);
    }

    /** Returns the number of Parquet files. */
    public long files() {
        return files;
    }

    /** Returns the length of all Parquet files, in bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns the directories whose files may not be copied because of where they are. */
    List<ListedDirectory> refused() {
        return directories.stream()
                .filter(directory -> directory.refusal() != null)
                .toList();
    }

    /** Returns the files beside them that are no Parquet files, such as {@code _SUCCESS}. */
    public Stream<FileTask> others() {
        return directories.stream()
                .flatMap(directory ->
                        directory.others().stream().map(other -> directory.task(other.name(), other.length(), false)));
    }

    /** Returns the paths of what was not looked at. */
    public List<String> hidden() {
        List<String> all = new ArrayList<>(leftOut);
        directories.forEach(directory -> all.addAll(directory.hidden()));
        return all;
    }

    /**
     * Returns some files in the order of their paths, each as often as one of the {@link Points} of a line as long as all files
     * hits it.
     *
     * @param points how many; if there are no more files, each is returned once
     */
    public List<FileTask> draw(int points, long seed) {
        List<ListedDirectory> sorted = new ArrayList<>(directories);
        sorted.sort(Comparator.comparing(ListedDirectory::path));
        boolean isAll = files <= points;
        Points line = new Points(bytes, points, seed);
        List<FileTask> drawn = new ArrayList<>();
        for (ListedDirectory directory : sorted) {
            if (!isAll && line.skip(directory.bytes())) {
                continue;
            }
            for (FileTask file : directory.files()) {
                int times = isAll ? 1 : line.on(file.length()).size();
                drawn.addAll(Collections.nCopies(times, file));
            }
        }
        return drawn;
    }

    /** Returns the files that are not refused: those of a size class after those of all larger ones. */
    public Iterator<FileTask> largestFirst() {
        return new LargestFirst();
    }

    private final class LargestFirst implements Iterator<FileTask> {

        private int sizeClass = Long.SIZE;
        private Iterator<FileTask> ofClass = Collections.emptyIterator();

        @Override
        public boolean hasNext() {
            while (!ofClass.hasNext() && sizeClass > 0) {
                sizeClass--;
                ofClass = ofClass(sizeClass);
            }
            return ofClass.hasNext();
        }

        @Override
        public FileTask next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return ofClass.next();
        }
    }

    private Iterator<FileTask> ofClass(int sizeClass) {
        Predicate<ListedDirectory> has =
                directory -> directory.refusal() == null && directory.classes()[sizeClass] > 0;
        Iterator<FileTask> unsorted = directories.stream()
                .filter(has)
                .flatMap(directory -> directory.files().stream())
                .filter(file -> ListedDirectory.sizeClass(file.length()) == sizeClass)
                .iterator();
        long count = directories.stream()
                .filter(has)
                .mapToLong(directory -> directory.classes()[sizeClass])
                .sum();
        if (count > SORTED) {
            return unsorted;
        }
        List<FileTask> sorted = new ArrayList<>((int) count);
        unsorted.forEachRemaining(sorted::add);
        sorted.sort(FileTask.LARGEST_FIRST);
        return sorted.iterator();
    }
}
