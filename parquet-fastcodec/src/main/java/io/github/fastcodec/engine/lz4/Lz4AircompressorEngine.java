// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.lz4;

import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.aircompressor.AircompressorBlocks;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Raw LZ4 blocks in pure Java, by aircompressor. */
public final class Lz4AircompressorEngine implements CodecEngine {

    @Override
    public String name() {
        return "aircompressor";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.LZ4_RAW, CompressionCodecName.LZ4);
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
        return AircompressorBlocks.over(new Lz4Compressor());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return AircompressorBlocks.over(new Lz4Decompressor());
    }
}
