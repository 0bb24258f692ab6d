// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.regex.Pattern;

/**
 * The writer of a file. Where it is known for a mistake, and readers live with that, the mistake is a quirk and no damage. Which
 * writers are is what {@code src/test/interop/writers} has found. Immutable.
 *
 * @param createdBy the created_by of the footer; empty if there is none
 */
record Writer(String createdBy) {

    /** Arrow's C++ before 12 counts the values of a list as rows, and other things as nulls; and so does parquetjs. */
    private static final Pattern WRONG_PAGE_COUNTS =
            Pattern.compile("parquet-cpp version|parquet-cpp-arrow version (\\d|1[01])\\.|@dsnp/parquetjs");

    /** parquetjs has compressed sizes of V2 pages in it, and Fraugster's parquet-go counts some bytes twice. */
    private static final Pattern WRONG_UNCOMPRESSED_SIZE = Pattern.compile("parquet\\.js|@dsnp/parquetjs|parquet-go$");

    /** Returns the kind of a wrong num_rows or num_nulls in the header of a V2 page. */
    Kind ofPageCounts() {
        return WRONG_PAGE_COUNTS.matcher(createdBy).lookingAt() ? Kind.PAGE_COUNTS : Kind.PAGE;
    }

    /** Returns the kind of a wrong total_uncompressed_size. DuckDB before 0.6 writes 0, and stands for all who do. */
    Kind ofUncompressedSize(long stated) {
        return stated == 0 || WRONG_UNCOMPRESSED_SIZE.matcher(createdBy).lookingAt()
                ? Kind.UNCOMPRESSED_SIZE
                : Kind.COLUMN_CHUNK;
    }
}
