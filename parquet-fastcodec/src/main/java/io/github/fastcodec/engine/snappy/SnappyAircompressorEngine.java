// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.snappy;

import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.aircompressor.AircompressorBlocks;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** SNAPPY in pure Java, by aircompressor. */
public final class SnappyAircompressorEngine implements CodecEngine {

    @Override
    public String name() {
        return "aircompressor";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.SNAPPY);
    }

    @Override
    public int priority() {
        return 50;
    }

    @Override
    public String howToFix() {
        return AircompressorBlocks.HOW_TO_FIX;
    }

    @Override
    public BlockCompressor newCompressor(int level) {
        return AircompressorBlocks.over(new SnappyCompressor());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return AircompressorBlocks.over(new SnappyDecompressor());
    }
}
