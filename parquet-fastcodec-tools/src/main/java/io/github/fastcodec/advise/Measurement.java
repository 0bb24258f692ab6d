// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.Objects;

/**
 * What a codec and a level make of a column, or of a table. Sizes and times are those of the whole, estimated from the sample.
 * Immutable and safe for use by many threads.
 *
 * @param codec the codec and the level, which is null for pages of a file: a file does not tell it
 * @param plainBytes the size of the pages when they are decompressed, with their headers, in bytes
 * @param bytes the size of the compressed pages with their headers, in bytes
 * @param compressSeconds the time of one core to compress the pages, in seconds; NaN if the level is unknown, or no engine here
 *     compresses with the codec
 * @param decompressSeconds the time of one core to decompress the pages, in seconds
 * @param isOnFront whether this is on the Pareto front of its column or table: no other candidate is as small, compresses as
 *     fast and decompresses as fast, and is more than 1 % better in one of these; a time that is unknown does not count
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

    /** Returns codec and level as people write them, such as {@code ZSTD 3}, or {@code ZSTD (level unknown)}. */
    public String name() {
        boolean isUnknown =
                codec.level() == null && CodecLevels.of(codec.codec()).isPresent();
        return codec + (isUnknown ? " (level unknown)" : "");
    }

    /** Returns how many times as large the pages are when they are decompressed. */
    public double ratio() {
        return bytes == 0 ? 1 : plainBytes / bytes;
    }

    /** Returns how fast one core compresses, in decompressed megabytes (10^6 bytes) a second. */
    public double compressSpeed() {
        return plainBytes / MB / compressSeconds;
    }

    /** Returns how fast one core decompresses, in decompressed megabytes (10^6 bytes) a second. */
    public double decompressSpeed() {
        return plainBytes / MB / decompressSeconds;
    }
}
