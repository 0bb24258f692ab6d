// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses and formats numbers of bytes. */
final class ByteSize implements ITypeConverter<Long> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,15})\\s*([kmgt]?)(i?b)?", Pattern.CASE_INSENSITIVE);
    private static final String PREFIXES = "kmgt";
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    /** Parses an argument such as {@code 512m} or {@code 4GB}. The prefixes are powers of 1024, as in the JVM's options. */
    @Override
    public Long convert(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (parts.matches()) {
            String prefix = parts.group(2).toLowerCase(Locale.ROOT);
            int shift = prefix.isEmpty() ? 0 : 10 * (PREFIXES.indexOf(prefix) + 1);
            long number = Long.parseLong(parts.group(1));
            if (number > 0 && number <= Long.MAX_VALUE >> shift) {
                return number << shift;
            }
        }
        throw new TypeConversionException(
                "\"" + text + "\" is not a size above 0, expected a number with k, m, g or t, such as 512m");
    }

    /** Formats a number of bytes in a decimal unit, with at most three digits before the point: {@code 61.4 MB}. */
    static String format(long bytes) {
        if (bytes < 1000) {
            return bytes + " " + UNITS[0];
        }
        double value = bytes;
        int unit = 0;
        while (value >= 999.5) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, value < 99.95 ? "%.1f" : "%.0f", value) + " " + UNITS[unit];
    }

    /** Formats the ratio of the sizes before and after, or returns an empty string if {@code after} is 0. */
    static String ratio(long before, long after) {
        return after > 0 ? String.format(Locale.ROOT, "%.2f", (double) before / after) : "";
    }

    /** Formats a speed in megabytes per second, or returns a dash if no time has passed. */
    static String speed(long bytes, double seconds) {
        return seconds > 0 ? String.format(Locale.ROOT, "%.0f MB/s", bytes / seconds / 1e6) : "-";
    }
}
