// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A codec and, for codecs that have levels, one of them; as a parameter {@code ZSTD:9} or {@code SNAPPY}. */
public record CodecLevel(CompressionCodecName codec, Integer level) {

    /**
     * Reads a parameter.
     *
     * @throws IllegalArgumentException if it names no codec, or a level that is no number
     */
    public static CodecLevel parse(String parameter) {
        String[] parts = parameter.split(":", 2);
        CompressionCodecName codec = CompressionCodecName.valueOf(parts[0]);
        return new CodecLevel(codec, parts.length == 2 ? Integer.valueOf(parts[1]) : defaultLevel(codec));
    }

    /** The levels that both sides have where none is configured, so that the bare engine has them too. */
    private static Integer defaultLevel(CompressionCodecName codec) {
        return switch (codec) {
            case GZIP -> 6;
            case ZSTD -> 3;
            case BROTLI -> 1;
            default -> null;
        };
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
