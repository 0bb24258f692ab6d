// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.verify.FindingKind;
import java.util.regex.Pattern;

/**
 * The created_by of a footer: the program that wrote the file. Where it is known for a mistake, and readers live with that, the
 * mistake is a quirk and not damage. Which programs are known is what {@code src/test/interop/writers.py} has found. Immutable.
 *
 * @param program empty if the footer does not name it
 */
record CreatedBy(String program) {

    /** Arrow's C++ before 12 and parquetjs take the values of a list for rows. */
    private static final Pattern COUNTS_VALUES =
            Pattern.compile("parquet-cpp version|parquet-cpp-arrow version (\\d|1[01])\\.|@dsnp/parquetjs");

    /** parquet-java before 1.11 ends a page of a list in the middle of a row. */
    private static final Pattern SPLITS_ROWS = Pattern.compile("parquet-mr version 1\\.(\\d|10)\\.");

    /** Returns the kind of a wrong num_rows in the header of a V2 page, in a column with or without lists. */
    FindingKind ofRowCount(boolean hasLists, PageHeader header) {
        boolean countsValues = header.rowCount() == header.valueCount()
                && COUNTS_VALUES.matcher(program).lookingAt();
        return hasLists && (countsValues || SPLITS_ROWS.matcher(program).lookingAt())
                ? FindingKind.ROW_COUNT
                : FindingKind.PAGE;
    }
}
