// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.NativeLibrary;
import io.github.fastcodec.internal.memory.Cleanup;
import org.jspecify.annotations.Nullable;

/**
 * The functions of libdeflate that the engine calls, mapped directly: pointers and {@code size_t} are 64 bits on every
 * platform that is served.
 *
 * <p>They are mapped from the first {@link #acquire} to the first garbage collection after the last {@link #release}. Not
 * longer: JNA's native part refers to a class that it has mapped, and a thread of JNA's to a library that is open, so that
 * neither our class loader nor JNA's could be collected. Not shorter: mapping takes milliseconds, and where each page is
 * damaged, or the pool keeps nothing, the last context goes with each page.
 */
final class Libdeflate {

    static final int SUCCESS = 0;
    static final int BAD_DATA = 1;
    static final int INSUFFICIENT_SPACE = 3;

    /** Made in advance, since it is needed where memory is short. */
    private static final Runnable COLLECTED = Libdeflate::collected;

    private static int users;
    private static @Nullable NativeLibrary library;
    private static boolean awaitsCollection;

    private Libdeflate() {}

    /**
     * Makes sure that the functions may be called until the {@link #release} that must follow.
     *
     * @throws LinkageError if there is no library, or it lacks one of the functions
     */
    static synchronized void acquire() {
        if (library == null) {
            library = LibdeflateMapping.map(LibdeflateFile.PATH);
        }
        users++;
    }

    static synchronized void release() {
        users--;
        if (users == 0 && !awaitsCollection) {
            awaitsCollection = Cleanup.afterCollection(COLLECTED);
        }
    }

    private static synchronized void collected() {
        awaitsCollection = false;
        if (users == 0 && library != null) {
            LibdeflateMapping.unmap(library);
            library = null;
        }
    }

    // Signatures as in libdeflate.h (1.19 or newer has the same).

    static native long libdeflate_alloc_compressor(int level);

    static native long libdeflate_gzip_compress_bound(long compressor, long size);

    static native long libdeflate_gzip_compress(long compressor, long in, long inSize, long out, long outSize);

    static native void libdeflate_free_compressor(long compressor);

    static native long libdeflate_alloc_decompressor();

    static native int libdeflate_gzip_decompress_ex(
            long decompressor, long in, long inSize, long out, long outSize, long actualInSize, long actualOutSize);

    static native void libdeflate_free_decompressor(long decompressor);
}
