// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a file of which a value is lost: what to fetch from a copy, or to write again. Immutable, serializable, and safe for use by
 * many threads.
 *
 * @param file the file, as the caller named it
 * @param rowGroup the index of the row group, from 0; null if the file as a whole is lost
 * @param column the path of the column in the schema, with dots; null if all columns are concerned
 * @param firstRow the index of the first row in the file, from 0
 * @param rows how many rows there are; null if the file does not tell, and all rows are lost
 */
public record LostRows(
        String file,
        @Nullable Integer rowGroup,
        @Nullable String column,
        long firstRow,
        @Nullable Long rows) implements Serializable {}
