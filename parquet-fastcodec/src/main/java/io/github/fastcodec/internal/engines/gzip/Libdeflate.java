// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import io.github.fastcodec.internal.context.ContextPool;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(Libdeflate.class);

    /** Made in advance, since it is needed where memory is short. */
    private static final Runnable COLLECTED = Libdeflate::collected;

    /**
     * A part of the key in JNA's cache of open libraries: another copy of this class below the same JNA that opened the same
     * file would get the same object, and the first of the two to close it would take it from the other at work.
     */
    private static final Map<String, String> OWN =
            Map.of("parquet-fastcodec", UUID.randomUUID().toString());

    private static int users;
    private static NativeLibrary library;
    private static boolean awaitsCollection;

    private Libdeflate() {}

    /**
     * Makes sure that the functions may be called until the {@link #release} that must follow.
     *
     * @throws LinkageError if there is no library, or it lacks one of the functions
     */
    static synchronized void acquire() {
        if (library == null) {
            library = map(LibdeflateFile.PATH);
        }
        users++;
    }

    static synchronized void release() {
        users--;
        if (users == 0 && !awaitsCollection) {
            awaitsCollection = ContextPool.afterCollection(COLLECTED);
        }
    }

    private static synchronized void collected() {
        awaitsCollection = false;
        if (users == 0) {
            unmap(library);
            library = null;
        }
    }

    /**
     * Maps the functions of a library.
     *
     * @param path the library's file, or the name under which the system finds it
     * @throws UnsatisfiedLinkError if there is no such library, or it lacks one of the functions
     */
    static NativeLibrary map(String path) {
        try {
            // On a thread of its own: JNA leaves objects in ThreadLocals, and the caller may outlive our class loader.
            return CompletableFuture.supplyAsync(() -> register(path), Libdeflate::inNewThread)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw e;
        }
    }

    private static void inNewThread(Runnable task) {
        Thread thread = new Thread(task, "libdeflate");
        thread.setContextClassLoader(null); // which a thread of JNA's inherits, and keeps
        thread.start();
    }

    private static NativeLibrary register(String path) {
        NativeLibrary opened = NativeLibrary.getInstance(path, OWN);
        Native.register(Libdeflate.class, opened);
        return opened;
    }

    static void unmap(NativeLibrary mapped) {
        Native.unregister(Libdeflate.class);
        forgetOptions();
        mapped.close();
    }

    /**
     * JNA notes the options of a class that it maps in a static map, whose values refer to the class: for good, and with it to
     * our class loader, if JNA's own lives longer. It has no call to take them out.
     */
    private static void forgetOptions() {
        try {
            Field options = Native.class.getDeclaredField("typeOptions");
            options.setAccessible(true);
            ((Map<?, ?>) options.get(null)).remove(Libdeflate.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("JNA goes on referring to the class loader of parquet-fastcodec", e);
        }
    }

    // Signatures as in libdeflate.h (1.19 or newer has the same); levels 0 to 12.

    static native long libdeflate_alloc_compressor(int level);

    static native long libdeflate_gzip_compress_bound(long compressor, long size);

    static native long libdeflate_gzip_compress(long compressor, long in, long inSize, long out, long outSize);

    static native void libdeflate_free_compressor(long compressor);

    static native long libdeflate_alloc_decompressor();

    static native int libdeflate_gzip_decompress_ex(
            long decompressor, long in, long inSize, long out, long outSize, long actualInSize, long actualOutSize);

    static native void libdeflate_free_decompressor(long decompressor);
}
