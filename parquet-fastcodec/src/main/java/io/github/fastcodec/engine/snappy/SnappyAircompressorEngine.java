// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.snappy;

import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.aircompressor.AircompressorEngine;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** SNAPPY in pure Java, by aircompressor. */
public final class SnappyAircompressorEngine extends AircompressorEngine {

    public SnappyAircompressorEngine() {
        super(50, CompressionCodecName.SNAPPY);
    }

    @Override
    public BlockCompressor newCompressor(int level) {
        return over(new SnappyCompressor());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return over(new SnappyDecompressor());
    }
}
