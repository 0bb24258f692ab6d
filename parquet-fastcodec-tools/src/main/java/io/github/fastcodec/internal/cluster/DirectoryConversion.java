// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Folder;
import io.github.fastcodec.internal.recompress.TargetDirectory;
import io.github.fastcodec.internal.storage.Descent;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.InputDirectory;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Recompresses files and directories into a new directory, on a cluster. Not thread-safe. */
public final class DirectoryConversion {

    /** The target of files that are only read. Nothing is ever written there. */
    static final String NOWHERE = "file:/parquet-fastcodec-writes-nothing-here/";

    /** The number of listing tasks for each thread; several, so that a slow directory delays few others. */
    private static final int LISTING_TASKS = 4;

    private final Cluster cluster;
    private final Storages storages;

    /** Creates a conversion. */
    public DirectoryConversion(Cluster cluster) {
        this.cluster = cluster;
        this.storages = cluster.storages();
    }

    /**
     * Finds the files to recompress. The cluster lists the directories, one level of the tree at a time.
     *
     * @param paths files, directories and globs
     * @param to the directory for the new files
     * @throws NoSuchFileException if a path does not exist
     * @throws IllegalArgumentException if two files would have the same target, if {@code to} is a file, or if {@code to} leads
     *     into a directory that is read
     */
    public FileList list(List<String> paths, String to) throws IOException {
        Storage storage = storages.of(to);
        TargetDirectory target = TargetDirectory.at(to, storage, storage.absolute(storages.path(to)));
        InputFiles named = InputFiles.findNamed(paths, storages);
        FileList files = new FileList();
        Set<String> seen = new HashSet<>();
        List<Directory> level = new ArrayList<>();
        for (InputDirectory directory : named.directories()) {
            Directory root = root(directory, target);
            if (seen.add(root.path())) {
                level.add(root);
            }
        }
        List<ListedDirectory> found = new ArrayList<>();
        while (!level.isEmpty()) {
            List<Directory> next = new ArrayList<>();
            cluster.call(
                    "parquet-fastcodec lists " + level.size() + " directories",
                    new ListDirectories(),
                    parts(level).iterator(),
                    part -> {
                        found.addAll(part);
                        part.stream()
                                .flatMap(listed -> listed.directories.stream())
                                .filter(directory -> seen.add(directory.path()))
                                .forEach(next::add);
                    },
                    () -> false);
            level = next;
        }
        requireOutside(found, target);
        addEachOnce(found, files);
        Map<String, List<InputFile>> byDirectory = new LinkedHashMap<>();
        for (InputFile file : named.files()) {
            String path = file.storage().absolute(file.path());
            String directory =
                    qualified(file.storage(), file.storage().parent(path).orElse(path));
            if (!seen.contains(directory)) { // otherwise its listing has the file
                byDirectory
                        .computeIfAbsent(directory + " " + file.relativeDirectory(), none -> new ArrayList<>())
                        .add(file);
            }
        }
        for (List<InputFile> ofDirectory : byDirectory.values()) {
            files.add(named(ofDirectory, target));
        }
        return files;
    }

    /** Lists directories on a machine of the cluster. */
    private record ListDirectories() implements ClusterFunction<ArrayList<Directory>, ArrayList<ListedDirectory>> {

        @Override
        public ArrayList<ListedDirectory> run(ArrayList<Directory> directories, Machine machine) throws IOException {
            DirectoryRun run = new DirectoryRun(machine.storages());
            ArrayList<ListedDirectory> listed = new ArrayList<>();
            for (Directory directory : directories) {
                listed.add(run.list(directory));
            }
            return listed;
        }
    }

    private List<ArrayList<Directory>> parts(List<Directory> directories) {
        int each = 1 + directories.size() / (LISTING_TASKS * Math.max(1, cluster.threads()));
        List<ArrayList<Directory>> parts = new ArrayList<>();
        for (int first = 0; first < directories.size(); first += each) {
            parts.add(new ArrayList<>(directories.subList(first, Math.min(first + each, directories.size()))));
        }
        return parts;
    }

    private void requireOutside(List<ListedDirectory> found, TargetDirectory target) throws IOException {
        List<InputDirectory> read = new ArrayList<>();
        Map<Object, String> keys = new HashMap<>();
        Set<String> directories = new LinkedHashSet<>();
        for (ListedDirectory listed : found) {
            Directory directory = listed.directory;
            Storage storage = storages.of(directory.path());
            String path = storages.path(directory.path());
            read.add(new InputDirectory(storage, path, directory.relative(), directory.descent()));
            if (storage.isLocal()) {
                storage.find(path).map(Entry::key).ifPresent(key -> keys.putIfAbsent(key, path));
            }
            directories.add(directory.relative());
        }
        target.requireOutside(read, keys, directories);
    }

    /** Adds each directory once, even if links lead to it from other paths too. */
    private void addEachOnce(List<ListedDirectory> found, FileList files) throws IOException {
        Map<String, ListedDirectory> first = new HashMap<>();
        for (ListedDirectory directory : found) {
            String real = real(directory);
            if (first.putIfAbsent(real, directory) != null && isAt(real, directory)) {
                first.put(real, directory);
            }
        }
        for (ListedDirectory directory : found) {
            if (directory.equals(first.get(real(directory)))) {
                files.add(directory);
            } else {
                files.leaveOut(directory.path());
            }
        }
    }

    private String real(ListedDirectory directory) throws IOException {
        return storages.of(directory.path()).real(storages.path(directory.path()));
    }

