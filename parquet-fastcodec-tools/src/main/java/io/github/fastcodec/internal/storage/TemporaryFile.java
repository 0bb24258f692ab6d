// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * A file with a {@link TemporaryName} in the directory of its target. The process that created it holds a lock on it until the
 * file is closed, so that other processes can distinguish it from the leftover of a killed process. Not thread-safe.
 */
final class TemporaryFile implements Closeable {

    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final int ATTEMPTS = 5;

    /** The first half of the UUID in the name of every temporary file of this process. */
    private static final long PROCESS = UUID.randomUUID().getMostSignificantBits();

    private final Path path;
    private final FileChannel channel;
    private final LocalOutput output;

    private TemporaryFile(Path target, Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        this.output = new LocalOutput(target, channel, true, "");
    }

    /** Creates an empty file next to a target, with the given attributes from the start. */
    static TemporaryFile create(Path target, FileAttribute<?>... attributes) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path =
                    target.resolveSibling(new TemporaryName(target.getFileName().toString(), uuid()).toString());
            FileChannel channel = FileChannel.open(path, OPTIONS, attributes);
            try {
                // Another process may have deleted it as a leftover before it was locked.
                if (lock(channel, false) != Lock.TAKEN && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    return new TemporaryFile(target, path, channel);
                }
                channel.close();
            } catch (IOException | RuntimeException | Error e) {
                channel.close();
                Files.deleteIfExists(path);
                throw e;
            }
        }
        throw new FileSystemException(
                target.toString(), null, "another process keeps deleting the temporary file next to it");
    }

    /** Creates an empty file next to a target. Only its owner can read it, if the file system has owners. */
    static TemporaryFile createForOwner(Path target) throws IOException {
        boolean hasModes = target.getFileSystem().supportedFileAttributeViews().contains("posix");
        return hasModes ? create(target, OWNER_ONLY) : create(target);
    }

    private static UUID uuid() {
        return new UUID(PROCESS, UUID.randomUUID().getLeastSignificantBits());
    }

    private enum Lock {
        OURS,
        TAKEN,
        UNSUPPORTED
    }

    /**
     * Locks a byte far beyond the end of the file, because on some systems other processes cannot read locked bytes.
     *
     * @param shared whether to take a shared lock, which only probes for the lock of another process
     */
    private static Lock lock(FileChannel channel, boolean shared) {
        try {
            FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, shared);
            return lock == null ? Lock.TAKEN : Lock.OURS;
        } catch (OverlappingFileLockException e) {
            return Lock.TAKEN; // held by this process
        } catch (IOException | UnsupportedOperationException e) {
            return Lock.UNSUPPORTED; // some network file systems
        }
    }

    /** Returns whether this process has created the file with the given name. */
    static boolean isOurs(TemporaryName name) {
        return name.uuid().getMostSignificantBits() == PROCESS;
    }

    /**
     * Deletes a file that an ended process has left. Files that this user may not read or delete are kept: they belong to another
     * user and do no harm. Must not be called for files of this process, because on some systems closing a file releases all
     * locks that the process holds on it.
     */
    static void deleteLeftover(Path path) throws IOException {
        // Opened for reading only, because the copy of a read-only file is read-only too.
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (lock(channel, true) == Lock.OURS) {
                Files.deleteIfExists(path);
            }
        } catch (FileSystemException e) {
            // Its process has just deleted it, or this user may not read or delete it.
        }
    }

    Path path() {
        return path;
    }

    /** Returns the output that writes the file. Its messages name the target. */
    LocalOutput output() {
        return output;
    }

    /**
     * Returns an input that uses the channel of this file, and is valid until this file is closed. If the input had its own
     * channel, closing that channel would release the lock.
     */
    FileInput open() throws IOException {
        return LocalInput.borrowing(channel);
    }

    /** Closes the file, and deletes its temporary name if that still exists. */
    @Override
    public void close() throws IOException {
        try (channel) {
            try {
                output.close();
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }
}
