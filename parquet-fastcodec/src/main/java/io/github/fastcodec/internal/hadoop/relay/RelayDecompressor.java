// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop keeps for a file between pages. Serves {@link RelayInputStream}, and decompresses a page itself for
 * parquet-java's factory for direct memory, which gives it a whole page and asks for exactly its size.
 *
 * <p>Not for Hadoop's pool, which would give it to a file of another codec; there is nothing in it that is worth pooling.
 */
@DoNotPool
class RelayDecompressor implements Decompressor {

    private final CodecRelay relay;
    private final Map<String, String> settings;

    /** Whose pages these are, the latest. */
    private WeakReference<BiFunction<Object, Map<String, String>, Object>> service;

    /** Refers to null once parquet-java's own codec serves. */
    private final WeakReference<BiFunction<InputStream, ByteBuffer, ByteBuffer>> pages;

    /** The owner of what {@link #anyFilesPages} refers to. */
    private final Object anyFile = new Object();

    /** For whole pages given by {@link #setInput}: their caller pools this object and passes it from file to file. */
    private WeakReference<BiFunction<InputStream, ByteBuffer, ByteBuffer>> anyFilesPages = new WeakReference<>(null);

    private @Nullable CompressionCodec own;
    private @Nullable Decompressor ownDecompressor;

    private byte @Nullable [] input;
    private int inputOffset;
    private int inputLength;
    private @Nullable IOException failure;

    @SuppressWarnings("unchecked") // by the protocol
    private RelayDecompressor(CodecRelay relay, @Nullable OpenedFile file) {
        this.relay = relay;
        this.settings = file == null ? Map.of() : file.settings();
        BiFunction<Object, Map<String, String>, Object> serving = relay.service(file);
        this.service = new WeakReference<>(serving);
        this.pages = new WeakReference<>((BiFunction<InputStream, ByteBuffer, ByteBuffer>)
                relay.pages(serving, this, file, CodecRelay.DECOMPRESS));
        if (pages.get() == null) {
            var unused = own(); // now, so that a codec that is missing shows when the file is opened
        }
    }

    /** Returns a decompressor of the type that the codec has for itself. */
    static RelayDecompressor of(String codec, CodecRelay relay, @Nullable OpenedFile file) {
        switch (codec) {
            case "SNAPPY":
                return new OfSnappy(relay, file);
            case "GZIP":
                return new OfGzip(relay, file);
            case "LZO":
                return new OfLzo(relay, file);
            case "BROTLI":
                return new OfBrotli(relay, file);
            case "LZ4":
                return new OfLz4(relay, file);
            case "ZSTD":
                return new OfZstd(relay, file);
            case "LZ4_RAW":
                return new OfLz4Raw(relay, file);
            default:
                return new RelayDecompressor(relay, file);
        }
    }

    /** Returns what decompresses a page; null if that is parquet-java's own codec. */
    @Nullable
    BiFunction<InputStream, ByteBuffer, ByteBuffer> pages() {
        return pages.get();
    }

    /** Goes over to parquet-java's own codec, for good. */
    void lost(LinkageError error) {
        pages.clear();
        anyFilesPages.clear();
        relay.lost(service.get(), error);
    }

    /** Returns a stream of parquet-java's own codec. */
    InputStream ownStream(InputStream in) throws IOException {
        CompressionCodec codec = own();
        if (ownDecompressor == null) {
            return new SelfClosingStream(codec.createInputStream(in, null)); // it has all there is to free
        }
        ownDecompressor.reset();
        return codec.createInputStream(in, ownDecompressor);
    }

    private CompressionCodec own() {
        CompressionCodec codec = own;
        if (codec == null) {
            codec = relay.own(settings);
            own = codec;
            ownDecompressor = codec.createDecompressor();
        }
        return codec;
    }

    /** Takes a whole compressed page, which stays the caller's. */
    @Override
    public void setInput(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        input = bytes;
        inputOffset = offset;
        inputLength = length;
        failure = null;
    }

