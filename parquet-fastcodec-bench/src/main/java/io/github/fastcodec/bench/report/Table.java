// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Locale;

/**
 * A table of a report.
 *
 * @param name the name by which a page asks for it: {@link Pages}
 * @param labels how many columns say what a row is; the others hold figures
 * @param strays the rows whose null test strays, which have no figures
 */
record Table(
        String name, String caption, int labels, List<String> header, List<List<String>> rows, List<String> strays) {

    /** Returns whether the machine was too busy for more than a quarter of the rows, so that the table is no result. */
    @JsonProperty
    boolean isTooBusy() {
        return 4 * strays.size() > rows.size();
    }

    /** Returns the sentence that replaces a table whose null tests stray. */
    @JsonProperty
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
        return Pages.table(labels, header, rows);
    }
}
