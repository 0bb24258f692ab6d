// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.PageHeader;
import java.util.regex.Pattern;

/**
 * The writer of a file. Where it is known for a mistake, and readers live with that, the mistake is a quirk and no damage. Which
 * writers are is what {@code src/test/interop/writers.py} has found. Immutable.
 *
 * @param createdBy the created_by of the footer; empty if there is none
 */
record Writer(String createdBy) {

    /** Arrow's C++ before 12 and parquetjs take the values of a list for rows. */
    private static final Pattern COUNTS_VALUES =
            Pattern.compile("parquet-cpp version|parquet-cpp-arrow version (\\d|1[01])\\.|@dsnp/parquetjs");

    /** parquet-java before 1.11 ends a page of a list in the middle of a row. */
    private static final Pattern SPLITS_ROWS = Pattern.compile("parquet-mr version 1\\.(\\d|10)\\.");

    /** Returns the kind of a wrong num_rows in the header of a V2 page, in a column with or without lists. */
    Kind ofRowCount(boolean hasLists, PageHeader header) {
        boolean countsValues = header.rowCount() == header.valueCount()
                && COUNTS_VALUES.matcher(createdBy).lookingAt();
        return hasLists && (countsValues || SPLITS_ROWS.matcher(createdBy).lookingAt()) ? Kind.ROW_COUNT : Kind.PAGE;
    }
}
