// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.zstd.ZstdJniEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A ZSTD engine that is used only if it is named. It changes a byte of each page that contains a mark. */
public final class MarkedPages implements CodecEngine {

    static final String NAME = "marked";

    /** The text in pages that are compressed wrongly. */
    static final String MARK = "change this page";

    private final CodecEngine engine = new ZstdJniEngine();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return engine.codecs();
    }

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public String howToFix() {
        return engine.howToFix();
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        BlockCompressor compressor = engine.newCompressor(settings);
        return new BlockCompressor() {
            @Override
            public long maxCompressedLength(int sourceLength) {
                return compressor.maxCompressedLength(sourceLength);
            }

            @Override
            public int compress(byte[] source, int offset, int length, byte[] target, int at, int room)
                    throws IOException {
                byte[] block = Arrays.copyOfRange(source, offset, offset + length);
                int mark = new String(block, StandardCharsets.ISO_8859_1).indexOf(MARK);
                if (mark >= 0) {
                    block[mark]++;
                }
                return compressor.compress(block, 0, length, target, at, room);
            }

            @Override
            public void close() {
                compressor.close();
            }
        };
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return engine.newDecompressor();
    }
}
