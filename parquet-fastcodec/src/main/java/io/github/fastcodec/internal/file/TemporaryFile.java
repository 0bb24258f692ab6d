// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file beside the one that it is to become, named {@code .name.<uuid>.tmp}. Its process holds a lock on it until it is
 * closed, so that other processes can tell it from one that a killed process has left. For one thread.
 */
final class TemporaryFile implements Closeable {

    private static final Pattern NAME =
            Pattern.compile("\\.(.+)\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.tmp", Pattern.DOTALL);

    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    private static final int ATTEMPTS = 5;

    /** The first half of the UUIDs of this process. */
    private static final long PROCESS = UUID.randomUUID().getMostSignificantBits();

    private final Path path;
    private final FileChannel channel;
    private boolean kept;

    private TemporaryFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates an empty one beside a path, with the given attributes from the start on. */
    static TemporaryFile beside(Path target, FileAttribute<?>... attributes) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Path path = target.resolveSibling("." + target.getFileName() + "." + uuid() + ".tmp");
            FileChannel channel = FileChannel.open(path, OPTIONS, attributes);
            try {
                // Another process may have taken it for a leftover before it was locked.
                if (lock(channel) != Lock.OTHERS && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                    return new TemporaryFile(path, channel);
                }
                channel.close();
            } catch (IOException | RuntimeException e) {
                channel.close();
                Files.deleteIfExists(path);
                throw e;
            }
        }
        throw new FileSystemException(
                target.toString(), null, "another process keeps deleting the temporary file beside it");
    }

    private static UUID uuid() {
        return new UUID(PROCESS, UUID.randomUUID().getLeastSignificantBits());
    }

    private enum Lock {
        OURS,
        OTHERS,
        NOT_SERVED
    }

    /** Locks a byte that no file has, because some systems keep others from reading what is locked. */
    private static Lock lock(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, false);
            return lock == null ? Lock.OTHERS : Lock.OURS;
        } catch (OverlappingFileLockException e) {
            return Lock.OTHERS; // another thread of this process
        } catch (IOException | UnsupportedOperationException e) {
            return Lock.NOT_SERVED; // some network file systems
        }
    }

    /** Returns the name of the file that another process's file of this name stands beside, or null if it is none. */
    static String nameBeside(String name) {
        Matcher matcher = NAME.matcher(name);
        boolean another = matcher.matches() && UUID.fromString(matcher.group(2)).getMostSignificantBits() != PROCESS;
        return another ? matcher.group(1) : null;
    }

    /**
     * Deletes what another process has left that is gone, and returns whether that was so. Must not be called for this
     * process's own: closing a file drops all locks of its process in some systems.
     */
    static boolean deleteLeftover(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            return lock(channel) == Lock.OURS && Files.deleteIfExists(path);
        } catch (NoSuchFileException e) {
            return false; // its process has just ended
        }
    }

    Path path() {
        return path;
    }

    FileChannel channel() {
        return channel;
    }

    /** Has {@link #close} leave the file where it is, as what a killed process has left. */
    void keep() {
        kept = true;
    }

    /** Closes the file and deletes its name, if it still has it. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (!kept) {
                Files.deleteIfExists(path);
            }
        }
    }
}
