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
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All extended attributes of a file, of which Java shows the user's alone. An access control list is one of them. Safe for use by
 * many threads.
 */
public final class ExtendedAttributes {

    /** The access control list, if a file has more than its permissions. */
    public static final String ACL = "system.posix_acl_access";

    /** The label of SELinux, which each file there has. */
    public static final String LABEL = "security.selinux";

    private static final boolean IS_LINUX = System.getProperty("os.name").startsWith("Linux");

    private ExtendedAttributes() {}

    /** Returns whether a path is one of Linux itself; others have no attributes of this kind. */
    public static boolean mayHave(Path file) {
        return IS_LINUX && file.getFileSystem() == FileSystems.getDefault();
    }

    /**
     * Returns the names of a file's attributes.
     *
     * @throws IOException if they cannot be read, or JNA is missing; says what to add
     */
    public static Set<String> names(Path file) throws IOException {
        return call(() -> Calls.names(file));
    }

    /**
     * Gives a file exactly the attributes of another one.
     *
     * @throws IOException if one of them cannot be read or given, or JNA is missing; says which, or what to add
     */
    public static void copy(Path from, Path to) throws IOException {
        call(() -> {
            Calls.copy(from, to);
            return null;
        });
    }

    /** On a thread of its own: JNA leaves objects in ThreadLocals, and the caller may outlive our class loader. */
    private static <T> T call(Supplier<T> calls) throws IOException {
        try {
            return CompletableFuture.supplyAsync(calls, ExtendedAttributes::inNewThread)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            if (e.getCause() instanceof LinkageError) {
                throw new IOException(
                        "JNA does not load (" + e.getCause()
                                + "): add net.java.dev.jna:jna 5.17.0 or newer to the class path",
                        e.getCause());
            }
            throw e;
        }
    }

    private static void inNewThread(Runnable task) {
        // A thread of JNA's inherits, and keeps, what this one has: neither thread-locals nor a class loader.
        Thread thread = new Thread(null, task, "parquet-fastcodec-attributes", 0, false);
        thread.setContextClassLoader(null);
        thread.start();
    }

    /**
     * The system's calls, and all that names JNA. Their arguments are arrays, and no class of this project is mapped, so that JNA keeps
     * nothing of it.
     */
    private static final class Calls {

        /** XATTR_LIST_MAX and XATTR_SIZE_MAX of linux/limits.h, in bytes. */
        private static final int LARGEST = 1 << 16;

        private static final int ENODATA = 61;
        private static final int ENOTSUP = 95;

        /** What the kernel makes of a file's own bytes or place, and what would be wrong of another file. */
        private static final Set<String> OF_ONE_FILE_ONLY = Set.of("security.ima", "security.evm");

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
                if (value == null) {
                    throw failed(name + " is listed but cannot be read: it may have been removed meanwhile", null);
                }
                if (!Arrays.equals(value, value(to, name))) {
                    run(
                            "it cannot have " + name,
                            "setxattr",
                            path(to),
                            text(name),
                            value,
                            new NativeLong(value.length),
                            0);
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
}
