// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Rows with lost values in a file. Restore the rows from a copy, or write them again. Immutable, serializable and thread-safe.
 *
 * @param file the file, as the caller named it
 * @param rowGroup the index of the row group, from 0; null if the whole file is lost
 * @param column the path of the column in the schema, with dots; null if all columns are lost
 * @param firstRow the index in the file of the first of these rows, from 0
 * @param rows the number of lost rows; null if the whole file is lost
 */
public record LostRows(
        String file,
        @Nullable Integer rowGroup,
        @Nullable String column,
        long firstRow,
        @Nullable Long rows) implements Serializable {}
