// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.StorageProvider;
import io.github.fastcodec.internal.storage.UnservedSchemeException;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.jspecify.annotations.Nullable;

/** Opens the file system that Hadoop finds for a scheme. */
public final class HadoopStorageProvider implements StorageProvider {

    @Override
    public Storage open(URI root, ClassLoader loader, @Nullable Map<String, String> settings) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader); // Hadoop looks for file systems there, once per JVM
        try {
            Configuration configuration = new Configuration(settings == null);
            configuration.setClassLoader(loader);
            if (settings == null) {
                // Otherwise Hadoop would close file systems while our shutdown hook still deletes temporary
                // files.
                configuration.setBoolean("fs.automatic.close", false);
            } else {
                settings.forEach(configuration::set);
            }
            return open(root, configuration);
        } catch (UnsupportedFileSystemException e) {
            throw unserved(root, e.getMessage(), e);
        } catch (RuntimeException e) {
            if (isCausedByMissingClass(e)) {
                throw unserved(root, e.getMessage(), e);
            }
            throw e;
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Opens a file system. Hadoop itself has been loaded by now, so a missing class belongs to the file system. */
    private static Storage open(URI root, Configuration configuration) throws IOException {
        try {
            return new HadoopStorage(FileSystem.get(root, configuration));
        } catch (IllegalArgumentException e) {
            if (e.getCause() instanceof UnknownHostException) { // from a client of HDFS
                throw new IOException(root + ": the host is unknown (" + root.getHost() + ")", e);
            }
            throw e;
        } catch (NoClassDefFoundError e) {
            throw unserved(root, "Class " + String.valueOf(e.getMessage()).replace('/', '.') + " not found", e);
        }
    }

    private static boolean isCausedByMissingClass(@Nullable Throwable failure) {
        return failure instanceof ClassNotFoundException
                || failure != null && isCausedByMissingClass(failure.getCause());
    }

    private static IOException unserved(URI root, @Nullable String reason, Throwable cause) {
        return new UnservedSchemeException(
                root.getScheme() + ":// has no file system on the class path (" + reason
                        + "): add its jars, and their dependencies",
                cause);
    }
}
