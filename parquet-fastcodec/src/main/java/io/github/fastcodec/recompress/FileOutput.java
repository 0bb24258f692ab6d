// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A new file that is written from its start on. For one thread. */
final class FileOutput implements Closeable {

    /** The JDK keeps a direct buffer of the largest write for each thread, so that no write may be large. */
    private static final int LARGEST_WRITE = 1 << 20;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(256 << 10);
    private long written;

    /** Creates the file, which must not exist. */
    FileOutput(Path path) throws IOException {
        channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Returns where the next byte will stand. */
    long position() {
        return written + buffer.position();
    }

    void write(byte[] bytes) throws IOException {
        write(ByteBuffer.wrap(bytes));
    }

    /** Writes what remains in a buffer, whose position stays. */
    void write(ByteBuffer bytes) throws IOException {
        if (bytes.remaining() > buffer.remaining()) {
            flush();
        }
        if (bytes.remaining() <= buffer.remaining()) {
            buffer.put(bytes.duplicate());
        } else {
            writeThrough(bytes.duplicate());
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        writeThrough(buffer);
        buffer.clear();
    }

    private void writeThrough(ByteBuffer bytes) throws IOException {
        int end = bytes.limit();
        while (bytes.position() < end) {
            bytes.limit(Math.min(end, bytes.position() + LARGEST_WRITE));
            written += channel.write(bytes, written);
        }
    }

    /** Drops what was written from a position on. */
    void truncate(long position) throws IOException {
        flush();
        channel.truncate(position);
        written = position;
    }

    /** Writes everything to the disk. */
    void sync() throws IOException {
        flush();
        channel.force(true);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
