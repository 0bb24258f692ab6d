// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The files of a Java {@link FileSystem}, such as the default one. Thread-safe. */
public final class LocalStorage implements Storage {

    /** The maximum number of links in a path; operating systems treat a path with more links as a loop. */
    private static final int MAX_LINKS = 40;

    private final FileSystem fileSystem;
    private final Leftovers<Path> leftovers = new Leftovers<>(LocalStorage::temporaryFiles);

    /** Creates the storage of a file system that supports channels. */
    public LocalStorage(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** @throws FileSystemException if Java's encoding of file names lacks a character of the path */
    private Path path(String path) throws FileSystemException {
        try {
            return fileSystem.getPath(path);
        } catch (InvalidPathException e) {
            FileSystemException failure = new FileSystemException(
                    path,
                    null,
                    "it cannot be a path here (" + e.getReason()
                            + "): set LC_ALL=C.UTF-8, so that Java supports names with any characters");
            failure.initCause(e);
            throw failure;
        }
    }

    @Override
    public String normalize(String path) {
        Path normal = fileSystem.getPath(path);
        // A path such as "dir:/file" or "file:name" would look like a URI.
        return isRelativeWithColon(normal)
                ? fileSystem.getPath(".").resolve(normal).toString()
                : normal.toString();
    }

    private static boolean isRelativeWithColon(Path path) {
        return !path.isAbsolute()
                && path.getNameCount() > 0 // not the root of a Windows drive
                && (path.getName(0).toString().endsWith(":") || Storages.isFileUri(path.toString()));
    }

    @Override
    public String absolute(String path) {
        try {
            return withoutDots(fileSystem.getPath(path).toAbsolutePath()).toString();
        } catch (InvalidPathException e) {
            return path; // a listed name that Java cannot decode
        }
    }

    /** Resolves {@code ..} as the system does: after a link, {@code ..} means the directory above the link's target. */
    private static Path withoutDots(Path absolute) {
        for (int end = absolute.getNameCount(); end > 0; end--) {
            if (absolute.getName(end - 1).toString().equals("..")) {
                Path above = absolute.getRoot().resolve(absolute.subpath(0, end));
                try {
                    Path rest = above.relativize(absolute);
                    return above.toRealPath().resolve(rest).normalize();
                } catch (IOException e) {
                    return absolute.normalize(); // the path does not exist
                }
            }
        }
        return absolute.normalize();
    }

    @Override
    public String real(String path) throws IOException {
        Path absolute = path(path).toAbsolutePath();
        Path there = absolute;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there.toRealPath()
                .resolve(there.relativize(absolute))
                .normalize()
                .toString();
    }

    @Override
    public boolean isLink(String path) {
        try {
            return Files.isSymbolicLink(fileSystem.getPath(path));
        } catch (InvalidPathException e) {
            return false; // a listed name that Java cannot decode
        }
    }

    @Override
    public String child(String directory, String name) {
        try {
            return fileSystem.getPath(directory).resolve(name).toString();
        } catch (InvalidPathException e) {
            return directory + fileSystem.getSeparator() + name;
        }
    }

    @Override
    public Optional<String> parent(String path) {
        try {
            return Optional.ofNullable(fileSystem.getPath(path).getParent()).map(Path::toString);
        } catch (InvalidPathException e) {
            return Optional.of(path.lastIndexOf(fileSystem.getSeparator()))
                    .filter(end -> end > 0)
                    .map(end -> path.substring(0, end));
        }
    }

    @Override
    public String name(String path) {
        try {
            Path name = fileSystem.getPath(path).getFileName();
            return name == null ? "" : name.toString();
        } catch (InvalidPathException e) {
            return path.substring(path.lastIndexOf(fileSystem.getSeparator()) + 1);
        }
    }

    @Override
    public Optional<Entry> find(String path) throws IOException {
        return find(path(path));
    }

    private static Optional<Entry> find(Path path) throws IOException {
        try {
            return Optional.of(entry(path));
        } catch (FileSystemException e) {
            boolean isGone = e instanceof NoSuchFileException;
            if (isGone && Files.isSymbolicLink(path) || leadsToItself(path)) {
                return Optional.of(entry(
                        path,
                        Entry.Type.BROKEN_LINK,
                        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS),
                        0));
            } else if (isGone) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Entry entry(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        Entry.Type type = attributes.isRegularFile()
                ? Entry.Type.FILE
                : attributes.isDirectory() ? Entry.Type.DIRECTORY : Entry.Type.OTHER;
        long written = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        // Programs can reset the time of the last write, but not that of the last change.
        return entry(path, type, attributes, Inode.of(path).map(Inode::changed).orElse(written));
    }

    private static Entry entry(Path path, Entry.Type type, BasicFileAttributes attributes, long changed) {
        Path name = path.getFileName();
        return new Entry(
                path.toString(),
                name == null ? "" : name.toString(),
                type,
                attributes.size(),
                changed,
                attributes.fileKey());
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(path(directory))) {
            for (Path path : paths) {
                find(path).ifPresent(entries::add); // empty if it has just been deleted
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static boolean leadsToItself(Path link) throws IOException {
        Path at = link;
        for (int i = 0; i < MAX_LINKS && Files.isSymbolicLink(at); i++) {
            at = at.resolveSibling(Files.readSymbolicLink(at));
        }
        return Files.isSymbolicLink(at);
    }

    @Override
    public FileInput open(String path) throws IOException {
        Path file = path(path);
        Entry entry = find(file).orElseThrow(() -> new NoSuchFileException(path));
        if (!entry.isFile()) {
            throw new FileDefect("it is not a regular file");
        }
        return LocalInput.open(file, entry, Inode.of(file));
    }

    @Override
    public NewFile create(String path, @Nullable String like) throws IOException {
        return NewLocalFile.create(path(path), like == null ? null : path(like));
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        String original = Objects.requireNonNull(source.entry(), "entry").path();
        if (from == this) {
            return create(path, original);
        }
        return from.isForEverybody(original) ? create(path, null) : NewLocalFile.createForOwner(path(path));
    }

    @Override
    public boolean isForEverybody(String path) throws IOException {
        return CopyAccess.isForEverybody(path(path));
    }

    @Override
    public void deleteLeftovers(String directory, Predicate<String> names) throws IOException {
        leftovers.delete(path(directory).toAbsolutePath(), names);
    }

    private static void temporaryFiles(Path directory, BiConsumer<String, Leftovers.Deletion> left) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> hidden = Files.newDirectoryStream(directory, ".*.fastcodec.tmp")) {
            for (Path path : hidden) {
                TemporaryName.of(path.getFileName().toString())
                        .filter(name -> !TemporaryFile.isOurs(name))
                        .ifPresent(name -> left.accept(name.file(), () -> TemporaryFile.deleteLeftover(path)));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    @Override
    public boolean isLocal() {
        return true;
    }
}
