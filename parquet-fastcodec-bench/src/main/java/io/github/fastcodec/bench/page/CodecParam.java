// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.internal.format.CodecFacts;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A codec and, if the codec has levels, a level. A parameter has the form {@code ZSTD:9}, or {@code ZSTD} for the default. */
public record CodecParam(CompressionCodecName codec, Integer level) {

    /**
     * Parses a parameter.
     *
     * @throws IllegalArgumentException if the parameter does not name a codec, or names a level that the codec does not have
     */
    public static CodecParam parse(String parameter) {
        String[] parts = parameter.split(":", 2);
        CompressionCodecName codec = CompressionCodecName.valueOf(parts[0]);
        CodecFacts.Levels levels = CodecFacts.of(codec).levels();
        if (parts.length == 1) {
            boolean isLz4 = codec == CompressionCodecName.LZ4_RAW || codec == CompressionCodecName.LZ4;
            // parquet-java warns about each level of LZ4
            return new CodecParam(codec, levels == null || isLz4 ? null : levels.defaultLevel());
        }
        Integer level = levels == null ? null : levels.read(parts[1]);
        if (level == null) {
            throw new IllegalArgumentException(codec + " has no level " + parts[1]);
        }
        return new CodecParam(codec, level);
    }

    /** Returns a factory's compressor for this codec and level. */
    public BytesInputCompressor compressor(CompressionCodecFactory factory) {
        return level == null ? factory.getCompressor(codec) : factory.getCompressor(codec, level);
    }

    /** Returns a factory for a file writer. Its compressors use this level, regardless of the configuration. */
    public CompressionCodecFactory applyTo(CompressionCodecFactory factory) {
        return new CompressionCodecFactory() {
            @Override
            public BytesInputCompressor getCompressor(CompressionCodecName requested) {
                return requested == codec ? compressor(factory) : factory.getCompressor(requested);
            }

            @Override
            public BytesInputDecompressor getDecompressor(CompressionCodecName requested) {
                return factory.getDecompressor(requested);
            }

            @Override
            public void release() {
                factory.release();
            }
        };
    }
}
