// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.util.Set;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Raw LZ4 blocks by lz4-java, on the C library. Only the safe decompressor is used: the fast one trusts the block, and reads
 * out of bounds if the block is corrupt (CVE-2025-12183).
 */
public final class Lz4JavaEngine implements CodecEngine {

    /** LZ4HC_CLEVEL_MIN of lz4hc.h. As in Arrow, the fast compressor serves the levels below it. */
    private static final int LOWEST_HC_LEVEL = 3;

    private static final EngineLibrary LIBRARY =
            new EngineLibrary("at.yawk.lz4", "lz4-java", "1.11.2", () -> LZ4Factory.class);

    @Override
    public String name() {
        return "lz4-java";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.LZ4_RAW, CompressionCodecName.LZ4);
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
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return settings.level() < LOWEST_HC_LEVEL ? new Lz4JavaCompressor() : new Lz4JavaHcCompressor(settings.level());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Decompressor implements BlockDecompressor {
        private final LZ4SafeDecompressor decompressor =
                LZ4Factory.nativeInstance().safeDecompressor();

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return decompressor.decompress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }
    }
}
