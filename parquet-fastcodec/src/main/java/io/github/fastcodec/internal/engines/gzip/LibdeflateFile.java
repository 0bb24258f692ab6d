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
 * Which libdeflate is called: the file that the system property {@value #PROPERTY} names, else the one in this project's
 * jar, else the system's. Initializing this class finds one that works, and fails if there is none.
 */
final class LibdeflateFile {

    static final String PROPERTY = Settings.LIBDEFLATE_PATH_KEY;

    /** The library's file, or the name under which the system finds it. */
    static final String PATH;

    /** Where the library came from, for people to read; it does not tell its version. */
    static final String ORIGIN;

    private static final Logger LOG = LoggerFactory.getLogger(LibdeflateFile.class);

    static {
        if (Native.POINTER_SIZE != 8 || Native.SIZE_T_SIZE != 8) {
            throw new UnsatisfiedLinkError(
                    "libdeflate is called on 64-bit platforms only, this is " + Platform.RESOURCE_PREFIX);
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

    /** Returns the path of the library in our jar, unpacked; or null if it is the system's that works. */
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

    /** Maps the functions once, and has the JVM hold the library for as long as our class loader lives. */
    private static void tryOut(String path) {
        NativeLibrary library = LibdeflateMapping.map(path);
        File file = library.getFile();
        try {
            if (file != null && file.isAbsolute()) {
                System.load(file.getPath());
            }
        } catch (UnsatisfiedLinkError | IllegalCallerException e) {
            // another class loader's already, or native access is JNA's only
            LOG.debug("The JVM does not hold {} for this class loader; it is opened with the first context", file, e);
        } finally {
            LibdeflateMapping.unmap(library);
        }
    }
}
