// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import io.github.fastcodec.internal.format.CodecFacts;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The type of a setting's values: parses them, and describes them in tables and errors. Immutable. */
final class ValueType<T> {

    private final String name;
    private final String range;
    private final String expected;
    private final Function<String, @Nullable T> reader;

    /**
     * @param name the type, in one to three words
     * @param range the values and their unit, for a table
     * @param expected the values and their unit, for the end of an error message
     * @param reader parses a trimmed string; returns null if it is not a valid value
     */
    private ValueType(String name, String range, String expected, Function<String, @Nullable T> reader) {
        this.name = name;
        this.range = range;
        this.expected = expected;
        this.reader = reader;
    }

    /** Integers from {@code minimum} to {@code maximum}, in {@code unit}. */
    static ValueType<Long> number(long minimum, long maximum, String unit) {
        String range = minimum + " to " + maximum;
        return new ValueType<>(
                "integer",
                range + " " + unit,
                "a number of " + unit + " from " + range,
                text -> readNumber(text, minimum, maximum));
    }

    private static @Nullable Long readNumber(String text, long minimum, long maximum) {
        try {
            long number = Long.parseLong(text);
            return number < minimum || number > maximum ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The levels of a codec. */
    static ValueType<Integer> level(CodecFacts.Levels levels) {
        boolean named = !levels.names().isEmpty();
        String range = levels.minimum() + " to " + levels.maximum();
        return new ValueType<>(
                named ? "name or integer" : "integer",
                range + (named ? ", or a name (below)" : ""),
                "a number from " + range
                        + (named
                                ? " or a name of Hadoop's ZlibCompressor.CompressionLevel: NO_COMPRESSION, BEST_SPEED, TWO, ...,"
                                        + " EIGHT, BEST_COMPRESSION, DEFAULT_COMPRESSION"
                                : ""),
                levels::read);
    }

    /** {@code true} and {@code false}, ignoring case, as Hadoop's Configuration reads them. */
    static ValueType<Boolean> bool() {
        Map<String, Boolean> values = Map.of("true", true, "false", false);
        return new ValueType<>(
                "boolean", "true, false", "true or false", text -> values.get(text.toLowerCase(Locale.ROOT)));
    }

    /** Any text. The code that uses the value checks it. */
    static ValueType<String> text(String name, String range) {
        return new ValueType<>(name, range, range, Function.identity());
    }

    String name() {
        return name;
    }

    String range() {
        return range;
    }

    String expected() {
        return expected;
    }

    /** Parses a string, ignoring leading and trailing blanks; returns null if it is not a valid value. */
    @Nullable
    T read(String text) {
        return reader.apply(text.trim());
    }
}
