// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Leftovers;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.TemporaryName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.jspecify.annotations.Nullable;

/**
 * The files of a Hadoop {@link FileSystem}, which does not show links that the server resolves. Existing files are not replaced:
 * HDFS could replace them, but not by a method that every {@code FileSystem} has, and object stores cannot. Thread-safe, as the
 * {@code FileSystem} is.
 */
final class HadoopStorage implements Storage {

    /**
     * The minimum age at which a temporary file counts as a leftover, because it is unknown whether its process is still running.
     */
    private static final long LEFTOVER_MILLIS = TimeUnit.DAYS.toMillis(1);

    /** The note on a copy from one object store to another. */
    private static final String BYTES_ONLY =
            "its properties in the store, such as Content-Type, user metadata, tags, storage class and key, are not"
                    + " copied, because Hadoop's file system does not pass them on";

    private final FileSystem fileSystem;
    private final Leftovers<Path> leftovers = new Leftovers<>(this::temporaryFiles);

    HadoopStorage(FileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    @Override
    public String normalize(String path) {
        return new Path(path).toString();
    }

    @Override
    public String absolute(String path) {
        return fileSystem.makeQualified(new Path(path)).toString();
    }

    @Override
    public String child(String directory, String name) {
        // as one string, because Path(parent, child) parses a name with a colon as a URI
        return new Path(directory + Path.SEPARATOR + name).toString();
    }

    @Override
    public Optional<String> parent(String path) {
        return Optional.ofNullable(new Path(path).getParent()).map(Path::toString);
    }

    @Override
    public String name(String path) {
        return new Path(path).getName();
    }

    @Override
    public Optional<Entry> find(String path) throws IOException {
        try {
            return Optional.of(entry(fileSystem.getFileStatus(new Path(path))));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    static Entry entry(FileStatus status) {
        Entry.Type type =
                status.isFile() ? Entry.Type.FILE : status.isDirectory() ? Entry.Type.DIRECTORY : Entry.Type.OTHER;
        return new Entry(
                status.getPath().toString(),
                status.getPath().getName(),
                type,
                status.getLen(),
                TimeUnit.MILLISECONDS.toNanos(status.getModificationTime()),
                null);
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try {
            for (FileStatus status : fileSystem.listStatus(new Path(directory))) {
                entries.add(entry(status));
            }
        } catch (FileNotFoundException e) {
            throw missing(directory, e);
        }
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static NoSuchFileException missing(String path, FileNotFoundException cause) {
        NoSuchFileException missing = new NoSuchFileException(path);
        missing.initCause(cause);
        return missing;
    }

    @Override
    public FileInput open(String path) throws IOException {
        try {
            return HadoopInput.open(fileSystem, new Path(path));
        } catch (FileNotFoundException e) {
            throw missing(path, e);
        }
    }

    @Override
    public NewFile create(String path, @Nullable String like) throws IOException {
        return create(path, like, false, List.of());
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        String original = Objects.requireNonNull(source.entry(), "entry").path();
        boolean isSame = isSameAs(from);
        boolean areBothStores = from instanceof HadoopStorage hadoop && hadoop.isStore(original) && isStore(path);
        return create(
                path,
                isSame ? original : null,
                !isSame && !areBothStores && !from.isForEverybody(original),
                areBothStores ? List.of(BYTES_ONLY) : List.of());
    }

    private NewFile create(String path, @Nullable String like, boolean isForOwner, List<String> notes)
            throws IOException {
        Path target = new Path(path);
        return NewHadoopObject.isMadeBy(fileSystem, target)
                ? NewHadoopObject.create(fileSystem, target, isForOwner, notes)
                : NewHadoopFile.create(fileSystem, target, like == null ? null : new Path(like), isForOwner, notes);
    }

    /** Returns whether a path is in an object store, where permissions are made up and mean nothing. */
    static boolean isStore(FileSystem fileSystem, Path path) throws IOException {
        return !fileSystem.hasPathCapability(path, CommonPathCapabilities.FS_PERMISSIONS);
    }

    private boolean isStore(String path) throws IOException {
        return isStore(fileSystem, new Path(path));
    }

    @Override
    public boolean isForEverybody(String path) throws IOException {
        if (isStore(path)) {
            return false;
        }
        FileStatus status = fileSystem.getFileStatus(new Path(path));
        return status.getPermission() == null
                || status.getPermission().getOtherAction().implies(FsAction.READ) && !status.hasAcl();
    }

    @Override
    public boolean isSameAs(Storage other) {
        if (!(other instanceof HadoopStorage hadoop) || !server().equals(hadoop.server())) {
            return false;
        }
        try {
            // throws if the port differs; some file systems check nothing
            fileSystem.makeQualified(new Path(hadoop.fileSystem.getUri().resolve("/")));
            return true;
        } catch (IllegalArgumentException e) {
            return false; // "Wrong FS"
        }
    }

    /** Returns the scheme and the authority without the port, because URIs may omit the default port. */
    private String server() {
        URI uri = fileSystem.getUri();
        String authority = uri.getAuthority() == null ? "" : uri.getAuthority().replaceFirst(":\\d+$", "");
        return (uri.getScheme() + "://" + authority).toLowerCase(Locale.ROOT);
    }

    @Override
    public void deleteLeftovers(String path, Predicate<String> names) throws IOException {
        leftovers.delete(new Path(path), names);
    }

    private void temporaryFiles(Path directory, BiConsumer<String, Leftovers.Deletion> left) throws IOException {
        long before = System.currentTimeMillis() - LEFTOVER_MILLIS;
        try {
            for (FileStatus status : fileSystem.listStatus(directory)) {
                Path path = status.getPath();
                if (status.getModificationTime() < before) {
                    TemporaryName.of(path.getName())
                            .ifPresent(name -> left.accept(name.file(), () -> fileSystem.delete(path, false)));
                }
            }
        } catch (FileNotFoundException e) {
            // the directory does not exist yet
        }
    }
}
