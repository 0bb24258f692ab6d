// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.TemporaryDirectoryException;
import java.io.IOException;
import java.io.Serializable;

/**
 * A function that the machines of a cluster apply to many values, and to the same value possibly more than once. The function is
 * sent to each machine once; the values are sent one by one.
 *
 * @param <V> the type of a task's value
 * @param <R> the type of a task's result
 */
public interface ClusterFunction<V extends Serializable, R extends Serializable> extends Serializable {

    /**
     * Processes a value.
     *
     * @throws IOException if the attempt fails but a retry may succeed
     */
    R run(V value, Machine machine) throws IOException;

    /**
     * Returns an exception that reports the given failure, and that other JVMs can deserialize even if they lack the classes of
     * the file system that failed.
     */
    static Exception portable(Exception failure) {
        if (failure instanceof FileDefect) {
            return new FileDefect(String.valueOf(failure.getMessage()));
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (!cause.getClass().getName().startsWith("java.") && !(cause instanceof TemporaryDirectoryException)) {
                return new IOException(failure.toString());
            }
        }
        return failure;
    }
}
