// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Figure;
import io.github.fastcodec.bench.report.Document.Headline;
import io.github.fastcodec.bench.report.Document.Notice;
import io.github.fastcodec.bench.report.Document.Paragraph;
import io.github.fastcodec.bench.report.Document.Part;
import io.github.fastcodec.bench.report.Document.Section;
import io.github.fastcodec.bench.report.Document.Table;
import java.util.List;

/** A report as Markdown; its charts are files beside it. */
final class Markdown {

    private Markdown() {}

    static String of(Document document) {
        StringBuilder text = new StringBuilder("# " + document.title() + "\n\n");
        if (!document.notice().isEmpty()) {
            text.append("**").append(document.notice()).append("**\n\n");
        }
        document.facts()
                .forEach((name, value) -> text.append("- ")
                        .append(name)
                        .append(": ")
                        .append(name.equals("Command") ? "`" + value + "`" : value)
                        .append('\n'));
        text.append('\n');
        if (!document.headlines().isEmpty()) {
            row(text, List.of("", "compress / decompress", "95 % confidence"));
            text.append("| --- | --- | --- |\n");
            for (Headline headline : document.headlines()) {
                row(text, List.of(headline.name(), "**" + headline.figure() + "**", headline.detail()));
            }
            text.append('\n');
        }
        for (Section section : document.sections()) {
            text.append("## ").append(section.title()).append("\n\n");
            section.parts().forEach(part -> part(text, part));
        }
        return text.toString();
    }

    /** Returns a table alone. */
    static String of(Table table) {
        StringBuilder text = new StringBuilder();
        part(text, table);
        return text.toString();
    }

    private static void part(StringBuilder text, Part part) {
        if (part instanceof Paragraph paragraph) {
            text.append(paragraph.text());
        } else if (part instanceof Notice notice) {
            text.append("**").append(notice.text()).append("**");
        } else if (part instanceof Figure figure) {
            text.append("![")
                    .append(figure.caption())
                    .append("](")
                    .append(figure.id())
                    .append(".svg)\n\n")
                    .append(figure.caption());
        } else if (part instanceof Table table) {
            text.append(table.caption()).append(":\n\n");
            row(text, table.header());
            text.append('|');
            for (int i = 0; i < table.header().size(); i++) {
                text.append(i < table.labels() ? " --- |" : " ---: |");
            }
            text.append('\n');
            table.rows().forEach(row -> row(text, row));
            text.setLength(text.length() - 1);
        }
        text.append("\n\n");
    }

    private static void row(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
