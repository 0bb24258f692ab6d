// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Another factory's codecs, whose compressed pages count for an operator. As safe for use by threads as that. */
final class CountedCodecs implements CompressionCodecFactory {

    private final CompressionCodecFactory codecs;
    private final OperatorPages pages;

    CountedCodecs(CompressionCodecFactory codecs, OperatorPages pages) {
        this.codecs = codecs;
        this.pages = pages;
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return counted(codecs.getCompressor(codec));
    }

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec, int level) {
        return counted(codecs.getCompressor(codec, level));
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return codecs.getDecompressor(codec);
    }

    @Override
    public void release() {
        codecs.release();
    }

    private BytesInputCompressor counted(BytesInputCompressor compressor) {
        return compressor.getCodecName() == CompressionCodecName.UNCOMPRESSED ? compressor : new Counted(compressor);
    }

    private final class Counted implements BytesInputCompressor {
        private final BytesInputCompressor compressor;

        private Counted(BytesInputCompressor compressor) {
            this.compressor = compressor;
        }

        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
            long start = System.nanoTime();
            long size = bytes.size();
            BytesInput compressed = compressor.compress(bytes);
            pages.add(getCodecName(), true, size, compressed.size(), System.nanoTime() - start);
            return compressed;
        }

        @Override
        public CompressionCodecName getCodecName() {
            return compressor.getCodecName();
        }

        @Override
        public void release() {
            compressor.release();
        }
    }
}
