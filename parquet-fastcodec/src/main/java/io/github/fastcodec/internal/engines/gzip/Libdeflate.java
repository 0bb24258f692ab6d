// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.NativeLibrary;
import io.github.fastcodec.internal.memory.Cleanup;
import org.jspecify.annotations.Nullable;

/**
 * The functions of libdeflate that the engine calls through JNA's direct mapping. Pointers and {@code size_t} are 64 bits
 * wide, because only 64-bit platforms are supported.
 *
 * <p>The functions are mapped from the first {@link #acquire} to the first garbage collection after the last
 * {@link #release}. If they stayed mapped for longer, neither our class loader nor JNA's could be collected: JNA's native
 * code refers to every mapped class, and one of its threads refers to every open library. If they were unmapped at once,
 * pages could be slow: mapping takes milliseconds, and if every page is damaged, or the pool keeps no contexts, each page
 * releases the last context.
 */
final class Libdeflate {

    static final int SUCCESS = 0;
    static final int BAD_DATA = 1;
    static final int INSUFFICIENT_SPACE = 3;

    /** Created in advance, because it may be needed when the heap is full. */
    private static final Runnable COLLECTED = Libdeflate::collected;

    private static int users;
    private static @Nullable NativeLibrary library;
    private static boolean awaitsCollection;

    private Libdeflate() {}

    /**
     * Maps the functions if they are not mapped. The caller may call them until it calls {@link #release}, which it must do.
     *
     * @throws LinkageError if there is no library, or if it lacks one of the functions
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
            NativeLibrary mapped = library;
            library = null; // first, because unmapping may run out of memory, and the next user must map the functions
            LibdeflateMapping.unmap(mapped);
        }
    }

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
