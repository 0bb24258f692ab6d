// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.Place;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A finding in a file. Immutable, serializable and thread-safe.
 *
 * @param kind the kind, which determines the severity
 * @param file the file, as the caller named it
 * @param rowGroup the index of the row group, from 0; null if the finding is not about a single row group
 * @param column the path of the column in the schema, with dots; null if the finding is not about a single column
 * @param page the index of the page in its column chunk, from 0, the dictionary page included; null if the finding is not about a page
 * @param offset the offset of the page's header in the file, in bytes; null if the finding is not about a page
 * @param message a sentence that gives the value that was found and the expected value
 */
public record Finding(
        FindingKind kind,
        String file,
        @Nullable Integer rowGroup,
        @Nullable String column,
        @Nullable Integer page,
        @Nullable Long offset,
        String message)
        implements Serializable {

    /** Returns the finding as one line, with its severity instead of its kind. */
    @Override
    public String toString() {
        String place = new Place(
                        rowGroup == null ? -1 : rowGroup,
                        column,
                        page == null ? -1 : page,
                        offset == null ? -1 : offset)
                .toString();
        String severity =
                kind.severity() == Severity.DAMAGE ? "" : kind.severity().label() + ": ";
        return file + ": " + severity + (place.isEmpty() ? "" : place + ": ") + message;
    }
}
