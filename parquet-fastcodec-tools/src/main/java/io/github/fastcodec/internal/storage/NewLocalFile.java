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

/** A new file of a local file system, which never takes the place of another one. For one thread. */
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
     * Creates a file beside the target, and the directory of both.
     *
     * @param like a file whose permissions the new one gets, or null
     * @throws FileAlreadyExistsException if there is something at the target
     */
    public static NewLocalFile create(Path target, @Nullable Path like) throws IOException {
        createDirectories(
                target.toAbsolutePath().getParent(),
                like == null ? null : like.toRealPath().getParent());
        requireAbsent(target);
        if (like == null) {
            return new NewLocalFile(target, TemporaryFile.beside(target), List.of());
        }
        CopyAccess access = new CopyAccess(like);
        return new NewLocalFile(target, access.beside(target), access.notes());
    }

    /**
     * Creates a file beside the target, and the directory of both. It is readable for its owner alone.
     *
     * @throws FileAlreadyExistsException if there is something at the target
     */
    static NewLocalFile createForOwner(Path target) throws IOException {
        createDirectories(target.toAbsolutePath().getParent(), null);
        requireAbsent(target);
        return new NewLocalFile(target, TemporaryFile.besideForOwner(target), List.of(Storage.FOR_OWNER));
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
        temporary.output().beginSync();
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
            // Unlike a rename, a link fails if another process has created the target meanwhile.
            Files.createLink(target, temporary.path());
        } catch (FileAlreadyExistsException e) {
            if (!Files.isSameFile(target, temporary.path())) {
                throw NewFile.exists(target);
            }
        } catch (IOException | UnsupportedOperationException e) {
            moveWithoutLinks();
        }
        if (origin != null) {
            temporary.close(); // another name that goes is a change of the file
            Inode.setOrigin(target, origin);
        }
        syncDirectory(target);
    }

    /**
     * A file system without links has no step that fails if another process has created the target. Within this process the lock lets
     * one thread at a time through.
     */
    private void moveWithoutLinks() throws IOException {
        synchronized (NewLocalFile.class) {
            requireAbsent(target);
            Files.move(temporary.path(), target);
        }
    }

    /** Deletes the checksums by which Hadoop's local file system would judge the new file, which are an older one's. */
    private static void deleteChecksums(Path target) throws IOException {
        Path checksums = target.resolveSibling("." + target.getFileName() + ".crc");
        if (Files.exists(checksums, LinkOption.NOFOLLOW_LINKS)) { // false if the name is too long
            Files.deleteIfExists(checksums);
        }
    }

    /**
     * Creates a directory, and those above it, if they are missing; a loss of power does not take them away again.
     *
     * @param like a directory that keeps others out, as the new one is to do, and so on above both; or null
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
            // Windows and some network file systems cannot open directories. The file is whole; its name may be lost.
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
