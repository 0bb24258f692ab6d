// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Delegates to another factory, and counts the decompressed pages of each method. Not thread-safe. */
final class CallCounter implements CompressionCodecFactory {

    private final CompressionCodecFactory factory;
    private int toArrays;
    private int toBuffers;

    CallCounter(CompressionCodecFactory factory) {
        this.factory = factory;
    }

    /** Returns the number of pages decompressed to a {@link BytesInput}. */
    int toArrays() {
        return toArrays;
    }

    /** Returns the number of pages decompressed from one {@link ByteBuffer} to another. */
    int toBuffers() {
        return toBuffers;
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return factory.getCompressor(codec);
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        return new BytesInputDecompressor() {
            @Override
            public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
                toArrays++;
                return decompressor.decompress(bytes, decompressedSize);
            }

            @Override
            public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
                    throws IOException {
                toBuffers++;
                decompressor.decompress(input, compressedSize, output, decompressedSize);
            }

            @Override
            public void release() {
                decompressor.release();
            }
        };
    }

    @Override
    public void release() {
        factory.release();
    }
}
