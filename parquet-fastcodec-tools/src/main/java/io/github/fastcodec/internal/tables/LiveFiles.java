// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** The live files of one version of a table, which are read from its log while they are asked for. For one thread. */
public interface LiveFiles extends Closeable {

    /** Returns the next file, or nothing behind the last one. */
    Optional<TableFile> next() throws IOException;
}
