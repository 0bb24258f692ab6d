// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Creates the exception for a damaged page. This interface exists because the exception's class is public, and this package
 * must not depend on it.
 */
@FunctionalInterface
public interface Corruption {

    /** The actual size of a page whose decompression stopped before that size was known. */
    long UNKNOWN_SIZE = -1;

    /**
     * Returns the exception, which the caller throws.
     *
     * @param reason the damage, as a clause
     * @param compressedSize size of the compressed page, in bytes
     * @param expectedSize uncompressed size that the page's header claims, in bytes
     * @param actualSize uncompressed size, in bytes, that the page has or states itself; or {@link #UNKNOWN_SIZE}
     * @param cause the exception with which the engine rejected the page; it becomes the cause of the returned exception.
     *     Null if the engine did not reject the page
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
