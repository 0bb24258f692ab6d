// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lzo;

import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.aircompressor.AircompressorEngine;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Raw LZO1X blocks in pure Java, by aircompressor; the only engine for LZO. */
public final class LzoAircompressorEngine extends AircompressorEngine {

    public LzoAircompressorEngine() {
        super(100, CompressionCodecName.LZO);
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
            return over(new LzoCompressor());
        }

        static BlockDecompressor newDecompressor() {
            return over(new LzoDecompressor());
        }
    }
}
