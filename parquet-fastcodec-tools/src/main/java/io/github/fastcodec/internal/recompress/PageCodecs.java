// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compressors and decompressors, created when they are first needed. Not thread-safe; see {@link Pool}. */
final class PageCodecs implements RawPage.Decompressor {

    /** Lends instances that are idle. Thread-safe. */
    static final class Pool {

        private final FastCodecFactory factory;
        private final Deque<PageCodecs> idle = new ConcurrentLinkedDeque<>();

        Pool(FastCodecFactory factory) {
            this.factory = factory;
        }

        PageCodecs take() {
            PageCodecs codecs = idle.poll();
            return codecs == null ? new PageCodecs(factory) : codecs;
        }

        void giveBack(PageCodecs codecs) {
            idle.push(codecs); // reuse the last one first: it is the most likely to be in a cache
        }
    }

    /** The largest array kept for later pages, in bytes. Most pages of parquet-java and Arrow are slightly larger than 1 MiB. */
    private static final int MAX_KEPT = 2 << 20;

    private static final byte[] NONE = new byte[0];

    private final FastCodecFactory factory;
    private final Map<CompressionCodecName, BytesInputDecompressor> decompressors =
            new EnumMap<>(CompressionCodecName.class);
    private final Map<CodecLevel, BytesInputCompressor> compressors = new HashMap<>();

    /** The array of the last decompressed page, reused for the next page if it is large enough. */
    private byte[] memory = NONE;

    private PageCodecs(FastCodecFactory factory) {
        this.factory = factory;
    }

    /** @throws UnsupportedOperationException if no engine is available; the message names the library to add */
    BytesInputDecompressor requireDecompressor(CompressionCodecName codec) {
        return decompressors.computeIfAbsent(codec, factory::getDecompressor);
    }

    /**
     * @throws UnsupportedOperationException if no engine is available; the message names the library to add
     * @throws IllegalArgumentException if the level is out of range
     */
    BytesInputCompressor requireCompressor(CodecLevel target) {
        return compressors.computeIfAbsent(
                target,
                missing -> missing.level() == null
                        ? factory.getCompressor(missing.codec())
                        : factory.getCompressor(missing.codec(), missing.level()));
    }

    /** Returns decompressed values, valid until the next call. */
    @Override
    public ByteBuffer decompress(CompressionCodecName codec, BytesInput values, int size) throws IOException {
        byte[] page = FastCodecFactory.decompress(requireDecompressor(codec), values, size, memory);
        memory = page.length <= MAX_KEPT ? page : NONE;
        return ByteBuffer.wrap(page, 0, size);
    }

    /** Returns a compressed page, valid until the next call. */
    ByteBuffer compress(CodecLevel target, ByteBuffer page) throws IOException {
        BytesInput compressed = requireCompressor(target)
                .compress(BytesInput.from(page.array(), page.arrayOffset() + page.position(), page.remaining()));
        // Our compressors return a single array, so nothing is copied.
        return compressed.toInputStream().slice(Math.toIntExact(compressed.size()));
    }
}
