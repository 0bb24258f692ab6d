// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.Place;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Something that was found in a file. Immutable and safe for use by many threads.
 *
 * @param kind what it is about, which says how bad it is
 * @param file the file, as the caller named it
 * @param rowGroup the index of the row group, from 0; empty if the file as a whole is concerned
 * @param column the path of the column in the schema, with dots; empty if no single column is concerned
 * @param page the index of the page in its column chunk, from 0, the dictionary page included; empty if no page is concerned
 * @param offset where the page's header starts in the file, in bytes; empty if no page is concerned
 * @param message what was expected and what was found, as a sentence
 */
public record Finding(
        Kind kind,
        String file,
        OptionalInt rowGroup,
        Optional<String> column,
        OptionalInt page,
        OptionalLong offset,
        String message) {

    static Finding of(Kind kind, String file, Place place, String message) {
        return new Finding(
                kind,
                file,
                place.rowGroup() < 0 ? OptionalInt.empty() : OptionalInt.of(place.rowGroup()),
                Optional.ofNullable(place.column()),
                place.page() < 0 ? OptionalInt.empty() : OptionalInt.of(place.page()),
                place.offset() < 0 ? OptionalLong.empty() : OptionalLong.of(place.offset()),
                message);
    }

    /** Returns all of that but the kind as one line. */
    @Override
    public String toString() {
        String place =
                new Place(rowGroup.orElse(-1), column.orElse(null), page.orElse(-1), offset.orElse(-1)).toString();
        String severity =
                kind.severity() == Severity.DAMAGE ? "" : kind.severity().label() + ": ";
        return file + ": " + severity + (place.isEmpty() ? "" : place + ": ") + message;
    }
}
