// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Raw blocks of SNAPPY, LZ4 or LZO (LZO1X), and ZSTD frames with content size and checksum, in pure Java, by aircompressor.
 * Each codec has its own instance, and so its own test. The library compresses at one level only: ZSTD's level 3, and LZ4's
 * fast compressor. The engine ignores the number of workers, and any other level.
 */
public final class AircompressorEngine implements CodecEngine {

    private static final EngineLibrary LIBRARY =
            new EngineLibrary("io.airlift", "aircompressor", "2.0.3", () -> Compressor.class);

    /** The only level that the library has for ZSTD. */
    private static final int ZSTD_LEVEL = 3;

    /** The highest level of LZ4 that stands for its fast compressor. */
    private static final int FAST_LZ4_LEVEL = 2;

    private final CompressionCodecName codec;

    /** @param codec SNAPPY, LZ4_RAW, LZ4, LZO or ZSTD; an engine for another codec cannot create contexts */
    public AircompressorEngine(CompressionCodecName codec) {
        this.codec = Objects.requireNonNull(codec, "codec");
    }

    @Override
    public String name() {
        return "aircompressor";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(codec);
    }

    @Override
    public int priority() {
        return codec == CompressionCodecName.LZO ? 100 : 50; // LZO has no other engine
    }

    @Override
    public String howToFix() {
        return LIBRARY.remedy();
    }

    @Override
    public String libraryVersion() {
        return LIBRARY.version();
    }

    @Override
    public boolean hasLevel(int level) {
        switch (codec) {
            case ZSTD:
                return level == ZSTD_LEVEL;
            case LZ4_RAW:
            case LZ4:
                return level <= FAST_LZ4_LEVEL;
            default:
                return true;
        }
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return Library.newCompressor(codec);
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return Library.newDecompressor(codec);
    }

    /**
     * Creates the library's objects. This class is separate from the engine, which must load without the library: when the JVM
     * verifies a class, it loads the types between which that class converts. A codec's own classes are loaded when its
     * context is created, so a missing class disables only its codec. Method references to the constructors would load the
     * classes of all codecs at once.
     */
    private static final class Library {
        private static final boolean UNSAFE = LIBRARY.isOlderThan("0.27");

        /** Rejects versions whose decompressors read and write out of bounds if a page is damaged. */
        private static void requireSafe() {
            if (UNSAFE) {
                throw new IllegalStateException("aircompressor " + LIBRARY.version()
                        + " accesses memory out of bounds if a page is damaged (CVE-2024-36114)");
            }
        }

        static BlockCompressor newCompressor(CompressionCodecName codec) {
            requireSafe();
            return new AircompressorCompressor(compressor(codec));
        }

        static BlockDecompressor newDecompressor(CompressionCodecName codec) {
            requireSafe();
            return codec == CompressionCodecName.ZSTD
                    ? new ZstdAircompressorDecompressor()
                    : decompressor(codec)::decompress;
        }

        private static Compressor compressor(CompressionCodecName codec) {
            switch (codec) {
                case SNAPPY:
                    return new SnappyCompressor();
                case LZ4_RAW:
                case LZ4:
                    return new Lz4Compressor();
                case LZO:
                    return new LzoCompressor();
                case ZSTD:
                    return new ZstdCompressor();
                default:
                    throw new IllegalArgumentException(codec.name());
            }
        }

        private static Decompressor decompressor(CompressionCodecName codec) {
            switch (codec) {
                case SNAPPY:
                    return new SnappyDecompressor();
                case LZ4_RAW:
                case LZ4:
                    return new Lz4Decompressor();
                case LZO:
                    return new LzoDecompressor();
                default:
                    throw new IllegalArgumentException(codec.name());
            }
        }
    }
}
