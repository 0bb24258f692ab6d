// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Leftovers;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.LocalReplacement;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.NewLocalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A file of a local file system, or of any other that offers channels. For one thread at a time. */
public final class LocalJob implements FileJob {

    private final Path source;
    private final Path target;
    private final boolean inPlace;
    private final boolean resumes;
    private final Leftovers leftovers;

    private LocalJob(Path source, Path target, boolean inPlace, boolean resumes, Leftovers leftovers) {
        this.source = source;
        this.target = target;
        this.inPlace = inPlace;
        this.resumes = resumes;
        this.leftovers = leftovers;
    }

    /**
     * Returns the job of writing a new file.
     *
     * @param resumes whether a target that an earlier run has written is left as it is, else it is an error
     * @param leftovers shared by the jobs of a run
     */
    public static LocalJob copy(Path source, Path target, boolean resumes, Leftovers leftovers) {
        return new LocalJob(source, target, false, resumes, leftovers);
    }

    /**
     * Returns the job of replacing a file.
     *
     * @param leftovers shared by the jobs of a run
     */
    public static LocalJob replacement(Path file, Leftovers leftovers) {
        return new LocalJob(file, file, true, false, leftovers);
    }

    @Override
    public String source() {
        return source.toString();
    }

    @Override
    public String target() {
        return target.toString();
    }

    @Override
    public long length() {
        try {
            return Files.size(source);
        } catch (IOException e) {
            return 0; // opening it will tell why
        }
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public boolean isInPlace() {
        return inPlace;
    }

    @Override
    public Iterable<Folder> folders() throws IOException {
        Set<Path> directories = new LinkedHashSet<>();
        for (Path path : new Path[] {source, target}) {
            Path directory = path.toAbsolutePath().normalize().getParent();
            directories.add(directory);
            while (directory != null && !Files.exists(directory)) {
                directory = directory.getParent();
            }
            if (directory != null) {
                directories.add(directory.toRealPath()); // a link may lead into a table
            }
        }
        Set<Folder> folders = new LinkedHashSet<>();
        directories.forEach(directory -> folders.add(new LocalFolder(directory)));
        return folders;
    }

    @Override
    public void check() throws IOException {
        if (inPlace) {
            if (LocalReplacement.hasSeveralNames(source)) {
                leftovers.deleteBeside(source); // the other name may be what a killed run has left
            }
            LocalReplacement.requireReplaceable(source);
        }
    }

    @Override
    public void clean() throws IOException {
        leftovers.deleteBeside(target);
    }

    @Override
    public FileInput open() throws IOException {
        return LocalInput.open(source);
    }

    @Override
    public Object state() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(source, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new FileDefect("it is no regular file");
        }
        // In place the new file has the permissions and the attributes that the source had, which change this time.
        boolean hasChangeTime =
                inPlace && source.getFileSystem().supportedFileAttributeViews().contains("unix");
        Object changeTime = hasChangeTime ? Files.getAttribute(source, "unix:ctime") : null;
        return Arrays.asList(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey(), changeTime);
    }

    @Override
    public Optional<FileInput> openTarget() throws IOException {
        return resumes && Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(LocalInput.open(target))
                : Optional.empty();
    }

    @Override
    public boolean isTargetTheSource() throws IOException {
        return Files.isSameFile(source, target);
    }

    @Override
    public boolean isTargetOlder() throws IOException {
        return FileJob.isOlder(modified(target), modified(source));
    }

    private static long modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
    }

    @Override
    public NewFile create() throws IOException {
        if (inPlace) {
            return LocalReplacement.of(source);
        }
        NewLocalFile.createDirectories(target);
        return NewLocalFile.create(target, source);
    }
}
