// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exception that callers get for a damaged page. Its class is public and stands above this package, which must not
 * name it.
 */
@FunctionalInterface
public interface Corruption {

    /** In place of a page's actual size, if decompression stopped before it was known. */
    long UNKNOWN_SIZE = -1;

    /**
     * Returns the exception, to be thrown.
     *
     * @param reason what is wrong, as a clause
     * @param compressedSize size of the compressed page, in bytes
     * @param expectedSize size of the uncompressed page as its header claims, in bytes
     * @param actualSize number of bytes that the page holds or that it states itself, or {@link #UNKNOWN_SIZE}
     * @param cause the engine's own exception, if it refused the page, and then the cause of the returned one; else null
     */
    IOException exception(
            String reason,
            CompressionCodecName codec,
            String engine,
            long compressedSize,
            long expectedSize,
            long actualSize,
            @Nullable Throwable cause);
}
