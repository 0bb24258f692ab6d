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
 * The object that Hadoop keeps for a file between pages. Its streams decompress; they are either {@link PageInput}s or the
 * streams of parquet-java's codec. Only parquet-java's factory for direct memory calls the methods of
 * {@link Decompressor}. That factory sets a whole page as input and requests exactly the page's size.
 *
 * <p>Not pooled, because Hadoop's pool would give it to a file with another codec. It holds nothing worth pooling.
 */
@DoNotPool
class HadoopDecompressor implements Decompressor {

    private interface Streams {
        CompressionInputStream open(InputStream in) throws IOException;
    }

    private final HadoopCodec codec;
    private final Streams streams;
    private final @Nullable Decompressor wrapped;

    private @Nullable BytesInput input;
    private @Nullable IOException failure;

    private HadoopDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
        this.codec = codec;
        this.streams = streams;
        this.wrapped = wrapped;
    }

    /** Returns a decompressor whose pages this project decompresses. */
    static HadoopDecompressor of(CompressionCodecName name, HadoopCodec codec, PageDecompressor pages) {
        UnsizedPages unsizedPages = new UnsizedPages(name, pages);
        return create(name, codec, in -> new PageInput(in, pages, unsizedPages), null);
    }

    /** Returns a decompressor whose streams are those of parquet-java's codec. */
    static HadoopDecompressor of(CompressionCodecName name, HadoopCodec codec, CompressionCodec parquetCodec) {
        Decompressor wrapped = parquetCodec.createDecompressor();
        return create(
                name,
                codec,
                wrapped == null
                        ? in -> new SelfClosingStream(parquetCodec.createInputStream(in, null))
                        : in -> parquetCodec.createInputStream(in, wrapped),
                wrapped);
    }

    /** Creates a decompressor of the codec's own type. */
    private static HadoopDecompressor create(
            CompressionCodecName name, HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
        switch (name) {
            case SNAPPY:
                return new SnappyDecompressor(codec, streams, wrapped);
            case GZIP:
                return new GzipDecompressor(codec, streams, wrapped);
            case LZO:
                return new LzoDecompressor(codec, streams, wrapped);
            case BROTLI:
                return new BrotliDecompressor(codec, streams, wrapped);
            case LZ4:
                return new Lz4Decompressor(codec, streams, wrapped);
            case ZSTD:
                return new ZstdDecompressor(codec, streams, wrapped);
            case LZ4_RAW:
                return new Lz4RawDecompressor(codec, streams, wrapped);
            default:
                return new HadoopDecompressor(codec, streams, wrapped);
        }
    }

    /** Returns a stream that decompresses the page in {@code in}. */
    CompressionInputStream stream(InputStream in) throws IOException {
        return streams.open(in);
    }

    /** Sets a whole compressed page as input. The caller keeps ownership of the array. */
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
     * Decompresses the page, which has exactly {@code length} bytes. The settings of the process apply, because the caller
     * pools this object and uses it for many files.
     *
     * @throws IOException if the page is corrupt; further calls for the same page throw it again
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
            failure = new IOException("this page failed to decompress before and is not tried again", e);
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
        if (wrapped != null) {
            wrapped.reset();
        }
    }

    /**
     * Frees parquet-java's decompressor, if there is one. This project's decompressors hold no memory and remain usable,
     * because parquet-java may decompress pages after this call.
     */
    @Override
    public void end() {
        input = null;
        failure = null;
        if (wrapped != null) {
            wrapped.end();
        }
    }

    // parquet-java's factory for direct memory ignores Hadoop's annotation and pools decompressors by type.
    // With one type for all codecs, a codec could get another codec's decompressor.

    @DoNotPool
    private static final class SnappyDecompressor extends HadoopDecompressor {
        private SnappyDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }

    @DoNotPool
    private static final class GzipDecompressor extends HadoopDecompressor {
        private GzipDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }

    @DoNotPool
    private static final class LzoDecompressor extends HadoopDecompressor {
        private LzoDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }

    @DoNotPool
    private static final class BrotliDecompressor extends HadoopDecompressor {
        private BrotliDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }

    @DoNotPool
    private static final class Lz4Decompressor extends HadoopDecompressor {
        private Lz4Decompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }

    @DoNotPool
    private static final class ZstdDecompressor extends HadoopDecompressor {
        private ZstdDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }

    @DoNotPool
    private static final class Lz4RawDecompressor extends HadoopDecompressor {
        private Lz4RawDecompressor(HadoopCodec codec, Streams streams, @Nullable Decompressor wrapped) {
            super(codec, streams, wrapped);
        }
    }
}
