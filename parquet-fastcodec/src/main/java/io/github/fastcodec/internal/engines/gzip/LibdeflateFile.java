// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import io.github.fastcodec.internal.engines.HiddenLoader;
import io.github.fastcodec.internal.settings.Settings;
import java.io.File;
import java.io.IOException;

/**
 * Selects the libdeflate to call: the file that the system property {@value #PROPERTY} names, else the one in this project's
 * jar, else the system's.
 */
final class LibdeflateFile {

    static final String PROPERTY = Settings.LIBDEFLATE_PATH_KEY;

    private LibdeflateFile() {}

    /**
     * Maps the native methods of a class to the first library that works.
     *
     * @return the origin of the library, for reports
     * @throws UnsatisfiedLinkError if there is no library, or if it lacks one of the functions
     */
    static String map(Class<?> functions) {
        if (Native.POINTER_SIZE != 8 || Native.SIZE_T_SIZE != 8) {
            throw new UnsatisfiedLinkError(
                    "libdeflate is supported on 64-bit platforms only, but this is " + Platform.RESOURCE_PREFIX);
        }
        String configured = System.getProperty(PROPERTY);
        if (configured != null) {
            map(functions, configured);
            return "configured";
        }
        UnsatisfiedLinkError bundledFailure;
        try {
            File bundled = Native.extractFromResourcePath(
                    "/" + Platform.RESOURCE_PREFIX + "/" + System.mapLibraryName("deflate"),
                    LibdeflateFile.class.getClassLoader());
            map(functions, bundled.getPath());
            return "bundled";
        } catch (IOException e) {
            bundledFailure =
                    new UnsatisfiedLinkError("the libdeflate in this jar cannot be unpacked: " + e.getMessage());
            bundledFailure.initCause(e);
        } catch (UnsatisfiedLinkError e) {
            bundledFailure = e;
        }
        try {
            map(functions, "deflate");
            return "the system's";
        } catch (UnsatisfiedLinkError e) {
            bundledFailure.addSuppressed(e);
            throw bundledFailure;
        }
    }

    /** @param library the library's file, or the name under which the system finds it */
    private static void map(Class<?> functions, String library) {
        Native.register(functions, HiddenLoader.during(() -> NativeLibrary.getInstance(library)));
    }
}
