// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import io.github.fastcodec.internal.settings.Settings;
import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the libdeflate to call: the file that the system property {@value #PROPERTY} names, else the one in this project's
 * jar, else the system's. Initializing this class finds a library that works, and fails if there is none.
 */
final class LibdeflateFile {

    static final String PROPERTY = Settings.LIBDEFLATE_PATH_KEY;

    /** The library's file, or the name under which the system finds it. */
    static final String PATH;

    /** The origin of the library, for reports. The library does not provide its version. */
    static final String ORIGIN;

    private static final Logger LOG = LoggerFactory.getLogger(LibdeflateFile.class);

    static {
        if (Native.POINTER_SIZE != 8 || Native.SIZE_T_SIZE != 8) {
            throw new UnsatisfiedLinkError(
                    "libdeflate is supported on 64-bit platforms only, but this is " + Platform.RESOURCE_PREFIX);
        }
        String configured = System.getProperty(PROPERTY);
        if (configured != null) {
            tryOut(configured);
            PATH = configured;
            ORIGIN = "configured";
        } else {
            String bundled = bundled();
            PATH = bundled == null ? "deflate" : bundled;
            ORIGIN = bundled == null ? "the system's" : "bundled";
        }
    }

    private LibdeflateFile() {}

    /** Unpacks the library in our jar and returns its path. Returns null if only the system's library works. */
    private static @Nullable String bundled() {
        UnsatisfiedLinkError bundledFailure;
        try {
            File bundled = Native.extractFromResourcePath(
                    "/" + Platform.RESOURCE_PREFIX + "/" + System.mapLibraryName("deflate"),
                    LibdeflateFile.class.getClassLoader());
            tryOut(bundled.getPath());
            return bundled.getPath();
        } catch (IOException e) {
            bundledFailure =
                    new UnsatisfiedLinkError("the libdeflate in this jar cannot be unpacked: " + e.getMessage());
            bundledFailure.initCause(e);
        } catch (UnsatisfiedLinkError e) {
            bundledFailure = e;
        }
        try {
            tryOut("deflate");
            return null;
        } catch (UnsatisfiedLinkError e) {
            bundledFailure.addSuppressed(e);
            throw bundledFailure;
        }
    }

    /**
     * Maps the functions once to test the library, and makes the JVM keep the library open as long as our class loader lives.
     */
    private static void tryOut(String path) {
        NativeLibrary library = LibdeflateMapping.map(path);
        File file = library.getFile();
        try {
            if (file != null && file.isAbsolute()) {
                System.load(file.getPath());
            }
        } catch (UnsatisfiedLinkError | IllegalCallerException e) {
            // another class loader has loaded the file, or only JNA may access native code
            LOG.debug("The JVM cannot keep {} open for this class loader; the first context opens it", file, e);
        } finally {
            LibdeflateMapping.unmap(library);
        }
    }
}
