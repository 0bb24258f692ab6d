// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.plan.CodecLevel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
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

    /** Costs below this part of each other differ by more than measuring errs. */
    private static final double CLEARLY_LESS = 0.99;

    public Measurement {
        Objects.requireNonNull(codec, "codec");
    }

    Measurement(CodecLevel codec, double plainBytes, double bytes, double compressSeconds, double decompressSeconds) {
        this(codec, plainBytes, bytes, compressSeconds, decompressSeconds, false);
    }

    static Measurement sum(CodecLevel codec, Iterable<Measurement> parts) {
        Measurement sum = new Measurement(codec, 0, 0, 0, 0);
        for (Measurement part : parts) {
            sum = new Measurement(
                    codec,
                    sum.plainBytes + part.plainBytes,
                    sum.bytes + part.bytes,
                    sum.compressSeconds + part.compressSeconds,
                    sum.decompressSeconds + part.decompressSeconds);
        }
        return sum;
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

    /** Returns a copy with another one's time to compress. */
    Measurement writtenLike(Measurement other) {
        return new Measurement(codec, plainBytes, bytes, other.compressSeconds, decompressSeconds);
    }

    Measurement times(double weight) {
        return new Measurement(
                codec, plainBytes * weight, bytes * weight, compressSeconds * weight, decompressSeconds * weight);
    }

    /** Returns the candidates of a column or table, each of which knows whether it is on the front. */
    static List<Measurement> marked(List<Measurement> candidates) {
        List<Measurement> marked = new ArrayList<>();
        for (Measurement one : candidates) {
            boolean isOnFront = candidates.stream().noneMatch(one::isBeatenBy);
            marked.add(new Measurement(
                    one.codec, one.plainBytes, one.bytes, one.compressSeconds, one.decompressSeconds, isOnFront));
        }
        return marked;
    }

    private boolean isBeatenBy(Measurement other) {
        return other.bytes <= bytes
                && (Double.isNaN(compressSeconds) || other.compressSeconds <= compressSeconds)
                && other.decompressSeconds <= decompressSeconds
                && (other.bytes < bytes * CLEARLY_LESS
                        || other.compressSeconds < compressSeconds * CLEARLY_LESS
                        || other.decompressSeconds < decompressSeconds * CLEARLY_LESS);
    }
}
