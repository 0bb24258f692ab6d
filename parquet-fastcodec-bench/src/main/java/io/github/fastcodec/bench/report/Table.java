// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of a report, as Markdown and as HTML.
 *
 * @param name the name by which a page asks for it: {@link Publication}
 * @param labels how many columns say what a row is; the others hold figures
 * @param strays the rows whose null test strays, which have no figures
 */
record Table(
        String name, String caption, int labels, List<String> header, List<List<String>> rows, List<String> strays) {

    /** Returns whether the machine was too busy for more than a quarter of the rows, so that the table is no result. */
    boolean isTooBusy() {
        return 4 * strays.size() > rows.size();
    }

    /** Returns the sentence that replaces a table whose null tests stray. */
    String complaint() {
        return String.format(
                Locale.ROOT,
                "The machine was too busy for this table: %s. The null test strays in %d of %d rows (%s). Measure again on a"
                        + " machine that does less.",
                caption,
                strays.size(),
                rows.size(),
                String.join("; ", strays));
    }

    String markdown() {
        String rule = IntStream.range(0, header.size())
                .mapToObj(column -> column < labels ? "---" : "---:")
                .collect(Collectors.joining(" | ", "| ", " |\n"));
        return line(header) + rule + rows.stream().map(Table::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    String html() {
        return """
               <div class="scroll"><table><caption>%s</caption>
               <thead>%s</thead>
               <tbody>%s</tbody></table></div>
               """.formatted(
                        escape(caption),
                        html(header, true),
                        rows.stream().map(row -> html(row, false)).collect(Collectors.joining("\n")));
    }

    private String html(List<String> cells, boolean head) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> {
                    String tag = head || column < labels ? "th" : "td";
                    return "<%s%s>%s</%s>"
                            .formatted(tag, column < labels ? " class=\"label\"" : "", escape(cells.get(column)), tag);
                })
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    /** Returns the text with what markup would take for its own written as references. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
