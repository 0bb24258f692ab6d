// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/** An implementation that compresses and decompresses one page. Not thread-safe. */
interface PageImplementation {

    /** Compresses a page and returns the compressed size, in bytes. */
    long compress() throws IOException;

    /** Decompresses the page and returns it in the form that a reader uses. */
    Object decompress() throws IOException;

    /** Returns the size of the compressed page that {@link #decompress} reads, in bytes. */
    long compressedSize();

    /** Returns an implementation for one page: one of {@link Implementation}, or "engine", the engine alone. */
    static PageImplementation of(String name, CodecParam codec, byte[] page) throws IOException {
        return name.equals("engine")
                ? engine(codec, page)
                : factory(Implementation.of(name).newFactory(), codec, page);
    }

    private static PageImplementation factory(CompressionCodecFactory factory, CodecParam codec, byte[] page)
            throws IOException {
        BytesInputCompressor compressor = codec.compressor(factory);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec.codec());
        byte[] compressed =
                compressor.compress(BytesInput.from(page)).toInputStream().readAllBytes();
        return new PageImplementation() {
            @Override
            public long compress() throws IOException {
                return compressor.compress(slabs(page)).size();
            }

            @Override
            public long compressedSize() {
                return compressed.length;
            }

            @Override
            public Object decompress() throws IOException {
                return decompressor
                        .decompress(BytesInput.from(compressed, 0, compressed.length), page.length)
                        .toInputStream();
            }
        };
    }

    /** Returns a page as a writer passes it, with levels and values in separate slabs. */
    static BytesInput slabs(byte[] page) {
        int split = split(page);
        return BytesInput.concat(BytesInput.from(page, 0, split), BytesInput.from(page, split, page.length - split));
    }

    /** Returns the length of the first of a page's two slabs. */
    private static int split(byte[] page) {
        return page.length / 64;
    }

    /**
     * The upper bound of the speed: only the engine's calls. They read slabs that were copied into one array, and
     * compress into memory that is already allocated and warm.
     */
    private static PageImplementation engine(CodecParam codec, byte[] page) throws IOException {
        CodecEngine engine = Engines.forCompression(codec.codec());
        int level = codec.level() == null ? 0 : codec.level();
        BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
        BlockDecompressor decompressor = engine.newDecompressor();
        byte[] compressed = new byte[(int) compressor.maxCompressedLength(page.length)];
        int size = compressor.compress(page, 0, page.length, compressed, 0, compressed.length);
        byte[] target = compressed.clone();
        byte[] gathered = new byte[page.length];
        int split = split(page);
        return new PageImplementation() {
            @Override
            public long compress() throws IOException {
                System.arraycopy(page, 0, gathered, 0, split);
                System.arraycopy(page, split, gathered, split, page.length - split);
                return compressor.compress(gathered, 0, gathered.length, target, 0, target.length);
            }

            @Override
            public long compressedSize() {
                return size;
            }

            @Override
            public Object decompress() throws IOException {
                // new memory, because each decompressed page needs its own
                byte[] out = new byte[page.length];
                decompressor.decompress(compressed, 0, size, out, 0, out.length);
                return out;
            }
        };
    }
}
