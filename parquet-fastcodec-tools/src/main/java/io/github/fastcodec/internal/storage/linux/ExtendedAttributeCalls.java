// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.linux;

import com.sun.jna.Function;
import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The system's calls. Their arguments are arrays, and no class of this project is mapped, so that JNA keeps nothing of it. */
final class ExtendedAttributeCalls {

    /** XATTR_LIST_MAX and XATTR_SIZE_MAX of linux/limits.h, in bytes. */
    private static final int LARGEST = 1 << 16;

    private static final int ENODATA = 61;
    private static final int ENOTSUP = 95;

    /** What the kernel makes of a file's own bytes or place, and what would be wrong of another file. */
    private static final Set<String> OF_ONE_FILE_ONLY = Set.of("security.ima", "security.evm");

    private ExtendedAttributeCalls() {}

    static Set<String> names(Path file) {
        byte[] list = new byte[LARGEST];
        long length;
        try {
            length = call("listxattr", path(file), list, new NativeLong(list.length));
        } catch (LastErrorException e) {
            if (e.getErrorCode() == ENOTSUP) {
                return Set.of();
            }
            throw failed("they cannot be listed", e);
        }
        Set<String> names = new TreeSet<>();
        for (int start = 0, end = 0; end < length; end++) {
            if (list[end] == 0) {
                names.add(new String(list, start, end - start, StandardCharsets.ISO_8859_1));
                start = end + 1;
            }
        }
        return names;
    }

    static void copy(Path from, Path to) {
        Set<String> wanted = names(from);
        for (String name : names(to)) {
            if (!wanted.contains(name)) {
                run("it cannot be without " + name, "removexattr", path(to), text(name));
            }
        }
        for (String name : wanted) {
            if (OF_ONE_FILE_ONLY.contains(name)) {
                throw failed(name + " holds for the bytes of one file", null);
            }
            byte[] value = value(from, name);
            if (!Arrays.equals(value, value(to, name))) {
                if (value == null) {
                    throw failed(name + " was removed while the file was copied", null);
                }
                run("it cannot have " + name, "setxattr", path(to), text(name), value, new NativeLong(value.length), 0);
            }
        }
    }

    /** Returns a value, or null if the file has none of that name. */
    private static byte @Nullable [] value(Path file, String name) {
        byte[] value = new byte[LARGEST];
        try {
            long length = call("getxattr", path(file), text(name), value, new NativeLong(value.length));
            return Arrays.copyOf(value, (int) length);
        } catch (LastErrorException e) {
            if (e.getErrorCode() == ENODATA || e.getErrorCode() == ENOTSUP) {
                return null;
            }
            throw failed(name + " cannot be read", e);
        }
    }

    private static void run(String failure, String function, Object... arguments) {
        try {
            call(function, arguments);
        } catch (LastErrorException e) {
            throw failed(failure, e);
        }
    }

    private static long call(String function, Object... arguments) {
        return NativeLibrary.getProcess()
                .getFunction(function, Function.THROW_LAST_ERROR)
                .invokeLong(arguments);
    }

    private static UncheckedIOException failed(String what, @Nullable LastErrorException cause) {
        return new UncheckedIOException(
                new IOException(cause == null ? what : what + ": " + cause.getMessage(), cause));
    }

    /** Returns the bytes of a path as the system has them: its text may have lost what the locale does not know. */
    private static byte[] path(Path file) {
        String encoded = file.toUri().getRawPath().replace("+", "%2B");
        return text(URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1));
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return Arrays.copyOf(bytes, bytes.length + 1); // ends with a zero
    }
}
