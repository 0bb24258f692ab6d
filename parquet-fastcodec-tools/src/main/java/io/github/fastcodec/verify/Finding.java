// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.Place;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Something that was found in a file. Immutable, serializable, and safe for use by many threads.
 *
 * @param kind what it is about, which says how bad it is
 * @param file the file, as the caller named it
 * @param rowGroup the index of the row group, from 0; null if the file as a whole is concerned
 * @param column the path of the column in the schema, with dots; null if no single column is concerned
 * @param page the index of the page in its column chunk, from 0, the dictionary page included; null if no page is concerned
 * @param offset where the page's header starts in the file, in bytes; null if no page is concerned
 * @param message what was expected and what was found, as a sentence
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

    /** Returns all of that but the kind as one line. */
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
