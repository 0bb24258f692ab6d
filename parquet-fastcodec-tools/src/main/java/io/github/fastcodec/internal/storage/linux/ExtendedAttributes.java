// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

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
        return call(() -> ExtendedAttributeCalls.names(file));
    }

    /**
     * Has a file have the attributes of another one, and no other ones.
     *
     * @throws IOException if one of them cannot be read or given, or JNA is missing; says which, or what to add
     */
    public static void copy(Path from, Path to) throws IOException {
        call(() -> {
            ExtendedAttributeCalls.copy(from, to);
            return null;
        });
    }

    /** On a thread of its own: JNA leaves objects in ThreadLocals, and the caller may outlive our class loader. */
    private static <T> T call(Supplier<T> calls) throws IOException {
        try {
            return CompletableFuture.supplyAsync(calls, ExtendedAttributes::inNewThread)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException) {
                throw ((UncheckedIOException) e.getCause()).getCause();
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
        Thread thread = new Thread(task, "parquet-fastcodec-attributes");
        thread.setContextClassLoader(null); // which a thread of JNA's inherits, and keeps
        thread.start();
    }
}
