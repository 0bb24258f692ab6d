// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

/**
 * What a recommendation means for so much of the table that its files take a terabyte (10^12 bytes) now. Times are those of
 * one core that compresses or decompresses; reading storage and decoding values are not in them. Immutable and safe for use by
 * many threads.
 */
public final class PerTerabyte {

    private static final double TERABYTE = 1e12;
    private static final double GIGABYTE = 1e9;
    private static final double HOUR = 3600;

    private final double savedGigabytes;
    private final double writeHoursNow;
    private final double writeHours;
    private final double scanHoursNow;
    private final double scanHours;
    private final double convertHours;

    /**
     * Scales.
     *
     * @param convertSeconds what decompressing and compressing anew takes for the columns that change, in seconds
     */
    PerTerabyte(Measurement now, Measurement choice, double convertSeconds) {
        double scale = now.bytes() == 0 ? 0 : TERABYTE / now.bytes();
        savedGigabytes = (now.bytes() - choice.bytes()) * scale / GIGABYTE;
        writeHoursNow = now.compressSeconds() * scale / HOUR;
        writeHours = choice.compressSeconds() * scale / HOUR;
        scanHoursNow = now.decompressSeconds() * scale / HOUR;
        scanHours = choice.decompressSeconds() * scale / HOUR;
        convertHours = convertSeconds * scale / HOUR;
    }

    /** Returns how much smaller the files become, in gigabytes (10^9 bytes); negative if they become larger. */
    public double savedGigabytes() {
        return savedGigabytes;
    }

    /** Returns the core-hours to compress the table as it is now; NaN if nothing here compresses with its codec. */
    public double writeHoursNow() {
        return writeHoursNow;
    }

    /** Returns the core-hours to compress the table as recommended; NaN under the same condition. */
    public double writeHours() {
        return writeHours;
    }

    /** Returns the core-hours to decompress the table as it is now. */
    public double scanHoursNow() {
        return scanHoursNow;
    }

    /** Returns the core-hours to decompress the table as recommended. */
    public double scanHours() {
        return scanHours;
    }

    /** Returns the core-hours to convert what exists, once. */
    public double convertHours() {
        return convertHours;
    }
}
