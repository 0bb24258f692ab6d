// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;

/**
 * A table of a report.
 *
 * @param name the name of the table's place in a page, see {@link Pages}
 * @param labels the number of columns, from the left, that contain labels; the other columns contain figures
 * @param strays the rows whose null test strays; these rows have no figures
 */
record ReportTable(
        String name, String caption, int labels, List<String> header, List<List<String>> rows, List<String> strays) {

    /** Returns whether the null tests of more than a quarter of the rows stray. If so, the table is not shown. */
    @JsonProperty
    boolean isTooBusy() {
        return 4 * strays.size() > rows.size();
    }

    /** Returns the text that replaces a table if the machine was too busy. */
    @JsonProperty
    String complaint() {
        return String.format(
                Locale.ROOT,
                "The machine was too busy for this table: %s. The null test strays in %d of %d rows (%s). Measure again on"
                        + " an idle machine.",
                caption,
                strays.size(),
                rows.size(),
                String.join("; ", strays));
    }

    String markdown() {
        return Pages.table(labels, header, rows);
    }
}
