// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The live files of one version of a table, which are read from its log while they are asked for. For one thread.
 *
 * @param <F> what is told of a file
 */
public interface LiveFiles<F> extends Closeable {

    /** Returns the next file, or nothing behind the last one. */
    Optional<F> next() throws IOException;
}
