// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import java.io.IOException;

/** A context that writes one gzip member for each block. */
final class GzipLibdeflateCompressor implements BlockCompressor {

    private final NativeScratch scratch = new NativeScratch();
    private final int textLevel;

    /** For all blocks if the levels are the same. */
    private final LibdeflateCompressor compressor;

    /** For text, if that has a level of its own; null until there is some. */
    private LibdeflateCompressor textCompressor;

    /**
     * @param level a level of libdeflate, 0 to 12
     * @param textLevel the same for blocks of text
     */
    GzipLibdeflateCompressor(int level, int textLevel) {
        this.textLevel = textLevel;
        compressor = new LibdeflateCompressor(level);
    }

    @Override
    public long maxCompressedLength(int sourceLength) {
        return compressor.bound(sourceLength);
    }

    @Override
    public int compress(
            byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException {
        long in = scratch.reserve((long) sourceLength + targetLength);
        scratch.put(0, source, sourceOffset, sourceLength);
        long written = compressorFor(source, sourceOffset, sourceLength)
                .compress(in, sourceLength, in + sourceLength, targetLength);
        if (written == 0) {
            throw new IOException("libdeflate needs more than the " + targetLength + " bytes that should suffice");
        }
        scratch.get(sourceLength, target, targetOffset, (int) written);
        return (int) written;
    }

    private LibdeflateCompressor compressorFor(byte[] source, int offset, int length) {
        if (textLevel == compressor.level() || !TextLook.isText(source, offset, length)) {
            return compressor;
        }
        if (textCompressor == null) {
            textCompressor = new LibdeflateCompressor(textLevel);
        }
        return textCompressor;
    }

    @Override
    public long footprint() {
        return compressor.footprint() + (textCompressor == null ? 0 : textCompressor.footprint()) + scratch.size();
    }

    @Override
    public void close() {
        try (scratch;
                compressor) {
            if (textCompressor != null) {
                textCompressor.close();
            }
        }
    }
}
