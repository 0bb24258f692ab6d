// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file of the default file system, or of another file system that supports channels. Thread-safe. */
public final class LocalInput implements FileInput {

    /**
     * The maximum size of a read. It is small because the JDK keeps a direct buffer for each thread, as large as the thread's
     * largest read.
     */
    private static final int LARGEST_READ = 1 << 20;

    private final FileChannel channel;
    private final boolean owned;
    private final @Nullable Entry entry;
    private final Optional<Inode> inode;
    private final long length;

    private LocalInput(FileChannel channel, boolean owned, @Nullable Entry entry, Optional<Inode> inode)
            throws IOException {
        this.channel = channel;
        this.owned = owned;
        this.entry = entry;
        this.inode = inode;
        this.length = channel.size();
    }

    /** Opens a file for reading; the caller closes it. */
    public static LocalInput open(Path path) throws IOException {
        return open(path, null, Optional.empty());
    }

    /**
     * @param entry the entry at the path, or null
     * @param inode the inode of the entry, if the file system has inodes
     */
    static LocalInput open(Path path, @Nullable Entry entry, Optional<Inode> inode) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new LocalInput(channel, true, entry, inode);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns an input that reads through a channel. The channel stays open when the input is closed. */
    public static LocalInput borrowing(FileChannel channel) throws IOException {
        return new LocalInput(channel, false, null, Optional.empty());
    }

    @Override
    public @Nullable Entry entry() {
        return entry;
    }

    @Override
    public Optional<String> version() {
        return inode.flatMap(Inode::version);
    }

    @Override
    public Optional<Origin> origin() {
        return inode.flatMap(Inode::origin);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        int done = 0;
        while (done < length) {
            int step = Math.min(LARGEST_READ, length - done);
            int read = channel.read(ByteBuffer.wrap(target, offset + done, step), position + done);
            if (read < 0) {
                throw new EOFException(
                        "The file ends at " + (position + done) + ", expected " + (length - done) + " more bytes");
            }
            done += read;
        }
    }

    @Override
    public void close() throws IOException {
        if (owned) {
            channel.close();
        }
    }
}
