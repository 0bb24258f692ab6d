// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.page.UnsizedPages;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DoNotPool;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop keeps for a file between pages. Its streams do the work: {@link PageInput}, or those of parquet-java's own codec.
 * The methods of {@link Decompressor} are for parquet-java's factory for direct memory, which gives it a whole page and asks for
 * exactly its size.
 *
 * <p>Not for Hadoop's pool, which would give it to a file of another codec; there is nothing in it that is worth pooling.
 */
@DoNotPool
class HadoopDecompressor implements Decompressor {

    private interface Streams {
        CompressionInputStream open(InputStream in) throws IOException;
    }

    private final HadoopCodec codec;
    private final Streams streams;
    private final @Nullable Decompressor own;

    private @Nullable BytesInput input;
    private @Nullable IOException failure;

    private HadoopDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
        this.codec = codec;
        this.streams = streams;
        this.own = own;
    }

    /** Returns one whose pages go through this project. */
    static HadoopDecompressor of(CompressionCodecName name, HadoopCodec codec, PageDecompressor pages) {
        UnsizedPages unsizedPages = new UnsizedPages(name, pages);
        return create(name, codec, in -> new PageInput(in, pages, unsizedPages), null);
    }

    /** Returns one whose streams are those of parquet-java's own codec. */
    static HadoopDecompressor of(CompressionCodecName name, HadoopCodec codec, CompressionCodec ownCodec) {
        Decompressor own = ownCodec.createDecompressor();
        return create(
                name,
                codec,
                own == null
                        ? in -> new SelfClosingStream(ownCodec.createInputStream(in, null))
                        : in -> ownCodec.createInputStream(in, own),
                own);
    }

    /** Creates a decompressor of the type that the codec has for itself. */
    private static HadoopDecompressor create(
            CompressionCodecName name, HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
        switch (name) {
            case SNAPPY:
                return new OfSnappy(codec, streams, own);
            case GZIP:
                return new OfGzip(codec, streams, own);
            case LZO:
                return new OfLzo(codec, streams, own);
            case BROTLI:
                return new OfBrotli(codec, streams, own);
            case LZ4:
                return new OfLz4(codec, streams, own);
            case ZSTD:
                return new OfZstd(codec, streams, own);
            case LZ4_RAW:
                return new OfLz4Raw(codec, streams, own);
            default:
                return new HadoopDecompressor(codec, streams, own);
        }
    }

    /** Returns a stream of the one page that {@code in} holds. */
    CompressionInputStream stream(InputStream in) throws IOException {
        return streams.open(in);
    }

    /** Takes a whole compressed page, which stays the caller's. */
    @Override
    public void setInput(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        input = BytesInput.from(bytes, offset, length);
        failure = null;
    }

    @Override
    public boolean needsInput() {
        return input == null && failure == null;
    }

    /**
     * Decompresses the page, which has exactly {@code length} bytes, with the settings of the process: the caller pools this
     * object and passes it from file to file.
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
            byte[] page = new byte[length];
            codec.pages(null).decompressTo(input, page);
            System.arraycopy(page, 0, target, offset, length);
            return length;
        } catch (IOException e) {
            failure = e;
            throw e;
        } catch (RuntimeException | Error e) {
            failure = new IOException("this page was not decompressed, and is not tried again", e);
            throw e;
        } finally {
            input = null;
        }
    }

    @Override
    public boolean finished() {
        return input == null;
    }

    @Override
    public int getRemaining() {
        return input == null ? 0 : Math.toIntExact(input.size());
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
        if (own != null) {
            own.reset();
        }
    }

    /** Frees parquet-java's own decompressor. Ours hold nothing, and pages that parquet-java decompresses late may still come. */
    @Override
    public void end() {
        input = null;
        failure = null;
        if (own != null) {
            own.end();
        }
    }

    // parquet-java's factory for direct memory pools what it is done with by its type, whatever Hadoop's annotation
    // says: of one type for all, a codec would be given the decompressor of another.

    @DoNotPool
    private static final class OfSnappy extends HadoopDecompressor {
        private OfSnappy(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }

    @DoNotPool
    private static final class OfGzip extends HadoopDecompressor {
        private OfGzip(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }

    @DoNotPool
    private static final class OfLzo extends HadoopDecompressor {
        private OfLzo(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }

    @DoNotPool
    private static final class OfBrotli extends HadoopDecompressor {
        private OfBrotli(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }

    @DoNotPool
    private static final class OfLz4 extends HadoopDecompressor {
        private OfLz4(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }

    @DoNotPool
    private static final class OfZstd extends HadoopDecompressor {
        private OfZstd(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }

    @DoNotPool
    private static final class OfLz4Raw extends HadoopDecompressor {
        private OfLz4Raw(HadoopCodec codec, Streams streams, @Nullable Decompressor own) {
            super(codec, streams, own);
        }
    }
}
