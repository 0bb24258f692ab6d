// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.engine.Engines;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** One way to compress and decompress a page; for one thread. */
interface PageImplementation {

    /** Compresses a page and returns the compressed size, in bytes. */
    long compress() throws IOException;

    /** Decompresses the page and returns it in the form in which a reader goes on with it. */
    Object decompress() throws IOException;

    /** Returns the implementation of that name over one page. */
    static PageImplementation of(String name, CompressionCodecName codec, byte[] page) throws IOException {
        switch (name) {
            case "parquet-java":
                return factory(new CodecFactory(new Configuration(), ParquetWriter.DEFAULT_PAGE_SIZE), codec, page);
            case "fastcodec":
                return factory(new FastCodecFactory(), codec, page);
            case "fastcodec-fast":
                return factory(
                        new FastCodecFactory(
                                FastCodecOptions.from(Map.of("parquet.fastcodec.gzip.effort", "fast")::get)),
                        codec,
                        page);
            case "fastcodec-hadoop":
                // parquet-java's own factory, with our codecs where it looks for its own
                if (!FastCodecInstaller.install(new Configuration())) {
                    throw new IllegalStateException("our codecs are not in place; the log says why");
                }
                return factory(new CodecFactory(new Configuration(), ParquetWriter.DEFAULT_PAGE_SIZE), codec, page);
            case "engine":
                return engine(Engines.forCompression(codec), codec, page);
            default:
                throw new IllegalArgumentException("no implementation has the name " + name);
        }
    }

    private static PageImplementation factory(CompressionCodecFactory factory, CompressionCodecName codec, byte[] page)
            throws IOException {
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        byte[] compressed = TpchPages.bytes(compressor.compress(BytesInput.from(page)));
        int split = page.length / 64;
        return new PageImplementation() {
            @Override
            public long compress() throws IOException {
                // as a writer has it: levels and values are slabs of their own
                BytesInput input = BytesInput.concat(
                        BytesInput.from(page, 0, split), BytesInput.from(page, split, page.length - split));
                return compressor.compress(input).size();
            }

            @Override
            public Object decompress() throws IOException {
                return decompressor
                        .decompress(BytesInput.from(compressed, 0, compressed.length), page.length)
                        .toInputStream();
            }
        };
    }

    /** The limit: the engine's own calls, into memory that is there and warm. */
    private static PageImplementation engine(CodecEngine engine, CompressionCodecName codec, byte[] page)
            throws IOException {
        int level = codec == CompressionCodecName.ZSTD ? 3 : codec == CompressionCodecName.GZIP ? 6 : 1;
        BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
        BlockDecompressor decompressor = engine.newDecompressor();
        byte[] compressed = new byte[(int) compressor.maxCompressedLength(page.length)];
        int size = compressor.compress(page, 0, page.length, compressed, 0, compressed.length);
        byte[] target = compressed.clone();
        return new PageImplementation() {
            @Override
            public long compress() throws IOException {
                return compressor.compress(page, 0, page.length, target, 0, target.length);
            }

            @Override
            public Object decompress() throws IOException {
                // fresh memory, as a page must have it
                byte[] out = new byte[page.length];
                decompressor.decompress(compressed, 0, size, out, 0, out.length);
                return out;
            }
        };
    }
}
