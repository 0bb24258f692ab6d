// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.StoredPage;
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
final class PageCodecs implements StoredPage.Decompressor {

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

    /** Makes sure that an engine can decompress a codec, else throws what says what to add. */
    void requireDecompressor(CompressionCodecName codec) {
        if (codec != CompressionCodecName.UNCOMPRESSED) {
            decompressor(codec);
        }
    }

    private BytesInputDecompressor decompressor(CompressionCodecName codec) {
        return decompressors.computeIfAbsent(codec, factory::getDecompressor);
    }

    /** Makes sure that an engine can compress to a target, else throws what says what to add, or which level is wrong. */
    void requireCompressor(CodecLevel target) {
        compressor(target);
    }

    private BytesInputCompressor compressor(CodecLevel target) {
        return compressors.computeIfAbsent(target, this::newCompressor);
    }

    private BytesInputCompressor newCompressor(CodecLevel target) {
        return target.level() == null
                ? factory.getCompressor(target.codec())
                : factory.getCompressor(target.codec(), target.level());
    }

    /** Returns values decompressed, valid until the next call. */
    @Override
    public ByteBuffer decompress(CompressionCodecName codec, BytesInput values, int size) throws IOException {
        byte[] page = FastCodecFactory.decompress(decompressor(codec), values, size, memory);
        memory = page.length <= KEPT ? page : NONE;
        return ByteBuffer.wrap(page, 0, size);
    }

    /** Returns a page compressed, valid until the next call. */
    ByteBuffer compress(CodecLevel target, ByteBuffer page) throws IOException {
        return buffer(compressor(target)
                .compress(BytesInput.from(page.array(), page.arrayOffset() + page.position(), page.remaining())));
    }

    /** Returns what is one array in all that our compressors return, without a copy. */
    private static ByteBuffer buffer(BytesInput bytes) throws IOException {
        return bytes.toInputStream().slice(Math.toIntExact(bytes.size()));
    }
}
