// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.log;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The statistics in a table's log about a column of a file. The least and the largest value are in Iceberg's binary single-value
 * serialization (appendix D of its specification): little-endian numbers, days and microseconds since 1970, strings in UTF-8,
 * decimals as unscaled big-endian two's complement. Immutable; the arrays must not be changed.
 *
 * @param fieldId the id of the column, as in the file's schema; null if the column is known by its path
 * @param path the path in the file's schema, with dots; null if the column is known by its id. For a list or map, which has a path
 *     too, only the number of nulls is used
 * @param values the number of values, nulls included; -1 if unknown
 * @param nulls the number of nulls, without those in deleted rows ({@link TableLogEntry#deletedRows}); -1 if unknown
 * @param nans the number of values that are NaN; -1 if unknown
 * @param least a lower bound of the values; null if unknown
 * @param largest an upper bound of the values; null if unknown
 */
@SuppressWarnings("ArrayRecordComponent") // bounds are compared by identity
public record TableLogColumn(
        @Nullable Integer fieldId,
        @Nullable String path,
        long values,
        long nulls,
        long nans,
        byte @Nullable [] least,
        byte @Nullable [] largest)
        implements Serializable {

    /** Stands for a number that the log does not state. */
    public static final long UNKNOWN = -1;
}
