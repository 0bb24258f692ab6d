// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.snappy;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.io.IOException;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** SNAPPY by snappy-java, on Google's C++ library. Its calls are stateless, so a context is empty. */
public final class SnappyJavaEngine implements CodecEngine {

    private static final EngineLibrary LIBRARY =
            new EngineLibrary("org.xerial.snappy", "snappy-java", "1.1.10.12", () -> Snappy.class);

    @Override
    public String name() {
        return "snappy-java";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.SNAPPY);
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
        return false; // the library rejects a copy that refers to bytes before the block
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new Compressor();
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Compressor implements BlockCompressor {
        @Override
        public long maxCompressedLength(int sourceLength) {
            // snappy::MaxCompressedLength; the library's own method returns an int and overflows near 2 GiB
            return 32L + sourceLength + sourceLength / 6;
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            return Snappy.compress(source, sourceOffset, sourceLength, target, targetOffset);
        }
    }

    private static final class Decompressor implements BlockDecompressor {
        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            // The native code writes as many bytes as the block's preamble states, even beyond targetLength
            // (CVE-2026-90559). So the caller must compare the two sizes first; PageChecks does, with PageClaim.
            return Snappy.uncompress(source, sourceOffset, sourceLength, target, targetOffset);
        }
    }
}
