// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.Objects;

/**
 * The sizes and times of a column, or of a table, with a codec and level. They are estimates for all pages, made from the sample.
 * Immutable and thread-safe.
 *
 * @param codec the codec and the level, which is null for the current codec, because files do not record it
 * @param plainBytes the decompressed size of the pages with their headers, in bytes
 * @param bytes the size of the compressed pages with their headers, in bytes
 * @param compressSeconds the time that one core takes to compress the pages, in seconds; NaN if the level is unknown, or if no
 *     engine here compresses with the codec
 * @param decompressSeconds the time that one core takes to decompress the pages, in seconds
 * @param isOnFront whether this is on the Pareto front of its column or table: no other candidate is at least as small and at
 *     least as fast in both directions, and more than 1 % better in one of the three; an unknown time does not count
 */
public record Measurement(
        CodecLevel codec,
        double plainBytes,
        double bytes,
        double compressSeconds,
        double decompressSeconds,
        boolean isOnFront)
        implements Serializable {

    private static final double MB = 1e6;

    public Measurement {
        Objects.requireNonNull(codec, "codec");
    }

    /** Returns the codec and the level for display, such as {@code ZSTD 3} or {@code ZSTD (level unknown)}. */
    public String name() {
        boolean isUnknown =
                codec.level() == null && CodecLevels.of(codec.codec()).isPresent();
        return codec + (isUnknown ? " (level unknown)" : "");
    }

    /** Returns the decompressed size divided by the compressed size. */
    public double ratio() {
        return bytes == 0 ? 1 : plainBytes / bytes;
    }

    /** Returns the speed of one core that compresses, in decompressed megabytes (10^6 bytes) a second. */
    public double compressSpeed() {
        return plainBytes / MB / compressSeconds;
    }

    /** Returns the speed of one core that decompresses, in decompressed megabytes (10^6 bytes) a second. */
    public double decompressSpeed() {
        return plainBytes / MB / decompressSeconds;
    }
}
