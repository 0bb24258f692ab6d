// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import java.io.IOException;

/** A context that writes one gzip member for each block, compressed or, where the probe says so, stored. */
final class GzipLibdeflateCompressor implements BlockCompressor {

    private final NativeScratch scratch = new NativeScratch();
    private final LibdeflateCompressor compressor;

    /** Null if every block is to be compressed. */
    private final StoreProbe probe;

    /** A compressor of level 0 for blocks that are stored; null until there is one. */
    private LibdeflateCompressor storer;

    /**
     * @param level a level of libdeflate, 0 to 12
     * @param mayStore whether blocks that would hardly shrink are stored
     */
    GzipLibdeflateCompressor(int level, boolean mayStore) {
        probe = mayStore ? new StoreProbe() : null;
        compressor = new LibdeflateCompressor(level); // last: nobody would free it if the probe found no memory
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
        if (probe == null || !probe.shouldStore(source, offset, length)) {
            return compressor;
        }
        if (storer == null) {
            storer = new LibdeflateCompressor(0);
        }
        return storer;
    }

    @Override
    public long footprint() {
        return compressor.footprint()
                + (storer == null ? 0 : storer.footprint())
                + (probe == null ? 0 : StoreProbe.SIZE)
                + scratch.size();
    }

    @Override
    public void close() {
        try (scratch;
                compressor) {
            if (storer != null) {
                storer.close();
            }
        }
    }
}
