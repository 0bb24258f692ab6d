// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** ZSTD by zstd-jni, on the C library. Writes one frame for each block, with its content size and without a checksum. */
public final class ZstdJniEngine implements CodecEngine {

    private static final EngineLibrary LIBRARY =
            new EngineLibrary("com.github.luben", "zstd-jni", "1.5.7-14", () -> Zstd.class);

    private final HeapPinning pinning;

    public ZstdJniEngine() {
        this(HeapPinning.HERE);
    }

    ZstdJniEngine(HeapPinning pinning) {
        this.pinning = pinning;
    }

    @Override
    public String name() {
        return "zstd-jni";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.ZSTD);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return LIBRARY.remedy(EngineLibrary.UNPACKS);
    }

    @Override
    public String libraryVersion() {
        return LIBRARY.version();
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // libzstd rejects a match that refers to bytes before the frame
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new ZstdJniCompressor(settings, pinning);
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Decompressor implements BlockDecompressor {
        private final ZstdDecompressCtx context = new ZstdDecompressCtx();

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return context.decompressByteArray(target, targetOffset, targetLength, source, sourceOffset, sourceLength);
        }

        @Override
        public long footprint() {
            return 96 << 10; // measured: 94 KiB
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
