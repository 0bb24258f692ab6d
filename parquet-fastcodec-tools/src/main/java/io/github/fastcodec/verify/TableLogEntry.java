// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.io.Serializable;
import java.util.List;

/**
 * What a table's log says of a file. Immutable, serializable, and safe for use by many threads.
 *
 * @param length in bytes
 * @param rows the number of rows, those included that deletes of the table remove; -1 if it is not said
 * @param bounds the bounds of columns, as far as they are said; immutable
 */
public record TableLogEntry(long length, long rows, List<TableLogBounds> bounds) implements Serializable {

    public TableLogEntry {
        bounds = List.copyOf(bounds);
    }
}
