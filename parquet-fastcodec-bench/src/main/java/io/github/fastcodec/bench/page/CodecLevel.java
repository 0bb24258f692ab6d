// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.internal.format.CodecFacts;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A codec and, for codecs that have levels, one of them; as a parameter {@code ZSTD:9}, or {@code ZSTD} for the default. */
public record CodecLevel(CompressionCodecName codec, Integer level) {

    /**
     * Reads a parameter.
     *
     * @throws IllegalArgumentException if it names no codec, or a level that the codec does not have
     */
    public static CodecLevel parse(String parameter) {
        String[] parts = parameter.split(":", 2);
        CompressionCodecName codec = CompressionCodecName.valueOf(parts[0]);
        CodecFacts.Levels levels = CodecFacts.of(codec).levels();
        if (parts.length == 1) {
            return new CodecLevel(codec, levels == null ? null : levels.defaultLevel());
        }
        Integer level = levels == null ? null : levels.read(parts[1]);
        if (level == null) {
            throw new IllegalArgumentException(codec + " has no level " + parts[1]);
        }
        return new CodecLevel(codec, level);
    }

    /** Returns a factory's compressor of it. */
    public BytesInputCompressor compressor(CompressionCodecFactory factory) {
        return level == null ? factory.getCompressor(codec) : factory.getCompressor(codec, level);
    }

    /** Returns a factory for a writer of whole files, whose compressors have this level whatever the configuration says. */
    public CompressionCodecFactory of(CompressionCodecFactory factory) {
        return new CompressionCodecFactory() {
            @Override
            public BytesInputCompressor getCompressor(CompressionCodecName asked) {
                return asked == codec ? compressor(factory) : factory.getCompressor(asked);
            }

            @Override
            public BytesInputDecompressor getDecompressor(CompressionCodecName asked) {
                return factory.getDecompressor(asked);
            }

            @Override
            public void release() {
                factory.release();
            }
        };
    }
}
