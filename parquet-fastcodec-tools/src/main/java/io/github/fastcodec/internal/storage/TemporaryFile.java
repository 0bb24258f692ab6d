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
 * A file beside the one that it is to become, with a {@link TemporaryName}. Its process holds a lock on it until it is
 * closed, so that other processes can tell it from one that a killed process has left. For one thread.
 */
final class TemporaryFile implements Closeable {

    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    private static final FileAttribute<?> OWNERS_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final int ATTEMPTS = 5;

    /** The first half of the UUIDs of this process. */
    private static final long PROCESS = UUID.randomUUID().getMostSignificantBits();

    private final Path path;
    private final FileChannel channel;
    private final LocalOutput output;

    private TemporaryFile(Path target, Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        this.output = new LocalOutput(target, channel, true, "");
    }

    /** Creates an empty one beside a path, with the given attributes from the start on. */
    static TemporaryFile beside(Path target, FileAttribute<?>... attributes) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path =
                    target.resolveSibling(new TemporaryName(target.getFileName().toString(), uuid()).toString());
            FileChannel channel = FileChannel.open(path, OPTIONS, attributes);
            try {
                // Another process may have taken it for a leftover before it was locked.
                if (lock(channel, false) != Lock.OTHERS && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
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
                target.toString(), null, "another process keeps deleting the temporary file beside it");
    }

    /** Creates an empty one beside a path. Only its owner may read it, if the file system knows owners. */
    static TemporaryFile besideForOwner(Path target) throws IOException {
        boolean hasModes = target.getFileSystem().supportedFileAttributeViews().contains("posix");
        return hasModes ? beside(target, OWNERS_ONLY) : beside(target);
    }

    private static UUID uuid() {
        return new UUID(PROCESS, UUID.randomUUID().getLeastSignificantBits());
    }

    private enum Lock {
        OURS,
        OTHERS,
        NOT_SERVED
    }

    /**
     * Locks a byte that no file has, because some systems keep others from reading what is locked.
     *
     * @param shared whether it is the lock of a process that only looks whether there is another one's
     */
    private static Lock lock(FileChannel channel, boolean shared) {
        try {
            FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, shared);
            return lock == null ? Lock.OTHERS : Lock.OURS;
        } catch (OverlappingFileLockException e) {
            return Lock.OTHERS; // another thread of this process
        } catch (IOException | UnsupportedOperationException e) {
            return Lock.NOT_SERVED; // some network file systems
        }
    }

    /** Returns whether a name is that of a file of this process. */
    static boolean isOurs(TemporaryName name) {
        return name.uuid().getMostSignificantBits() == PROCESS;
    }

    /**
     * Deletes what a process that is gone has left. What this user may not read or delete stays: it is another
     * user's, and in no one's way. Must not be called for this process's own: closing a file drops all locks of its process in some systems.
     */
    static void deleteLeftover(Path path) throws IOException {
        // Not for writing: a copy of a file that is read-only is so too.
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            if (lock(channel, true) == Lock.OURS) {
                Files.deleteIfExists(path);
            }
        } catch (FileSystemException e) {
            // Its process has just deleted it, or it stays.
        }
    }

    Path path() {
        return path;
    }

    /** Returns what writes the file; messages name what the file is to become. */
    LocalOutput output() {
        return output;
    }

    /** Returns the file for reading, valid until this is closed. Closing another channel would drop the lock. */
    FileInput open() throws IOException {
        return LocalInput.borrowing(channel);
    }

    /** Closes the file and deletes its name, if it still has it. */
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
