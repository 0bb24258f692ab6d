// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;

/** A context that writes one gzip member for each block, at the level that the block's kind asks for. */
final class GzipLibdeflateCompressor implements BlockCompressor {

    private final NativeScratch scratch = new NativeScratch();
    private final CompressionSettings settings;

    /** Null if blocks of all kinds have the same level. */
    private final PageKind.Look look;

    /** For blocks of {@link PageKind#OTHER} kinds, and for all that have the same level. */
    private final LibdeflateCompressor compressor;

    /** The others, by level; null until there is a block for it. */
    private final LibdeflateCompressor[] compressors = new LibdeflateCompressor[LibdeflateCompressor.MAX_LEVEL + 1];

    GzipLibdeflateCompressor(CompressionSettings settings) {
        this.settings = settings;
        int level = GzipEfforts.libdeflateLevel(settings, PageKind.OTHER);
        boolean sameLevel = true;
        for (PageKind kind : PageKind.values()) {
            sameLevel &= GzipEfforts.libdeflateLevel(settings, kind) == level;
        }
        boolean numbersToo = GzipEfforts.libdeflateLevel(settings, PageKind.FEW_VALUES) != level;
        look = sameLevel ? null : new PageKind.Look(numbersToo);
        compressor = new LibdeflateCompressor(level); // last: nobody would free it if there were no memory for the rest
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
        if (look == null) {
            return compressor;
        }
        int level = GzipEfforts.libdeflateLevel(settings, look.of(source, offset, length));
        if (level == compressor.level()) {
            return compressor;
        }
        LibdeflateCompressor own = compressors[level];
        if (own == null) {
            own = new LibdeflateCompressor(level);
            compressors[level] = own;
        }
        return own;
    }

    @Override
    public long footprint() {
        long size = compressor.footprint() + (look == null ? 0 : PageKind.Look.SIZE) + scratch.size();
        for (LibdeflateCompressor own : compressors) {
            size += own == null ? 0 : own.footprint();
        }
        return size;
    }

    @Override
    public void close() {
        try (scratch;
                compressor) {
            for (LibdeflateCompressor own : compressors) {
                if (own != null) {
                    own.close();
                }
            }
        }
    }
}
