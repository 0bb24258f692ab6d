// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.Objects;

/**
 * What a codec and a level make of a column, or of a table: the size of its pages with their headers, and the time of one core
 * to compress and to decompress them. Sizes and times are those of the whole, estimated from the sample. Immutable and safe for
 * use by many threads.
 */
public final class Measurement {

    private static final double MB = 1e6;

    private final CodecLevel codec;
    private final double plainBytes;
    private final double bytes;
    private final double compressSeconds;
    private final double decompressSeconds;
    private final boolean onFront;

    Measurement(CodecLevel codec, double plainBytes, double bytes, double compressSeconds, double decompressSeconds) {
        this(codec, plainBytes, bytes, compressSeconds, decompressSeconds, false);
    }

    private Measurement(
            CodecLevel codec,
            double plainBytes,
            double bytes,
            double compressSeconds,
            double decompressSeconds,
            boolean onFront) {
        this.codec = Objects.requireNonNull(codec, "codec");
        this.plainBytes = plainBytes;
        this.bytes = bytes;
        this.compressSeconds = compressSeconds;
        this.decompressSeconds = decompressSeconds;
        this.onFront = onFront;
    }

    /** Returns the codec and the level. */
    public CodecLevel codec() {
        return codec;
    }

    /** Returns the size of the pages when they are decompressed, with their headers, in bytes. */
    public double plainBytes() {
        return plainBytes;
    }

    /** Returns the size of the compressed pages with their headers, in bytes. */
    public double bytes() {
        return bytes;
    }

    /** Returns how many times as large the pages are when they are decompressed. */
    public double ratio() {
        return bytes == 0 ? 1 : plainBytes / bytes;
    }

    /** Returns the time of one core to compress the pages, in seconds; NaN if nothing here compresses with the codec. */
    public double compressSeconds() {
        return compressSeconds;
    }

    /** Returns the time of one core to decompress the pages, in seconds. */
    public double decompressSeconds() {
        return decompressSeconds;
    }

    /** Returns how fast one core compresses, in decompressed megabytes (10^6 bytes) a second. */
    public double compressSpeed() {
        return plainBytes / MB / compressSeconds;
    }

    /** Returns how fast one core decompresses, in decompressed megabytes (10^6 bytes) a second. */
    public double decompressSpeed() {
        return plainBytes / MB / decompressSeconds;
    }

    /**
     * Returns whether this is on the Pareto front of its column or table: no other candidate is as small, compresses as fast
     * and decompresses as fast, and is more than 1 % better in one of these.
     */
    public boolean isOnFront() {
        return onFront;
    }

    Measurement withFront(boolean isOnFront) {
        return new Measurement(codec, plainBytes, bytes, compressSeconds, decompressSeconds, isOnFront);
    }

    /** Returns whether another is as good in all, and better in one by more than measuring errs. */
    boolean isBeatenBy(Measurement other) {
        double better = 1 - 0.01;
        return other.bytes <= bytes
                && other.compressSeconds <= compressSeconds
                && other.decompressSeconds <= decompressSeconds
                && (other.bytes < bytes * better
                        || other.compressSeconds < compressSeconds * better
                        || other.decompressSeconds < decompressSeconds * better);
    }

    Measurement plus(Measurement other, CodecLevel name) {
        return new Measurement(
                name,
                plainBytes + other.plainBytes,
                bytes + other.bytes,
                compressSeconds + other.compressSeconds,
                decompressSeconds + other.decompressSeconds);
    }

    @Override
    public String toString() {
        return codec + ": " + Math.round(bytes) + " bytes";
    }
}
