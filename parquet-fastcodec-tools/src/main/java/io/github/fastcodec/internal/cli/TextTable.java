// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import io.github.fastcodec.internal.text.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of text, at most {@value Console#WIDTH} characters wide. If the content needs more space, the widest text columns are
 * narrowed, and their cells are shortened by an ellipsis in the middle. Not thread-safe.
 */
final class TextTable {

    private static final int SEPARATOR = 2;
    private static final int NARROWEST = 12;

    private final List<Column> columns = new ArrayList<>();
    private final List<String> headers = new ArrayList<>();
    private final List<Boolean> texts = new ArrayList<>();
    private final List<String[]> rows = new ArrayList<>();

    /** Adds a column of text. */
    TextTable text(String header) {
        return column(header, HorizontalAlign.LEFT);
    }

    /** Adds a column of numbers, with their units. */
    TextTable number(String header) {
        return column(header, HorizontalAlign.RIGHT);
    }

    private TextTable column(String header, HorizontalAlign align) {
        columns.add(new Column().header(header).headerAlign(align).dataAlign(align));
        headers.add(header);
        texts.add(align == HorizontalAlign.LEFT);
        return this;
    }

    TextTable row(Object... cells) {
        rows.add(Arrays.stream(cells).map(String::valueOf).map(PlainText::of).toArray(String[]::new));
        return this;
    }

    /** Returns the lines of the table, each ending in a line separator. */
    String render() {
        int[] widths = new int[columns.size()];
        int total = SEPARATOR * (widths.length - 1);
        for (int i = 0; i < widths.length; i++) {
            widths[i] = headers.get(i).length();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
            total += widths[i];
        }
        while (total > Console.WIDTH) {
            int widest = widestText(widths);
            if (widest < 0) {
                break;
            }
            widths[widest]--;
            total--;
        }
        List<Column> sized = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            // both widths include the padding, one character on each side
            sized.add(columns.get(i)
                    .minWidth(widths[i] + SEPARATOR)
                    .maxWidth(widths[i] + SEPARATOR, OverflowBehaviour.ELLIPSIS_CENTER));
        }
        String table = AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .lineSeparator("\n")
                .data(sized.toArray(new Column[0]), rows.toArray(new String[0][]))
                .asString();
        return table.lines()
                .map(line -> (line.startsWith(" ") ? line.substring(1) : line).stripTrailing())
                .collect(Collectors.joining(System.lineSeparator(), "", System.lineSeparator()));
    }

    private int widestText(int[] widths) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            if (texts.get(i) && widths[i] > NARROWEST && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }
}
