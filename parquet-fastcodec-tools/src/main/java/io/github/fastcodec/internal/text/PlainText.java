// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Escapes text so that a terminal shows it literally. Names of files and columns may contain any character: a newline would forge
 * a line of a report, an escape sequence would control the terminal, and some marks reverse the direction of the text.
 */
public final class PlainText {

    private PlainText() {}

    /**
     * Returns the text with all characters that could affect a terminal replaced by escapes such as {@code \n},
     * <code>&#92;u001b</code> or <code>&#92;u202e</code>.
     */
    public static String of(String text) {
        return escaped(text, character -> named(character, units(character)));
    }

    /** Returns a number with a noun, as in {@code 1 file} and {@code 1,024 files}. */
    public static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    private static String units(int character) {
        StringBuilder units = new StringBuilder();
        for (char unit : Character.toChars(character)) {
            units.append(String.format("\\u%04x", (int) unit));
        }
        return units.toString();
    }

    /**
     * Returns an equivalent JSON document in which every character of a string that could affect a terminal is written as a JSON
     * escape.
     */
    public static String ofJson(String document) {
        return escaped(
                document,
                character -> character == '\n' || character == '\r' || character == '\t' // outside strings
                        ? Character.toString(character)
                        : units(character));
    }

    /** Returns the text as one word for bash or zsh, quoted if necessary. */
    public static String forShell(String text) {
        if (text.matches("[\\w./:=+-]+")) {
            return text;
        }
        if (text.codePoints().allMatch(PlainText::isPlain)) {
            return "'" + text.replace("'", "'\\''") + "'";
        }
        String quotable = text.replace("\\", "\\\\").replace("'", "\\'");
        return "$'" + escaped(quotable, character -> named(character, String.format("\\U%08x", character))) + "'";
    }

    /** Returns the text as a string literal of Python. */
    public static String forPython(String text) {
        String quotable = text.replace("\\", "\\\\").replace("\"", "\\\"");
        return '"' + escaped(quotable, character -> named(character, String.format("\\U%08x", character))) + '"';
    }

    private static String escaped(String text, IntFunction<String> escape) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (isPlain(character)) {
                plain.appendCodePoint(character);
            } else {
                plain.append(escape.apply(character));
            }
        });
        return plain.toString();
    }

    private static String named(int character, String fallback) {
        return switch (character) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> fallback;
        };
    }

    /** Returns whether a character is visible or a space, and has no other effect on a terminal. */
    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.FORMAT -> false; // text direction marks and zero-width characters
            case Character.SURROGATE -> false; // an unpaired surrogate
            default -> true;
        };
    }
}
