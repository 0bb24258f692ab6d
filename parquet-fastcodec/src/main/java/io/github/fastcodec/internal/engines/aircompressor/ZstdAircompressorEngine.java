// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import io.airlift.compress.Compressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.LibraryVersion;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ZSTD in pure Java, by aircompressor: one frame for each block, its content size stated, with a checksum. The library
 * compresses at one level. The engine ignores any other level, says so once, and ignores workers.
 */
public final class ZstdAircompressorEngine implements CodecEngine {

    private static final Logger LOG = LoggerFactory.getLogger(ZstdAircompressorEngine.class);

    /** The only level of the library. */
    private static final int LEVEL = 3;

    private final AtomicBoolean warned = new AtomicBoolean();

    @Override
    public String name() {
        return AircompressorEngine.NAME;
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.ZSTD);
    }

    @Override
    public int priority() {
        return 50;
    }

    @Override
    public String howToFix() {
        return AircompressorEngine.HOW_TO_FIX;
    }

    @Override
    public String libraryVersion() {
        return LibraryVersion.of(Compressor.class);
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        BlockCompressor compressor = Library.newCompressor();
        if (settings.level() != LEVEL && !warned.getAndSet(true)) {
            LOG.warn(
                    "ZSTD is compressed by aircompressor, which has level {} only: level {} is ignored."
                            + " zstd-jni has all levels; the Doctor says why it does not work here",
                    LEVEL,
                    settings.level());
        }
        return compressor;
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return Library.newDecompressor();
    }

    /** A class of its own, because the JVM loads what a class converts when it verifies that class. */
    private static final class Library {
        static BlockCompressor newCompressor() {
            AircompressorVersion.requireSafe();
            return new AircompressorCompressor(new ZstdCompressor());
        }

        static BlockDecompressor newDecompressor() {
            AircompressorVersion.requireSafe();
            return new ZstdAircompressorDecompressor();
        }
    }
}
