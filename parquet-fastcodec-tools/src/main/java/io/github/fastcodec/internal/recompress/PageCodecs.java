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

/** The compressors and decompressors of a thread, which are made when they are needed first. For one thread at a time. */
final class PageCodecs implements RawPage.Decompressor {

    /** Lends what idle threads have made. Safe for use by many threads. */
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
            idle.push(codecs); // what was used last is the likeliest to be in a cache
        }
    }

    /** The memory that is kept for later pages, in bytes: most pages of parquet-java and Arrow are 1 MiB and a little more. */
    private static final int KEPT = 2 << 20;

    private static final byte[] NONE = new byte[0];

    private final FastCodecFactory factory;
    private final Map<CompressionCodecName, BytesInputDecompressor> decompressors =
            new EnumMap<>(CompressionCodecName.class);
    private final Map<CodecLevel, BytesInputCompressor> compressors = new HashMap<>();

    /** Where the next page is decompressed, if it has room there. */
    private byte[] memory = NONE;

    private PageCodecs(FastCodecFactory factory) {
        this.factory = factory;
    }

    /** Returns the decompressor of a codec, or throws an exception that says what to add. */
    BytesInputDecompressor requireDecompressor(CompressionCodecName codec) {
        return decompressors.computeIfAbsent(codec, factory::getDecompressor);
    }

    /** Returns the compressor of a target, or throws an exception that says what to add, or which level is wrong. */
    BytesInputCompressor requireCompressor(CodecLevel target) {
        return compressors.computeIfAbsent(
                target,
                asked -> asked.level() == null
                        ? factory.getCompressor(asked.codec())
                        : factory.getCompressor(asked.codec(), asked.level()));
    }

    /** Returns values decompressed, valid until the next call. */
    @Override
    public ByteBuffer decompress(CompressionCodecName codec, BytesInput values, int size) throws IOException {
        byte[] page = FastCodecFactory.decompress(requireDecompressor(codec), values, size, memory);
        memory = page.length <= KEPT ? page : NONE;
        return ByteBuffer.wrap(page, 0, size);
    }

    /** Returns a page compressed, valid until the next call. */
    ByteBuffer compress(CodecLevel target, ByteBuffer page) throws IOException {
        BytesInput compressed = requireCompressor(target)
                .compress(BytesInput.from(page.array(), page.arrayOffset() + page.position(), page.remaining()));
        // One array in all that our compressors return, so that nothing is copied.
        return compressed.toInputStream().slice(Math.toIntExact(compressed.size()));
    }
}
