// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.internal.format.PageClaim;
import java.io.IOException;
import java.util.function.BiFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Checks the sizes of compressed pages of one codec, and creates the exceptions for pages that fail. The bytes and the
 * claimed sizes of a page are untrusted. Immutable and thread-safe.
 */
final class PageChecks {

    /**
     * Memory for a page is allocated without further evidence if the page claims at most this many bytes, or at most
     * {@link #MAX_RATIO_ON_TRUST} times its compressed size. Dictionaries, the only pages whose size may have to be
     * guessed, are smaller.
     */
    private static final int MAX_ON_TRUST = 16 << 20;

    private static final int MAX_RATIO_ON_TRUST = 1024;

    /** The actual size of a page whose decompression stopped before that size was known. */
    private static final long UNKNOWN_SIZE = -1;

    private final CompressionCodecName codec;
    private final String engine;
    private final int maxPageBytes;

    /** Creates the exception for a damaged page. Its class is public, and this package must not depend on it. */
    private final BiFunction<String, @Nullable Throwable, IOException> corruption;

    PageChecks(
            CompressionCodecName codec,
            String engine,
            int maxPageBytes,
            BiFunction<String, @Nullable Throwable, IOException> corruption) {
        this.codec = codec;
        this.engine = engine;
        this.maxPageBytes = maxPageBytes;
        this.corruption = corruption;
    }

    /** Rejects sizes, in bytes, that are negative or beyond the limit. */
    void requireLegalSizes(long compressedSize, long size) throws IOException {
        if (compressedSize < 0 || size < 0) {
            throw corrupt("its header claims a negative size", compressedSize, size, UNKNOWN_SIZE, null);
        }
        if (compressedSize > maxPageBytes || size > maxPageBytes) {
            throw corrupt(
                    "it is larger than the limit of " + maxPageBytes
                            + " bytes; if you trust the file, raise parquet.fastcodec.max.page.bytes",
                    compressedSize,
                    size,
                    UNKNOWN_SIZE,
                    null);
        }
    }

    /**
     * Checks a claimed size, in bytes, against the page's own bytes, before memory is allocated or native code is called.
     *
     * @return whether there is anything to decompress
     */
    boolean requireCredible(PageSource source, int size) throws IOException {
        if (source.length() == 0) {
            if (size != 0) {
                throw corrupt(source, "there are no compressed bytes", size, 0);
            }
            return false;
        }
        PageClaim claim = source.claim(codec);
        if (claim.problem() != null) {
            throw corrupt(source, claim.problem(), size, UNKNOWN_SIZE);
        }
        if (size < claim.minimum() || size > claim.maximum()) {
            boolean exact = claim.minimum() == claim.maximum();
            throw corrupt(
                    source,
                    exact ? "it states a different size" : "its bytes cannot hold the expected size",
                    size,
                    exact ? claim.minimum() : UNKNOWN_SIZE);
        }
        return true;
    }

    /** Returns the largest size, in bytes, for which memory is allocated on the page's claim alone. */
    int sizeOnTrust(PageSource source) {
        return (int) Math.min(maxPageBytes, Math.max(MAX_ON_TRUST, (long) source.length() * MAX_RATIO_ON_TRUST));
    }

    /** Returns the exception for a page that did not decompress to {@code size}; both sizes are in bytes. */
    IOException anotherSize(PageSource source, int size, long actualSize) {
        return corrupt(source, "it decompresses to another size", size, actualSize);
    }

    /** Returns the exception for a page that the engine rejected; {@code size} is in bytes. */
    IOException refused(PageSource source, int size, Exception cause) {
        return corrupt(reason(cause), source.length(), size, UNKNOWN_SIZE, cause);
    }

    /** Returns the message of an engine's exception, or the name of its class if it has no message. */
    static String reason(Exception failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    /** Returns the exception for a page; the sizes are in bytes. */
    IOException corrupt(PageSource source, String reason, long size, long actualSize) {
        return corrupt(reason, source.length(), size, actualSize, null);
    }

    private IOException corrupt(
            String reason, long compressedSize, long size, long actualSize, @Nullable Exception cause) {
        return corruption.apply(damage(reason, codec, engine, compressedSize, size, actualSize), cause);
    }

    /** Describes a damaged page in a clause; the sizes are in bytes. */
    static String damage(
            String reason, CompressionCodecName codec, String engine, long compressedSize, long size, long actualSize) {
        return codec + " page is corrupt: " + reason + " (compressed size " + compressedSize
                + " bytes, expected uncompressed size " + size + " bytes, actual size "
                + (actualSize == UNKNOWN_SIZE ? "unknown" : actualSize + " bytes") + ", engine " + engine + ")";
    }
}
