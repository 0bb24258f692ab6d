// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.gzip;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import java.io.File;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The functions of libdeflate that the engine calls, mapped directly: pointers and {@code size_t} are 64 bits on every
 * platform that is served. Initializing this class loads the library and fails if there is none: the file that the system
 * property {@value #PATH} names, else the one in this project's jar, else the system's.
 */
final class Libdeflate {

    static final String PATH = "parquet.fastcodec.libdeflate.path";

    private static final Logger LOG = LoggerFactory.getLogger(Libdeflate.class);

    static final int SUCCESS = 0;
    static final int BAD_DATA = 1;
    static final int INSUFFICIENT_SPACE = 3;

    /** Where the library came from, for people to read; it does not tell its version. */
    static final String ORIGIN;

    static {
        String configured = System.getProperty(PATH);
        if (Native.POINTER_SIZE != 8 || Native.SIZE_T_SIZE != 8) {
            throw new UnsatisfiedLinkError(
                    "libdeflate is called on 64-bit platforms only, this is " + Platform.RESOURCE_PREFIX);
        }
        if (configured != null) {
            register(NativeLibrary.getInstance(configured));
            ORIGIN = "configured";
        } else {
            ORIGIN = registerBundledOrSystem();
        }
    }

    private Libdeflate() {}

    private static String registerBundledOrSystem() {
        UnsatisfiedLinkError bundledFailure;
        try {
            File bundled = Native.extractFromResourcePath(
                    "/" + Platform.RESOURCE_PREFIX + "/" + System.mapLibraryName("deflate"),
                    Libdeflate.class.getClassLoader());
            register(NativeLibrary.getInstance(bundled.getPath()));
            return "bundled";
        } catch (IOException e) {
            bundledFailure =
                    new UnsatisfiedLinkError("the libdeflate in this jar cannot be unpacked: " + e.getMessage());
            bundledFailure.initCause(e);
        } catch (UnsatisfiedLinkError e) {
            bundledFailure = e;
        }
        try {
            register(NativeLibrary.getInstance("deflate"));
            return "the system's";
        } catch (UnsatisfiedLinkError e) {
            bundledFailure.addSuppressed(e);
            throw bundledFailure;
        }
    }

    /**
     * Maps the functions. Then JNA's hold on the library is handed to the JVM, which lets go of it with our class loader: a
     * thread of JNA's lives as long as a library is open with JNA, and JNA's class loader with it, which may be ours.
     */
    private static void register(NativeLibrary library) {
        Native.register(Libdeflate.class, library);
        File file = library.getFile();
        if (file != null && file.isAbsolute()) {
            try {
                System.load(file.getPath());
                library.close();
            } catch (UnsatisfiedLinkError e) {
                LOG.debug("{} stays open with JNA; another class loader has it from the JVM", file, e);
            }
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
