// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop.relay;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.hadoop.io.compress.CompressionInputStream;

/**
 * One page, decompressed in one step at the first read.
 *
 * <p>parquet-java knows the size of a page, but a Hadoop stream is not told. It reads in two ways: all of the page into an
 * array of its size, or through a JDK channel in chunks of a known size, of which the last is what remains. Either way the
 * last read tells the size, and it has to be that of the page. A page that failed, fails again at every read.
 */
final class RelayInputStream extends CompressionInputStream {

    /** What a channel over a stream asks for at most, in bytes, as the JDK at hand does it. */
    private static final int CHUNK = chunk();

    private static final String CHANNELS = Channels.class.getName() + "$";

    /** How many callers are looked at for a channel; it calls this stream itself. */
    private static final int NEAR_CALLERS = 4;

    private static final byte[] NOTHING = new byte[0];

    private final RelayDecompressor decompressor;
    private byte[] page;
    private int position;

    /** parquet-java's own stream, if it came to that. */
    private InputStream own;

    private Throwable failure;

    RelayInputStream(InputStream in, RelayDecompressor decompressor) throws IOException {
        super(in);
        this.decompressor = decompressor;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        requireIntact();
        boolean done = false;
        try {
            int count = own == null ? readPage(target, offset, length) : own.read(target, offset, length);
            done = true;
            return count;
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            if (!done) {
                page = NOTHING;
                position = 0;
            }
        }
    }

    private int readPage(byte[] target, int offset, int length) throws IOException {
        if (page == null) {
            boolean chunked = length == CHUNK && isReadByChannel();
            byte[] whole = chunked ? null : length == target.length ? target : new byte[length];
            page = decompress(whole);
            if (page == null) {
                return own.read(target, offset, length);
            }
            if (page == target) {
                page = NOTHING;
                return length;
            }
        }
        int remaining = page.length - position;
        if (remaining == 0) {
            return -1;
        }
        if (length > remaining || length < CHUNK && length != remaining) {
            throw new IOException("A page of " + page.length + " bytes is read as if it had " + (position + length)
                    + " bytes: the size in its header is wrong, or it is not read by parquet-java");
        }
        System.arraycopy(page, position, target, offset, length);
        position += length;
        return length;
    }

    @Override
    public int read() throws IOException {
        requireIntact();
        try {
            if (own == null && page == null) {
                page = decompress(null);
            }
            if (own != null) {
                return own.read();
            }
            return position == page.length ? -1 : page[position++] & 0xff;
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    private void requireIntact() throws IOException {
        if (failure instanceof IOException) {
            throw (IOException) failure;
        }
        if (failure != null) {
            throw new IOException("This page failed to decompress before and is not tried again: " + failure, failure);
        }
    }

    /**
     * Decompresses the page.
     *
     * @param whole an array of its exact size, or null if the size is not known
     * @return the array that holds it; null if parquet-java's own stream has to be read instead
     */
    private byte[] decompress(byte[] whole) throws IOException {
        BiFunction<InputStream, ByteBuffer, ByteBuffer> pages = decompressor.pages();
        InputStream compressed = in;
        if (pages != null) {
            if (!in.markSupported()) {
                compressed = new ByteArrayInputStream(in.readAllBytes());
            }
            compressed.mark(Integer.MAX_VALUE);
            try {
                return pages.apply(compressed, whole == null ? null : ByteBuffer.wrap(whole))
                        .array();
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (LinkageError e) {
                decompressor.lost(e);
                compressed.reset();
            }
        }
        own = decompressor.ownStream(compressed);
        return null;
    }

    /** A page whose size is that of a chunk is read in the same way as the first chunk of a larger one; the caller tells. */
    private static boolean isReadByChannel() {
        return StackWalker.getInstance()
                .walk(frames -> frames.limit(NEAR_CALLERS)
                        .anyMatch(frame -> frame.getClassName().startsWith(CHANNELS)));
    }

    @Override
    public int available() throws IOException {
        return own != null ? own.available() : page == null ? 0 : page.length - position;
    }

    /** Forgets the page; the next read takes what {@code in} holds then. */
    @Override
    public void resetState() {
        page = null;
        position = 0;
        own = null;
        failure = null;
    }

    /** Closes what this reads from, and parquet-java's own stream. */
    @Override
    public void close() throws IOException {
        if (own != null) {
            own.close();
        }
        super.close();
    }

    private static int chunk() {
        int[] asked = new int[1];
        InputStream probe = new InputStream() {
            @Override
            public int read() {
                return -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                asked[0] = length;
                return -1;
            }
        };
        boolean interrupted = Thread.interrupted(); // a channel would fail, and with it this class for good
        try {
            Channels.newChannel(probe).read(ByteBuffer.allocate(1 << 20));
        } catch (IOException e) {
            throw new IllegalStateException("a stream that is at its end cannot fail", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return asked[0];
    }
}
