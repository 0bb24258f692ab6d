// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.aircompressor.AircompressorEngine;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Raw LZ4 blocks in pure Java, by aircompressor. */
public final class Lz4AircompressorEngine extends AircompressorEngine {

    public Lz4AircompressorEngine() {
        super(50, CompressionCodecName.LZ4_RAW, CompressionCodecName.LZ4);
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return Library.newCompressor();
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return Library.newDecompressor();
    }

    /** A class of its own, because the JVM loads what a class converts when it verifies that class. */
    private static final class Library {
        static BlockCompressor newCompressor() {
            return over(new Lz4Compressor());
        }

        static BlockDecompressor newDecompressor() {
            return over(new Lz4Decompressor());
        }
    }
}
