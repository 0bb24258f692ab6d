// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.linux;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;

/** Finds access control lists, which Java cannot read on Linux. Thread-safe. */
public final class AccessControlLists {

    private static final boolean IS_LINUX = System.getProperty("os.name").startsWith("Linux");

    private AccessControlLists() {}

    /**
     * Returns whether a file or directory has an access control list. False on systems other than Linux, and for paths that do
     * not belong to Java's default file system.
     *
     * @throws IOException if the list cannot be read, or if JNA is missing; the message names the library to add
     */
    public static boolean isOn(Path file) throws IOException {
        if (!IS_LINUX || file.getFileSystem() != FileSystems.getDefault()) {
            return false;
        }
        try {
            return Calls.hasList(file);
        } catch (LinkageError e) {
            throw new IOException(
                    "JNA does not load (" + e + "): add net.java.dev.jna:jna 5.17.0 or newer to the class path", e);
        }
    }

    /**
     * The system call, in the only class that refers to JNA. The arguments are passed in an array rather than through a mapped
     * interface, so that JNA keeps no reference to classes of this project.
     */
    private static final class Calls {

        private static final String LIST = "system.posix_acl_access";

        private static final int ENODATA = 61;
        private static final int ENOTSUP = 95;

        static boolean hasList(Path file) throws IOException {
            Object[] pathNameValueAndSize = {path(file), text(LIST), null, new NativeLong(0)};
            try {
                NativeLibrary.getProcess()
                        .getFunction("getxattr", Function.THROW_LAST_ERROR)
                        .invokeLong(pathNameValueAndSize);
                return true;
            } catch (LastErrorException e) {
                if (e.getErrorCode() == ENODATA || e.getErrorCode() == ENOTSUP) {
                    return false;
                }
                throw new IOException(LIST + " cannot be read: " + e.getMessage(), e);
            }
        }

        /**
         * Returns the bytes of a path in the system's own encoding. The path's string may lack characters that the locale does
         * not support.
         */
        private static byte[] path(Path file) {
            String encoded = file.toUri().getRawPath().replace("+", "%2B");
            return text(URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1));
        }

        private static byte[] text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            return Arrays.copyOf(bytes, bytes.length + 1); // ends with a zero
        }
    }
}
