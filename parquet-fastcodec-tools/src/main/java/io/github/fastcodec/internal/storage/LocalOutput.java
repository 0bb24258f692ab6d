// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file through its channel, which the caller closes after this. For one thread. */
public final class LocalOutput implements FileOutput, Closeable {

    /** The JDK keeps a direct buffer of the largest write for each thread, so that no write may be large. */
    private static final int LARGEST_WRITE = 1 << 20;

    private final Path target;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(256 << 10);
    private final DiskSync sync;
    private final boolean reachesDisk;
    private final String remedy;
    private long written;

    /**
     * @param target what messages call the file
     * @param reachesDisk whether the disk is kept at work, because the file is to be on it
     * @param remedy what a message says behind the failure of a write; empty if nothing
     */
    public LocalOutput(Path target, FileChannel channel, boolean reachesDisk, String remedy) {
        this.target = target;
        this.channel = channel;
        this.sync = new DiskSync(channel);
        this.reachesDisk = reachesDisk;
        this.remedy = remedy;
    }

    @Override
    public long position() {
        return written + buffer.position();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        if (bytes.remaining() > buffer.remaining()) {
            flush();
        }
        if (bytes.remaining() <= buffer.remaining()) {
            buffer.put(bytes.duplicate());
        } else {
            writeThrough(bytes.duplicate());
        }
    }

    /** Passes the buffered bytes on. */
    public void flush() throws IOException {
        buffer.flip();
        writeThrough(buffer);
        buffer.clear();
    }

    private void writeThrough(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + LARGEST_WRITE));
            int length;
            try {
                length = channel.write(bytes, written);
            } catch (IOException e) {
                throw named(e);
            }
            written += length;
            if (reachesDisk) {
                sync.written(length);
            }
        }
    }

    /** A channel does not say which file it is that has failed; the source of a recompression is not. */
    private IOException named(IOException failure) {
        if (failure.getClass() != IOException.class) {
            return failure; // the thread was interrupted, say
        }
        String room;
        try {
            room = Files.getFileStore(target.toAbsolutePath().getParent()).getUsableSpace() + " bytes are free";
        } catch (IOException | RuntimeException e) {
            room = "an unknown number is free";
        }
        FileSystemException named = new FileSystemException(
                target.toString(),
                null,
                failure.getMessage() + " (after " + written + " bytes, " + room + ")" + remedy);
        named.initCause(failure);
        return named;
    }

    @Override
    public boolean canTruncate() {
        return true;
    }

    @Override
    public void truncate(long position) throws IOException {
        flush();
        channel.truncate(position);
        written = position;
    }

    /** Begins to write everything to the disk. */
    void beginSync() throws IOException {
        flush();
        sync.begin();
    }

    /** Waits until everything is on the disk. */
    void awaitSync() throws IOException {
        try {
            sync.await();
        } catch (IOException e) {
            throw named(e);
        }
    }

    /** Ends what is under way. */
    @Override
    public void close() throws IOException {
        sync.close();
    }
}
