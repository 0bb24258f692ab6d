// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.List;
import java.util.Map;

/**
 * A report before it is a page: written once as HTML and once as Markdown.
 *
 * @param title the title
 * @param notice what a reader must know first, or an empty text
 * @param facts what stands in the header, by name
 * @param headlines the results in a sentence each
 * @param sections the rest
 */
record Document(
        String title, String notice, Map<String, String> facts, List<Headline> headlines, List<Section> sections) {

    /** One result as large as it deserves: a figure, what it is, and how sure it is. */
    record Headline(String name, String figure, String detail) {}

    /** A titled part. */
    record Section(String id, String title, List<Part> parts) {}

    /** What sections consist of. */
    sealed interface Part permits Paragraph, Notice, Table, Figure {}

    record Paragraph(String text) implements Part {}

    /** A sentence in the place of a result that there is none of. */
    record Notice(String text) implements Part {}

    /** Columns after the first {@code labels} hold figures. */
    record Table(String caption, int labels, List<String> header, List<List<String>> rows) implements Part {}

    /** A chart, twice: for a page that is wide, and for one that is narrow. */
    record Figure(String id, String caption, String wide, String narrow) implements Part {}
}
