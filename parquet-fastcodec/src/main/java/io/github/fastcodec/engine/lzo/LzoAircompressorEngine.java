// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.lzo;

import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.aircompressor.AircompressorBlocks;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Raw LZO1X blocks in pure Java, by aircompressor; the only engine for LZO. */
public final class LzoAircompressorEngine implements CodecEngine {

    @Override
    public String name() {
        return "aircompressor";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.LZO);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return AircompressorBlocks.HOW_TO_FIX;
    }

    @Override
    public BlockCompressor newCompressor(int level) {
        return AircompressorBlocks.over(new LzoCompressor());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return AircompressorBlocks.over(new LzoDecompressor());
    }
}
