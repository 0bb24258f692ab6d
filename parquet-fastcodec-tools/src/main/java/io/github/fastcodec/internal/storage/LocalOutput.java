// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file through a channel, which the caller closes after it has closed this output. Not thread-safe. */
public final class LocalOutput implements FileOutput, Closeable {

    /**
     * The maximum size of a write. It is small because the JDK keeps a direct buffer for each thread, as large as the thread's
     * largest write.
     */
    private static final int LARGEST_WRITE = 1 << 20;

    private final Path target;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(256 << 10);
    private final DiskSync sync;
    private final boolean isSynced;
    private final String remedy;
    private long written;

    /**
     * @param target the name of the file in messages
     * @param isSynced whether to force the file to disk while it is written
     * @param remedy the end of the message if a write fails; may be empty
     */
    public LocalOutput(Path target, FileChannel channel, boolean isSynced, String remedy) {
        this.target = target;
        this.channel = channel;
        this.sync = new DiskSync(channel);
        this.isSynced = isSynced;
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

    /** Writes the buffered bytes to the channel. */
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
                throw withPath(e);
            }
            written += length;
            if (isSynced) {
                sync.written(length);
            }
        }
    }

    /** Adds the path to a failure, because channels do not name their file. */
    private IOException withPath(IOException failure) {
        if (failure.getClass() != IOException.class) {
            return failure; // such as ClosedByInterruptException
        }
        String space;
        try {
            space = Files.getFileStore(target.toAbsolutePath().getParent()).getUsableSpace() + " bytes are free";
        } catch (IOException | RuntimeException e) {
            space = "free space unknown";
        }
        FileSystemException named = new FileSystemException(
                target.toString(),
                null,
                failure.getMessage() + " (after " + written + " bytes, " + space + ")" + remedy);
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

    /** Starts forcing everything to disk. */
    void startSync() throws IOException {
        flush();
        sync.start();
    }

    /** Waits until everything is on disk. */
    void awaitSync() throws IOException {
        try {
            sync.await();
        } catch (IOException e) {
            throw withPath(e);
        }
    }

    /** Waits for a force in progress. */
    @Override
    public void close() throws IOException {
        sync.await();
    }
}
