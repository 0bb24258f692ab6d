// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a table's log says of the values of a column in a file. Least and largest value have the form that appendix D of Iceberg's
 * specification calls the binary single-value serialization: numbers with the least significant byte first, days and microseconds
 * since 1970, texts as UTF-8, decimals as unscaled two's complement with the most significant byte first. Immutable; the arrays are
 * not to be changed.
 *
 * @param fieldId the id of the column, which the file's schema has too; null if the column is known by its path
 * @param path the path in the file's schema, with dots; null if the column is known by its id. A list or a map has a path too, and
 *     of what is said of it the number of nulls counts
 * @param values the number of values, nulls included; -1 if it is unsaid
 * @param nulls the number of nulls, without those in deleted rows ({@link TableLogEntry#deletedRows}); -1 if it is unsaid
 * @param nans the number of values that are NaN; -1 if it is unsaid
 * @param least no value is less; null if it is unsaid
 * @param largest no value is larger; null if it is unsaid
 */
@SuppressWarnings("ArrayRecordComponent") // bounds are equal to themselves alone
public record TableLogColumn(
        @Nullable Integer fieldId,
        @Nullable String path,
        long values,
        long nulls,
        long nans,
        byte @Nullable [] least,
        byte @Nullable [] largest)
        implements Serializable {

    /** What is unsaid of numbers. */
    public static final long UNSAID = -1;
}
