// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.text.Reason;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of this machine that has no name: what was fetched of an object, or will become one. It ends with its process, however
 * that ends. Reading and {@link #writeAt} are safe for use by many threads; as an output it is for one.
 */
final class Spool implements FileOutput, Closeable {

    /** The JDK keeps a direct buffer of the largest transfer for each thread, so that none may be large. */
    private static final int LARGEST = 1 << 20;

    /** Where it was, for messages. */
    private final Path path;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(256 << 10);
    private long flushed;

    private Spool(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Creates an empty one in {@code java.io.tmpdir}, which only its owner may read.
     *
     * @throws IOException if that directory takes no file; names it
     */
    static Spool create() throws IOException {
        Path path;
        try {
            path = Files.createTempFile("parquet-fastcodec-", ".tmp");
        } catch (IOException e) {
            throw named(System.getProperty("java.io.tmpdir"), e);
        }
        try {
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            return new Spool(path, channel);
        } catch (IOException e) {
            throw named(path.toString(), e);
        } finally {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // Windows deletes no open file; it goes when it is closed
            }
        }
    }

    private static IOException named(String path, IOException failure) {
        FileSystemException named = new FileSystemException(
                path,
                null,
                (failure instanceof NoSuchFileException ? "there is no such directory" : Reason.of(failure))
                        + ": files that are fetched, or wait to be sent, are kept there; choose another directory with"
                        + " -Djava.io.tmpdir");
        named.initCause(failure);
        return named;
    }

    /** Writes {@code bytes[0, length)} at a position. */
    void writeAt(long position, byte[] bytes, int length) throws IOException {
        writeAt(position, ByteBuffer.wrap(bytes, 0, length));
    }

    private void writeAt(long position, ByteBuffer bytes) throws IOException {
        int start = bytes.position();
        int end = bytes.limit();
        try {
            while (bytes.position() < end) {
                bytes.limit(Math.min(end, bytes.position() + LARGEST));
                channel.write(bytes, position + bytes.position() - start);
            }
        } catch (ClosedChannelException e) {
            throw e; // the thread was interrupted
        } catch (IOException e) {
            throw named(path.toString(), e);
        }
    }

    /** Reads {@code file[position, position + length)} to {@code target[offset, offset + length)}. */
    void read(long position, byte[] target, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int step = Math.min(LARGEST, length - done);
            int read = channel.read(ByteBuffer.wrap(target, offset + done, step), position + done);
            if (read < 0) {
                throw new EOFException(
                        "The file ends at " + (position + done) + ", expected " + (length - done) + " more bytes");
            }
            done += read;
        }
    }

    /** Returns {@code file[position, position + length)}, for one reader. */
    InputStream slice(long position, long length) {
        return new InputStream() {

            private long at = position;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int offset, int count) throws IOException {
                long missing = position + length - at;
                if (missing == 0) {
                    return -1;
                }
                int step = (int) Math.min(Math.min(LARGEST, count), missing);
                int read = channel.read(ByteBuffer.wrap(target, offset, step), at);
                at += Math.max(0, read);
                return read;
            }
        };
    }

    @Override
    public long position() {
        return flushed + buffer.position();
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
        if (bytes.remaining() > buffer.remaining()) {
            flush();
        }
        if (bytes.remaining() <= buffer.remaining()) {
            buffer.put(bytes.duplicate());
        } else {
            writeAt(flushed, bytes.duplicate());
            flushed += bytes.remaining();
        }
    }

    /** Passes on what {@link #write} has taken; only then it can be read. */
    void flush() throws IOException {
        buffer.flip();
        int length = buffer.remaining();
        writeAt(flushed, buffer);
        flushed += length;
        buffer.clear();
    }

    @Override
    public boolean canTruncate() {
        return true;
    }

    @Override
    public void truncate(long position) throws IOException {
        flush();
        channel.truncate(position);
        flushed = position;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
