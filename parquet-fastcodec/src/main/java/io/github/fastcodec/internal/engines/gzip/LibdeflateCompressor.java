// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

/** A compressor of the library, of one level. Keeps the library mapped until it is closed. For one thread at a time. */
final class LibdeflateCompressor implements AutoCloseable {

    /** The highest level of the library. */
    static final int MAX_LEVEL = 12;

    private final long address;
    private final int level;

    /**
     * Allocates a compressor.
     *
     * @param level 0 to {@link #MAX_LEVEL}
     * @throws OutOfMemoryError if the library finds no memory
     * @throws LinkageError if there is no library
     */
    LibdeflateCompressor(int level) {
        this.level = level;
        Libdeflate.acquire();
        address = Libdeflate.libdeflate_alloc_compressor(level);
        if (address == 0) {
            Libdeflate.release();
            throw new OutOfMemoryError("libdeflate has no memory for a compressor of level " + level);
        }
    }

    /** Returns the level. */
    int level() {
        return level;
    }

    /** Returns the most bytes that a member needs whose content has {@code size} bytes. */
    long bound(long size) {
        return Libdeflate.libdeflate_gzip_compress_bound(address, size);
    }

    /** Writes one gzip member from memory at one address to memory at another, and returns its size; 0 if it finds no room. */
    long compress(long in, long inSize, long out, long outSize) {
        return Libdeflate.libdeflate_gzip_compress(address, in, inSize, out, outSize);
    }

    /** Returns how much memory the library has allocated for this, in bytes; measured. */
    long footprint() {
        if (level == 0) {
            return 8 << 10;
        }
        return level == 1 ? 200 << 10 : level < 10 ? 656 << 10 : 8804 << 10;
    }

    @Override
    public void close() {
        Libdeflate.libdeflate_free_compressor(address);
        Libdeflate.release();
    }
}
