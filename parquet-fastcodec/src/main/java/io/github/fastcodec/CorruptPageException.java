// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a page cannot be decompressed to exactly the size that its header claims. No part of the page reaches the
 * caller, and the reader can continue with the next page. The message contains sizes and names, never content.
 */
public final class CorruptPageException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The value of {@link #actualSize()} if decompression stopped before the size was known. */
    public static final long UNKNOWN_SIZE = -1;

    private final String reason;
    private final CompressionCodecName codec;
    private final String engine;
    private final long compressedSize;
    private final long expectedSize;
    private final long actualSize;

    /**
     * Creates the exception. For use by this project only.
     *
     * @param reason the defect, as a clause
     * @param codec the page's codec
     * @param engine the name of the engine that decompresses for this reader
     * @param compressedSize size of the compressed page, in bytes
     * @param expectedSize size of the uncompressed page as its header claims, in bytes
     * @param actualSize number of bytes that the page contains or declares, or {@link #UNKNOWN_SIZE}
     * @param cause the engine's own exception, or null
     */
    public CorruptPageException(
            String reason,
            CompressionCodecName codec,
            String engine,
            long compressedSize,
            long expectedSize,
            long actualSize,
            @Nullable Throwable cause) {
        super(
                codec + " page is corrupt: " + reason + " (compressed size " + compressedSize
                        + " bytes, expected uncompressed size " + expectedSize + " bytes, actual size "
                        + (actualSize == UNKNOWN_SIZE ? "unknown" : actualSize + " bytes") + ", engine " + engine
                        + "). The file is damaged or was written incorrectly: compare it with its source, and verify"
                        + " its page checksums if it has any",
                cause);
        this.reason = reason;
        this.codec = codec;
        this.engine = engine;
        this.compressedSize = compressedSize;
        this.expectedSize = expectedSize;
        this.actualSize = actualSize;
    }

    /** Returns the defect, as a clause. */
    public String reason() {
        return reason;
    }

    /** Returns the page's codec. */
    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns the name of the engine that decompresses for this reader. */
    public String engine() {
        return engine;
    }

    /** Returns the size of the compressed page, in bytes. */
    public long compressedSize() {
        return compressedSize;
    }

    /**
     * Returns the size of the uncompressed page as its header claims, in bytes; negative if the header claims a negative
     * size.
     */
    public long expectedSize() {
        return expectedSize;
    }

    /** Returns the number of bytes that the page contains or declares, or {@link #UNKNOWN_SIZE}. */
    public long actualSize() {
        return actualSize;
    }
}
