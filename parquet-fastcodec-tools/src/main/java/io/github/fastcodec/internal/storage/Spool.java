// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import io.github.fastcodec.internal.text.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An unlinked temporary file that buffers a download or an upload. The system deletes it when the process ends, even if the
 * process is killed. Reading and {@link #writeAt} are thread-safe.
 */
public final class Spool implements Closeable {

    /**
     * The maximum size of a read. It is small because the JDK keeps a direct buffer for each thread, as large as the thread's
     * largest read.
     */
    private static final int LARGEST_READ = 1 << 20;

    private static final String REMEDY =
            ": downloads and uploads are buffered there; choose another directory with -Djava.io.tmpdir";

    /** The path of the file before it was unlinked, for messages. */
    private final Path path;

    private final FileChannel channel;
    private final LocalInput input;

    private Spool(Path path, FileChannel channel) throws IOException {
        this.path = path;
        this.channel = channel;
        this.input = LocalInput.borrowing(channel);
    }

    /**
     * Creates an empty file in {@code java.io.tmpdir}. Only its owner can read the file.
     *
     * @throws IOException if no file can be created in that directory; the message names it
     */
    public static Spool create() throws IOException {
        Path path;
        try {
            path = Files.createTempFile("parquet-fastcodec-", ".tmp");
        } catch (IOException e) {
            throw directoryFailure(System.getProperty("java.io.tmpdir"), e);
        }
        try {
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            return new Spool(path, channel);
        } catch (IOException e) {
            throw directoryFailure(path.toString(), e);
        } finally {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // Windows cannot delete an open file; it is deleted when it is closed
            }
        }
    }

    private static IOException directoryFailure(String path, IOException failure) {
        return new TemporaryDirectoryException(
                path,
                (failure instanceof NoSuchFileException ? "there is no such directory" : Reason.of(failure)) + REMEDY,
                failure);
    }

    /** Writes {@code bytes[0, length)} at {@code position}. */
    public void writeAt(long position, byte[] bytes, int length) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes, 0, length);
        try {
            while (left.hasRemaining()) {
                channel.write(left, position + left.position());
            }
        } catch (ClosedChannelException e) {
            throw e; // the thread was interrupted
        } catch (IOException e) {
            throw directoryFailure(path.toString(), e);
        }
    }

    /** Returns a new output, which writes from the start. The bytes can be read after the output is flushed. */
    public LocalOutput output() {
        return new LocalOutput(path, channel, false, REMEDY);
    }

    public FileInput open() throws IOException {
        return LocalInput.borrowing(channel);
    }

    /** Reads {@code file[position, position + length)} to {@code target[offset, offset + length)}. */
    public void read(long position, byte[] target, int offset, int length) throws IOException {
        input.read(position, target, offset, length);
    }

    /** Returns a stream of {@code file[position, position + length)}. The stream is not thread-safe. */
    public InputStream slice(long position, long length) {
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
                int step = (int) Math.min(Math.min(LARGEST_READ, count), missing);
                int read = channel.read(ByteBuffer.wrap(target, offset, step), at);
                at += Math.max(0, read);
                return read;
            }
        };
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
