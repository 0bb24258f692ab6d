// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A file that appears under its name whole or not at all: it is written beside, and renamed. For one thread. */
final class NewFile implements Closeable {

    private final Path target;
    private final Path beside;
    private boolean placed;

    /**
     * Chooses a name beside the target.
     *
     * @throws FileAlreadyExistsException if there is a file at the target
     */
    NewFile(Path target) throws IOException {
        this.target = target;
        this.beside = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
        requireAbsent();
    }

    private void requireAbsent() throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(
                    target.toString(), null, "the target of a recompression must be a new file");
        }
    }

    /** Returns where the file is to be written. */
    Path beside() {
        return beside;
    }

    /** Gives the file, which is on the disk as a whole, its name, in one step that is on the disk afterwards too. */
    void place() throws IOException {
        requireAbsent();
        // Hadoop's local file system would check the new file against the checksums of an older one of its name.
        Files.deleteIfExists(target.resolveSibling("." + target.getFileName() + ".crc"));
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
        placed = true;
        syncDirectory();
    }

    private void syncDirectory() {
        try (FileChannel directory = FileChannel.open(target.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // Windows and some network file systems cannot open directories. The file is whole; its name may be lost.
        }
    }

    /** Deletes the file unless it was placed. */
    @Override
    public void close() throws IOException {
        if (!placed) {
            Files.deleteIfExists(beside);
        }
    }
}