    private boolean isAt(String real, ListedDirectory directory) {
        return real.equals(storages.path(directory.path()));
    }

    /**
     * Finds files for a run that only reads them. The cluster lists the directories.
     *
     * @param paths files, directories and globs; a file to which two of these paths lead counts twice
     * @throws NoSuchFileException if a path does not exist
     */
    public FileList find(List<String> paths) throws IOException {
        FileList all = new FileList();
        for (int i = 0; i < paths.size(); i++) {
            for (ListedDirectory listed :
                    list(List.of(paths.get(i)), NOWHERE + i).directories()) {
                ListedDirectory read = new ListedDirectory(listed.directory.withRefusal(null));
                read.files.addAll(listed.files);
                all.add(read);
            }
        }
        return all;
    }

    private Directory root(InputDirectory directory, TargetDirectory target) throws IOException {
        String source = directory.storage().absolute(directory.path());
        return new Directory(
                qualified(directory.storage(), source),
                directory.relative(),
                below(target, directory.relative()),
                refusal(directory.storage(), source, target),
                directory.descent());
    }

    /** Returns a path that means the same on every machine, whatever the default file system of the cluster is. */
    private String qualified(Storage storage, String absolute) {
        return storage == storages.local() ? "file:" + absolute : absolute;
    }

    private String below(TargetDirectory target, String relative) {
        return qualified(target.storage(), target.below(relative));
    }

    /**
     * Returns why nothing may be copied from {@code source} to {@code target}, judging by both and by the directories above them;
     * null if copying is allowed.
     */
    private static @Nullable String refusal(Storage from, String source, TargetDirectory target) throws IOException {
        List<Folder> folders = new ArrayList<>(Folder.both(from, source));
        folders.addAll(Folder.both(target.storage(), target.path()));
        return DirectoryRun.refusal(folders);
    }

    /** Returns the listing of a directory from which the arguments name single files. It contains only those files. */
    private ListedDirectory named(List<InputFile> files, TargetDirectory target) throws IOException {
        InputFile first = files.get(0);
        Storage from = first.storage();
        String path = from.absolute(first.path());
        String directory = from.parent(path).orElse(path);
        Directory parent = new Directory(
                qualified(from, directory),
                first.relativeDirectory(),
                below(target, first.relativeDirectory()),
                refusal(from, directory, target),
                Descent.NONE);
        DirectoryRun run = new DirectoryRun(storages);
        ListedDirectory listed = new ListedDirectory(parent);
        Set<String> targets = run.targets(parent.target()).keySet();
        for (InputFile file : files) {
            run.add(file, targets, listed);
        }
        return listed;
    }

    /** Returns the jobs for an estimate. One machine makes the estimate from a sample of the files' pages. */
    public List<FileJob> jobs(FileList files) throws IOException {
        List<FileJob> jobs = new ArrayList<>();
        for (Iterator<FileTask> tasks = files.largestFirst(); tasks.hasNext(); ) {
            jobs.add(estimated(tasks.next(), null));
        }
        for (ListedDirectory refused : files.refused()) {
            for (ListedFile file : refused.files) {
                jobs.add(estimated(file.task(), refused.refusal()));
            }
        }
        return jobs;
    }

    /** Returns the job for a file. It trusts the listing of the targets, so that a file without a target costs no request. */
    private FileJob estimated(FileTask file, @Nullable String refusal) throws IOException {
        return file.job(
                storages,
                new FileJob.Policy(file.targetWasThere(), false, false, refusal, FileJob.Cleaning.NOTHING, null));
    }

    /**
     * Recompresses the files of a list.
     *
     * @param results receives the result of each file once, in any order; never called concurrently
     * @param cancelled whether the run should end soon; files that are unfinished when it ends have no result
     * @throws IOException if the cluster fails
     * @throws IllegalArgumentException if a configured level is out of range, in which case nothing has been written
     */
    @SuppressWarnings("try") // the resource is never used by name
    public void convert(
            FileList files, RecompressOptions options, Consumer<FileResult> results, BooleanSupplier cancelled)
            throws IOException {
        boolean[] failed = {false};
        for (ListedDirectory refused : files.refused()) {
            for (ListedFile listed : refused.files) {
                failed[0] = true;
                FileTask file = listed.task();
                FileDefect defect = new FileDefect(Objects.requireNonNull(refused.refusal(), "refused"));
                results.accept(
                        FileResult.without(FileOutcome.failed(file.source(), file.target(), file.length(), defect)));
                if (!options.keepGoing()) {
                    return;
                }
            }
        }
        try (Closeable leftovers = () -> deleteLocalLeftovers(files)) {
            new RecompressFiles(options)
                    .on(
                            cluster,
                            files.largestFirst(),
                            result -> {
                                failed[0] |= !result.isDone();
                                results.accept(result);
                            },
                            () -> failed[0] && !options.keepGoing() || cancelled.getAsBoolean());
        }
    }

    /**
     * Deletes the temporary files that lost machines have left next to files that other machines have written. Only on local
     * disks can such leftovers be distinguished from temporary files that are still being written; elsewhere, the next run
     * deletes them.
     */
    private void deleteLocalLeftovers(FileList files) throws IOException {
        Storage local = new LocalStorage(FileSystems.getDefault()); // each instance lists a directory once
        for (ListedDirectory directory : files.directories()) {
            if (storages.of(directory.directory.target()) == storages.local()) {
                for (ListedFile file : directory.files) {
                    local.deleteLeftovers(storages.path(file.task().target()));
                }
            }
        }
    }
}