    @Override
    public boolean needsInput() {
        return input == null && failure == null;
    }

    /**
     * Decompresses the page, which has exactly {@code length} bytes.
     *
     * @throws IOException if the page is corrupt, and whenever it is asked for again
     */
    @Override
    public int decompress(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (failure != null) {
            throw failure;
        }
        if (input == null) {
            return 0;
        }
        try {
            byte[] page = decompressed(length);
            System.arraycopy(page, 0, target, offset, length);
            return length;
        } catch (IOException e) {
            failure = e;
            throw e;
        } catch (RuntimeException | Error e) {
            failure = new IOException("this page was not decompressed, and is not tried again");
            throw e;
        } finally {
            input = null;
        }
    }

    private byte[] decompressed(int length) throws IOException {
        BiFunction<InputStream, ByteBuffer, ByteBuffer> whole = anyFilesPages();
        if (whole != null) {
            byte[] page = new byte[length];
            try {
                var unused =
                        whole.apply(new ByteArrayInputStream(input, inputOffset, inputLength), ByteBuffer.wrap(page));
                return page;
            } catch (UncheckedIOException e) {
                throw e.getCause();
            } catch (LinkageError e) {
                lost(e);
            }
        }
        try (InputStream in = ownStream(new ByteArrayInputStream(input, inputOffset, inputLength))) {
            byte[] page = new byte[length];
            if (in.readNBytes(page, 0, length) < length) {
                throw new IOException("a page has fewer than the expected " + length + " bytes");
            }
            return page;
        }
    }

    @SuppressWarnings("unchecked") // by the protocol
    private @Nullable BiFunction<InputStream, ByteBuffer, ByteBuffer> anyFilesPages() {
        BiFunction<InputStream, ByteBuffer, ByteBuffer> whole = anyFilesPages.get();
        if (whole == null && own == null) {
            BiFunction<Object, Map<String, String>, Object> serving = relay.service(null);
            service = new WeakReference<>(serving);
            whole = (BiFunction<InputStream, ByteBuffer, ByteBuffer>)
                    relay.pages(serving, anyFile, null, CodecRelay.DECOMPRESS);
            anyFilesPages = new WeakReference<>(whole);
        }
        return whole;
    }

    @Override
    public boolean finished() {
        return input == null;
    }

    @Override
    public int getRemaining() {
        return input == null ? 0 : inputLength;
    }

    @Override
    public boolean needsDictionary() {
        return false;
    }

    @Override
    public void setDictionary(byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("pages are compressed without a preset dictionary");
    }

    @Override
    public void reset() {
        input = null;
        failure = null;
    }

    /**
     * Frees parquet-java's own decompressor, if it came to that. Of ours nothing is held, and pages that parquet-java
     * decompresses late may still come.
     */
    @Override
    public void end() {
        reset();
        if (ownDecompressor != null) {
            ownDecompressor.end();
        }
        own = null;
        ownDecompressor = null;
    }

    // parquet-java's factory for direct memory pools what it is done with by its type, whatever Hadoop's annotation
    // says: of one type for all, a codec would be given the decompressor of another.

    @DoNotPool
    private static final class OfSnappy extends RelayDecompressor {
        private OfSnappy(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }

    @DoNotPool
    private static final class OfGzip extends RelayDecompressor {
        private OfGzip(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }

    @DoNotPool
    private static final class OfLzo extends RelayDecompressor {
        private OfLzo(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }

    @DoNotPool
    private static final class OfBrotli extends RelayDecompressor {
        private OfBrotli(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }

    @DoNotPool
    private static final class OfLz4 extends RelayDecompressor {
        private OfLz4(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }

    @DoNotPool
    private static final class OfZstd extends RelayDecompressor {
        private OfZstd(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }

    @DoNotPool
    private static final class OfLz4Raw extends RelayDecompressor {
        private OfLz4Raw(CodecRelay relay, @Nullable OpenedFile file) {
            super(relay, file);
        }
    }
}
