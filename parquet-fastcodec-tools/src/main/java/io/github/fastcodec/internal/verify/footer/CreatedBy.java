// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.verify.FindingKind;
import java.util.regex.Pattern;

/**
 * The created_by of a footer, which names the program that wrote the file. A mistake that the program is known for and that readers
 * tolerate is a quirk, not damage. The known mistakes are those found by {@code src/test/interop/writers.py}. Immutable.
 *
 * @param program the created_by; empty if the footer has none
 */
public record CreatedBy(String program) {

    /** Arrow C++ before 12 and parquetjs count the values of lists as rows. */
    private static final Pattern COUNTS_VALUES =
            Pattern.compile("parquet-cpp version|parquet-cpp-arrow version (\\d|1[01])\\.|@dsnp/parquetjs");

    /** parquet-java before 1.11 ends pages of lists in the middle of a row. */
    private static final Pattern SPLITS_ROWS = Pattern.compile("parquet-mr version 1\\.(\\d|10)\\.");

    /** Returns the kind of finding for a wrong num_rows in the header of a V2 page. */
    public FindingKind kindOfRowCount(boolean hasLists, PageHeader header) {
        boolean countsValues = header.rowCount() == header.valueCount()
                && COUNTS_VALUES.matcher(program).lookingAt();
        boolean isTolerated = hasLists
                ? countsValues || SPLITS_ROWS.matcher(program).lookingAt()
                : header.rowCount() == 0; // without lists, readers take the number of values
        return isTolerated ? FindingKind.ROW_COUNT : FindingKind.PAGE;
    }
}
