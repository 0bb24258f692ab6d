// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.zstd.ZstdJniEngine;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A ZSTD engine for a service file. It passes its self-test, but changes a byte in each larger page. It is its own context. */
public final class BrokenEngine implements CodecEngine, BlockCompressor {

    /** The smallest page that is compressed wrongly, in bytes. */
    private static final int LARGER = 3_000;

    /** The index of the changed byte. */
    public static final int WRONG = 2_345;

    private final CodecEngine engine = new ZstdJniEngine();
    private final BlockCompressor compressor;

    /** The ServiceLoader calls this. */
    public BrokenEngine() {
        this(CompressionSettings.ofLevel(1));
    }

    private BrokenEngine(CompressionSettings settings) {
        compressor = engine.newCompressor(settings);
    }

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.ZSTD);
    }

    @Override
    public int priority() {
        return 1_000;
    }

    @Override
    public String howToFix() {
        return "leave it out";
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new BrokenEngine(settings);
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return engine.newDecompressor();
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return compressor.maxCompressedLength(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        byte[] block = Arrays.copyOfRange(source, sourceOffset, sourceOffset + sourceLength);
        if (sourceLength >= LARGER) {
            block[WRONG] ^= 4;
        }
        return compressor.compress(block, 0, sourceLength, target, targetOffset, targetLength);
    }

    @Override
    public long footprint() {
        return compressor.footprint();
    }

    @Override
    public void close() {
        compressor.close();
    }
}
