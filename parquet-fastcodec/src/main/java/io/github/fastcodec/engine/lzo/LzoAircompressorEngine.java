// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.lzo;

import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.aircompressor.AircompressorEngine;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Raw LZO1X blocks in pure Java, by aircompressor; the only engine for LZO. */
public final class LzoAircompressorEngine extends AircompressorEngine {

    public LzoAircompressorEngine() {
        super(100, CompressionCodecName.LZO);
    }

    @Override
    public BlockCompressor newCompressor(int level) {
        return over(new LzoCompressor());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return over(new LzoDecompressor());
    }
}
