// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Figure;
import io.github.fastcodec.bench.report.Document.Headline;
import io.github.fastcodec.bench.report.Document.Notice;
import io.github.fastcodec.bench.report.Document.Paragraph;
import io.github.fastcodec.bench.report.Document.Part;
import io.github.fastcodec.bench.report.Document.Section;
import io.github.fastcodec.bench.report.Document.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A report as one page that needs nothing else: no script, no font, no file, no network. */
final class Html {

    private Html() {}

    static String of(Document document) throws IOException {
        StringBuilder page = new StringBuilder("""
                                               <!DOCTYPE html>
                                               <html lang="en">
                                               <head>
                                               <meta charset="utf-8">
                                               <meta name="viewport" content="width=device-width, initial-scale=1">
                                               <meta name="color-scheme" content="light dark">
                                               """);
        element(page, "title", document.title());
        page.append("<style>\n").append(style()).append("</style>\n</head>\n<body>\n<header>\n");
        element(page, "h1", document.title());
        if (!document.notice().isEmpty()) {
            notice(page, document.notice());
        }
        if (!document.headlines().isEmpty()) {
            page.append(
                    "<p class=\"lead\">Times as fast as parquet-java, compress / decompress: geometric means over pages, with"
                            + " 95&nbsp;% confidence intervals.</p>\n<div class=\"headlines\">\n");
            for (Headline headline : document.headlines()) {
                page.append("<div>");
                element(page, "h2", headline.name());
                page.append("<p class=\"figure\">")
                        .append(Text.escape(headline.figure()))
                        .append("</p><p>")
                        .append(Text.escape(headline.detail()))
                        .append("</p></div>\n");
            }
            page.append("</div>\n");
        }
        page.append("<dl>\n");
        document.facts().forEach((name, value) -> {
            page.append("<div>");
            element(page, "dt", name);
            page.append(name.equals("Command") ? "<dd><code>" : "<dd>")
                    .append(Text.escape(value))
                    .append(name.equals("Command") ? "</code></dd>" : "</dd>")
                    .append("</div>\n");
        });
        page.append("</dl>\n<nav>");
        for (Section section : document.sections()) {
            page.append("<a href=\"#")
                    .append(section.id())
                    .append("\">")
                    .append(Text.escape(section.title()))
                    .append("</a> ");
        }
        page.append("</nav>\n</header>\n<main>\n");
        for (Section section : document.sections()) {
            page.append("<section id=\"").append(section.id()).append("\">\n");
            element(page, "h2", section.title());
            section.parts().forEach(part -> part(page, part));
            page.append("</section>\n");
        }
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    private static void part(StringBuilder page, Part part) {
        if (part instanceof Paragraph paragraph) {
            element(page, "p", paragraph.text());
        } else if (part instanceof Notice notice) {
            notice(page, notice.text());
        } else if (part instanceof Figure figure) {
            page.append("<figure>\n<div class=\"wide\">")
                    .append(figure.wide())
                    .append("</div>\n<div class=\"narrow\">")
                    .append(figure.narrow())
                    .append("</div>\n");
            element(page, "figcaption", figure.caption());
            page.append("</figure>\n");
        } else if (part instanceof Table table) {
            page.append("<div class=\"scroll\"><table>\n");
            element(page, "caption", table.caption());
            page.append("<thead><tr>");
            for (int i = 0; i < table.header().size(); i++) {
                page.append(i < table.labels() ? "<th class=\"label\">" : "<th>")
                        .append(Text.escape(table.header().get(i)))
                        .append("</th>");
            }
            page.append("</tr></thead>\n<tbody>\n");
            for (var row : table.rows()) {
                page.append("<tr>");
                for (int i = 0; i < row.size(); i++) {
                    page.append(i < table.labels() ? "<th scope=\"row\">" : "<td>")
                            .append(cell(row.get(i)))
                            .append(i < table.labels() ? "</th>" : "</td>");
                }
                page.append("</tr>\n");
            }
            page.append("</tbody></table></div>\n");
        }
    }

    private static void notice(StringBuilder page, String text) {
        page.append("<p class=\"notice\">").append(Text.escape(text)).append("</p>\n");
    }

    /** An interval is smaller than what it is the interval of. */
    private static String cell(String text) {
        String escaped = Text.escape(text);
        int interval = escaped.indexOf("x (");
        return interval < 0
                ? escaped
                : "<b>" + escaped.substring(0, interval + 1) + "</b> <small>"
                        + escaped.substring(interval + 3, escaped.length() - 1) + "</small>";
    }

    private static void element(StringBuilder page, String name, String text) {
        page.append('<')
                .append(name)
                .append('>')
                .append(Text.escape(text))
                .append("</")
                .append(name)
                .append(">\n");
    }

    private static String style() throws IOException {
        try (InputStream css = Html.class.getResourceAsStream("report.css")) {
            return new String(css.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
