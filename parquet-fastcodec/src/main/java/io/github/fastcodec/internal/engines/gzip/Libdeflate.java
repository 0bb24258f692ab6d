// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

/**
 * The functions of libdeflate that the engine calls through JNA's direct mapping. Pointers and {@code size_t} are 64 bits
 * wide, because only 64-bit platforms are supported. The initialization of this class maps the functions, and fails if no
 * library works. From then on JNA's native code refers to this class, so its class loader is never collected.
 */
final class Libdeflate {

    static final int SUCCESS = 0;
    static final int BAD_DATA = 1;
    static final int INSUFFICIENT_SPACE = 3;

    /** The origin of the library, for reports. The library does not provide its version. */
    static final String ORIGIN = LibdeflateFile.map(Libdeflate.class);

    private Libdeflate() {}

    // Signatures from libdeflate.h; they have been the same since 1.19.

    static native long libdeflate_alloc_compressor(int level);

    static native long libdeflate_gzip_compress_bound(long compressor, long size);

    static native long libdeflate_gzip_compress(long compressor, long in, long inSize, long out, long outSize);

    static native void libdeflate_free_compressor(long compressor);

    static native long libdeflate_alloc_decompressor();

    static native int libdeflate_gzip_decompress_ex(
            long decompressor, long in, long inSize, long out, long outSize, long actualInSize, long actualOutSize);

    static native void libdeflate_free_decompressor(long decompressor);
}
