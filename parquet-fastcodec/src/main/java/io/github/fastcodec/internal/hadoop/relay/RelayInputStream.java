// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.jspecify.annotations.Nullable;

/**
 * One page, decompressed in one step at the first read.
 *
 * <p>parquet-java knows the size of a page, but a Hadoop stream is not told. It reads in two ways: all of the page into an
 * array of its size, or through a JDK channel in chunks of a known size, of which the last is what remains. Either way the
 * last read tells the size, and it has to be that of the page. A page that failed, fails again at every read.
 */
final class RelayInputStream extends CompressionInputStream {

    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** How the JDK at hand reads a stream through a channel. */
    private static final ChannelProbe CHANNEL = ChannelProbe.ofThisJdk();

    /** What a channel asks for at most, in bytes. */
    private static final int CHUNK = CHANNEL.asked;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final RelayDecompressor decompressor;

    private boolean isDecompressed;

    /** The rest of the page, once it is decompressed. */
    private ByteBuffer page = NOTHING;

    /** Whether the page lies in {@link IdleMemory}. */
    private boolean isLent;

    /** parquet-java's own stream, if it came to that. */
    private @Nullable InputStream own;

    private @Nullable Throwable failure;

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
        // A page whose size is that of a chunk is read in the same way as the first chunk of a larger one; the caller
        // tells.
        boolean chunked = !isDecompressed && length == CHUNK && CALLERS.getCallerClass() == CHANNEL.caller;
        try {
            return own == null ? readPage(target, offset, length, chunked) : own.read(target, offset, length);
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            page = NOTHING;
            throw e;
        }
    }

    private int readPage(byte[] target, int offset, int length, boolean chunked) throws IOException {
        if (!isDecompressed) {
            byte[] whole = chunked ? null : length == target.length ? target : new byte[length];
            decompress(whole);
            if (own != null) {
                return own.read(target, offset, length);
            }
            if (whole == target) {
                page = NOTHING;
                return length;
            }
        }
        int remaining = page.remaining();
        if (remaining == 0) {
            return -1;
        }
        if (length > remaining || length < CHUNK && length != remaining) {
            throw new IOException("A page of " + page.limit() + " bytes is read as if it had "
                    + (page.position() + length)
                    + " bytes: the size in its header is wrong, or it is not read by parquet-java");
        }
        page.get(target, offset, length);
        releaseIfRead();
        return length;
    }

    @Override
    public int read() throws IOException {
        requireIntact();
        try {
            if (own == null && !isDecompressed) {
                decompress(null);
            }
            if (own != null) {
                return own.read();
            }
            if (!page.hasRemaining()) {
                return -1;
            }
            int value = page.get() & 0xff;
            releaseIfRead();
            return value;
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            throw e;
        }
    }

    private void releaseIfRead() {
        if (!page.hasRemaining()) {
            if (isLent) {
                IdleMemory.give(page.array());
                isLent = false;
            }
            page = NOTHING;
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
     * Decompresses the page, or turns to parquet-java's own stream.
     *
     * @param whole an array of its exact size, or null if the size is not known
     */
    private void decompress(byte @Nullable [] whole) throws IOException {
        BiFunction<InputStream, ByteBuffer, ByteBuffer> pages = decompressor.pages();
        InputStream compressed = in;
        if (pages != null) {
            if (!in.markSupported()) {
                compressed = new ByteArrayInputStream(in.readAllBytes());
            }
            compressed.mark(Integer.MAX_VALUE);
            try {
                ByteBuffer target =
                        whole == null ? ByteBuffer.wrap(IdleMemory.take()).limit(0) : ByteBuffer.wrap(whole);
                page = pages.apply(compressed, target);
                isLent = whole == null;
                isDecompressed = true;
                return;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (LinkageError e) {
                decompressor.lost(e);
                compressed.reset();
            }
        }
        own = decompressor.ownStream(compressed);
    }

    @Override
    public int available() throws IOException {
        return own != null ? own.available() : page.remaining();
    }

    /** Forgets the page; the next read takes what {@code in} holds then. */
    @Override
    public void resetState() {
        page = NOTHING;
        isDecompressed = false;
        isLent = false;
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

    /** A stream that is at its end. It notes which class reads it, and in which chunks. */
    private static final class ChannelProbe extends InputStream {
        private int asked;
        private @Nullable Class<?> caller;

        static ChannelProbe ofThisJdk() {
            ChannelProbe probe = new ChannelProbe();
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
            return probe;
        }

        @Override
        public int read() {
            return -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            asked = length;
            caller = CALLERS.getCallerClass();
            return -1;
        }
    }
}
