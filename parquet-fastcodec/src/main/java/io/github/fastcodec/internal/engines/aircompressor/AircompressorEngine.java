// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.LibraryVersion;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What the engines on aircompressor have in common: the library, and its two interfaces for blocks. Internal.
 */
public abstract class AircompressorEngine implements CodecEngine {

    private final Set<CompressionCodecName> codecs;
    private final int priority;

    /** Creates an engine for blocks that these codecs share. */
    protected AircompressorEngine(int priority, CompressionCodecName... codecs) {
        this.priority = priority;
        this.codecs = Set.of(codecs);
    }

    @Override
    public final String name() {
        return "aircompressor";
    }

    @Override
    public final Set<CompressionCodecName> codecs() {
        return codecs;
    }

    @Override
    public final int priority() {
        return priority;
    }

    @Override
    public final String howToFix() {
        return "add io.airlift:aircompressor 2.0.3 or newer to the class path";
    }

    @Override
    public final String libraryVersion() {
        return LibraryVersion.of(Compressor.class);
    }

    /**
     * Throws if the library is one whose decompressors read and write beside damaged pages.
     *
     * @throws IllegalStateException if it is known to be older than 0.27; says why
     */
    protected static void requireSafe() {
        if (AircompressorVersion.PROBLEM != null) {
            throw new IllegalStateException(AircompressorVersion.PROBLEM);
        }
    }

    /**
     * Returns a context over {@code compressor}, which it owns.
     *
     * @throws IllegalStateException if the library is known to be unsafe
     */
    protected static BlockCompressor over(Compressor compressor) {
        requireSafe();
        return new Compressing(compressor);
    }

    /**
     * Returns a context over {@code decompressor}, which it owns.
     *
     * @throws IllegalStateException if the library is known to be unsafe
     */
    protected static BlockDecompressor over(Decompressor decompressor) {
        requireSafe();
        return new Decompressing(decompressor);
    }

    private static final class Compressing implements BlockCompressor {
        private final Compressor compressor;

        private Compressing(Compressor compressor) {
            this.compressor = compressor;
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            // Aircompressor's own methods overflow near 2 GiB. This covers the largest of its bounds: LZO's and LZ4's
            // n + n / 255 + 16, Snappy's 32 + n + n / 6, and ZSTD's n + n / 256, and 64 below 128 KiB.
            return 64L + sourceLength + sourceLength / 6;
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }

        @Override
        public long footprint() {
            return 32 << 10; // the largest hash table that is kept, Snappy's; ZSTD's live for one page
        }
    }

    private static final class Decompressing implements BlockDecompressor {
        private final Decompressor decompressor;

        private Decompressing(Decompressor decompressor) {
            this.decompressor = decompressor;
        }

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return decompressor.decompress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }
    }
}
