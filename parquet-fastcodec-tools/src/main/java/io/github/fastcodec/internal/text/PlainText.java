// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Text that a terminal shows as it is. Names of files and columns may hold any character: a newline that makes a line of a
 * report, a sequence that a terminal obeys, a mark that turns the rest of the line around.
 */
public final class PlainText {

    private PlainText() {}

    /** Returns a text with such characters written as {@code \n}, <code>&#92;u001b</code>, or <code>&#92;u202e</code>. */
    public static String of(String text) {
        return escaped(text, character -> named(character, units(character)));
    }

    /** Returns how many there are of something, as in {@code 1 file} and {@code 1,024 files}. */
    public static String count(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private static String units(int character) {
        StringBuilder units = new StringBuilder();
        for (char unit : Character.toChars(character)) {
            units.append(String.format("\\u%04x", (int) unit));
        }
        return units.toString();
    }

    /** Returns a JSON document that means the same, and whose strings hold such characters as JSON's own escapes. */
    public static String ofJson(String document) {
        return escaped(
                document,
                character -> character == '\n' || character == '\r' || character == '\t' // between strings
                        ? Character.toString(character)
                        : units(character));
    }

    /** Returns a text as one word of bash or zsh, in quotes where it needs them. */
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

    private static String named(int character, String otherwise) {
        return switch (character) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> otherwise;
        };
    }

    /** Returns whether a character is seen, takes its own place, and does nothing else. */
    private static boolean isPlain(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.FORMAT -> false; // those that set the direction of text, and those of no width
            case Character.SURROGATE -> false; // half of a character
            default -> true;
        };
    }
}
