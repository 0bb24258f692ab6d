// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A new file of a local file system. It never replaces another file. Not thread-safe. */
public final class NewLocalFile implements NewFile {

    private final Path target;
    private final TemporaryFile temporary;
    private final List<String> notes;
    private @Nullable Origin origin;

    private NewLocalFile(Path target, TemporaryFile temporary, List<String> notes) {
        this.target = target;
        this.temporary = temporary;
        this.notes = notes;
    }

    /**
     * Creates a temporary file next to the target, and the target's directory if that does not exist.
     *
     * @param like a file whose permissions are copied to the new one, or null
     * @throws FileAlreadyExistsException if the target exists
     */
    public static NewLocalFile create(Path target, @Nullable Path like) throws IOException {
        createDirectories(
                target.toAbsolutePath().getParent(),
                like == null ? null : like.toRealPath().getParent());
        requireAbsent(target);
        if (like == null) {
            return new NewLocalFile(target, TemporaryFile.create(target), List.of());
        }
        CopyAccess access = new CopyAccess(like);
        return new NewLocalFile(target, access.createTemporary(target), access.notes());
    }

    /**
     * Creates a temporary file next to the target, and the target's directory if that does not exist. Only its owner can read the
     * file.
     *
     * @throws FileAlreadyExistsException if the target exists
     */
    static NewLocalFile createForOwner(Path target) throws IOException {
        createDirectories(target.toAbsolutePath().getParent(), null);
        requireAbsent(target);
        return new NewLocalFile(target, TemporaryFile.createForOwner(target), List.of(Storage.FOR_OWNER));
    }

    private static void requireAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw NewFile.exists(target);
        }
    }

    @Override
    public FileOutput output() {
        return temporary.output();
    }

    @Override
    public void finish() throws IOException {
        temporary.output().startSync();
    }

    @Override
    public FileInput open() throws IOException {
        return temporary.open();
    }

    @Override
    public void setOrigin(Origin newOrigin) {
        origin = newOrigin;
    }

    @Override
    public void publish(Condition condition) throws IOException {
        temporary.output().awaitSync();
        condition.require();
        requireAbsent(target);
        deleteChecksums(target);
        try {
            // Unlike a rename, a link fails if another process has created the target since the check.
            Files.createLink(target, temporary.path());
        } catch (FileAlreadyExistsException e) {
            if (!Files.isSameFile(target, temporary.path())) {
                throw NewFile.exists(target);
            }
        } catch (IOException | UnsupportedOperationException e) {
            moveWithoutLinks();
        }
        if (origin != null) {
            temporary.close(); // before the origin is set, because removing a name changes the file
            Inode.setOrigin(target, origin);
        }
        syncDirectory(target);
    }

    /**
     * Renames the file, on a file system without links. Such a file system has no rename that fails if another process has
     * created the target. The lock excludes other threads of this process.
     */
    private void moveWithoutLinks() throws IOException {
        synchronized (NewLocalFile.class) {
            requireAbsent(target);
            Files.move(temporary.path(), target);
        }
    }

    /** Deletes the checksums of an older file. Otherwise Hadoop's local file system would check the new file against them. */
    private static void deleteChecksums(Path target) throws IOException {
        Path checksums = target.resolveSibling("." + target.getFileName() + ".crc");
        if (Files.exists(checksums, LinkOption.NOFOLLOW_LINKS)) { // false if the name is too long
            Files.deleteIfExists(checksums);
        }
    }

    /**
     * Creates a directory and its parents if they are missing, and forces them to disk if the file system can.
     *
     * @param like a directory whose permissions limit those of the new directory, and whose parents limit the new parents; or
     *     null
     */
    private static void createDirectories(@Nullable Path directory, @Nullable Path like) throws IOException {
        if (directory == null || Files.exists(directory)) {
            return;
        }
        createDirectories(directory.getParent(), like == null ? null : like.getParent());
        CopyAccess.createDirectory(directory, like);
        syncDirectory(directory);
    }

    private static void syncDirectory(Path file) {
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // Windows and some network file systems cannot open directories. On them, a loss of power may lose
            // the name.
        }
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }
}
