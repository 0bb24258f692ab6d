// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.TemporaryDirectoryException;
import java.io.IOException;
import java.io.Serializable;

/**
 * What the machines of a cluster do with each of many values, perhaps more than once. It is sent to each machine once, the
 * values one by one.
 *
 * @param <V> the value of a task
 * @param <R> the result of a task
 */
public interface ClusterFunction<V extends Serializable, R extends Serializable> extends Serializable {

    /**
     * Does what is to be done with a value.
     *
     * @throws IOException if something failed that may do better when it is tried again
     */
    R run(V value, Machine machine) throws IOException;

    /** Returns a failure that other JVMs can read, which may lack the classes of file systems; its message stays. */
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
