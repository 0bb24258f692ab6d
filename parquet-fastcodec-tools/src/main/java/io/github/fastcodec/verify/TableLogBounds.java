// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a table's log says of the values of a column in a file. Both values have the form that appendix D of Iceberg's specification
 * calls the binary single-value serialization: numbers with the least significant byte first, days and microseconds since 1970,
 * texts as UTF-8, decimals as unscaled two's complement with the most significant byte first. Immutable; the arrays are not to be
 * changed.
 *
 * @param fieldId the id of the column, which the file's schema has too; null if the column is known by its path
 * @param path the path in the file's schema, with dots; null if the column is known by its id
 * @param least no value is less
 * @param largest no value is larger
 */
@SuppressWarnings("ArrayRecordComponent") // bounds are equal to themselves alone
public record TableLogBounds(
        @Nullable Integer fieldId, @Nullable String path, byte[] least, byte[] largest) implements Serializable {}
