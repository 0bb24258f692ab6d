// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.brotli;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.brotli.dec.BrotliInputStream;

/** BROTLI in pure Java, by Google's decoder, which cannot compress. It is for platforms on which no native library loads. */
public final class BrotliDecEngine implements CodecEngine {

    private static final EngineLibrary LIBRARY =
            new EngineLibrary("org.brotli", "dec", "0.1.2", () -> BrotliInputStream.class);

    @Override
    public String name() {
        return "brotli-dec";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.BROTLI);
    }

    @Override
    public int priority() {
        return 50;
    }

    @Override
    public String howToFix() {
        return LIBRARY.remedy();
    }

    @Override
    public boolean canCompress() {
        return false;
    }

    @Override
    public String libraryVersion() {
        return LIBRARY.version();
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        throw new UnsupportedOperationException(name() + " only decompresses");
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Decompressor implements BlockDecompressor {
        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            ByteArrayInputStream input = new ByteArrayInputStream(source, sourceOffset, sourceLength);
            try (BrotliInputStream stream = new BrotliInputStream(input)) {
                int produced = stream.readNBytes(target, targetOffset, targetLength);
                // also makes the library check the end of the stream; it rejects bytes that follow
                if (stream.read() >= 0) {
                    throw new IOException("brotli stream exceeds the expected size");
                }
                return produced;
            }
        }

        @Override
        public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit)
                throws IOException {
            ByteArrayInputStream input = new ByteArrayInputStream(source, sourceOffset, sourceLength);
            try (BrotliInputStream stream = new BrotliInputStream(input)) {
                byte[] nowhere = new byte[8 << 10];
                long length = 0;
                int read;
                while (length <= limit && (read = stream.read(nowhere)) >= 0) {
                    length += read;
                }
                return length;
            }
        }
    }
}
