// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.IOException;
import java.io.Serializable;

/**
 * Something that one machine of a cluster does, and may do again. It travels between JVMs.
 *
 * @param <T> what it leads to, which travels back
 */
public interface Job<T extends Serializable> extends Serializable {

    /**
     * Does it.
     *
     * @throws IOException if something failed that may do better when it is tried again
     */
    T run(Machine machine) throws IOException;
}
