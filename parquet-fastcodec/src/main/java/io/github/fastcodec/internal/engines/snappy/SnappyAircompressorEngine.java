// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.snappy;

import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.aircompressor.AircompressorEngine;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** SNAPPY in pure Java, by aircompressor. */
public final class SnappyAircompressorEngine extends AircompressorEngine {

    public SnappyAircompressorEngine() {
        super(50, CompressionCodecName.SNAPPY);
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
            return over(new SnappyCompressor());
        }

        static BlockDecompressor newDecompressor() {
            return over(new SnappyDecompressor());
        }
    }
}
