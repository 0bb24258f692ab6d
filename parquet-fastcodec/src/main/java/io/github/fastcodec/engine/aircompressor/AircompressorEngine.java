// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.aircompressor;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.LibraryVersion;
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

    /** Returns a context over {@code compressor}, which it owns. */
    protected static BlockCompressor over(Compressor compressor) {
        return new Compressing(compressor);
    }

    /** Returns a context over {@code decompressor}, which it owns. */
    protected static BlockDecompressor over(Decompressor decompressor) {
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
            // n + n / 255 + 16 and Snappy's 32 + n + n / 6.
            return 32L + sourceLength + sourceLength / 6;
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
            return compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }

        @Override
        public long footprint() {
            return 32 << 10; // the largest hash table of the three codecs, Snappy's
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
