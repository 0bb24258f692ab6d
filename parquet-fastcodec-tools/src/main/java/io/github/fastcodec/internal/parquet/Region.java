// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.util.List;
import java.util.Locale;

/**
 * A range of a file, between its leading magic bytes and its footer, to which the footer refers. Immutable.
 *
 * @param kind the kind of content
 * @param start the offset of the first byte
 * @param end the offset after the last byte
 * @param chunk the chunk that the region belongs to
 */
public record Region(Kind kind, long start, long end, ColumnChunk chunk) {

    /** The kinds of content. */
    public enum Kind {
        /** The pages of a column chunk. */
        PAGES,
        /** A bloom filter with its header. */
        BLOOM_FILTER,
        COLUMN_INDEX,
        OFFSET_INDEX;

        /** The page indexes. */
        static final List<Kind> INDEXES = List.of(COLUMN_INDEX, OFFSET_INDEX);

        /** Returns the name of this kind for messages. */
        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Returns the length, in bytes. */
    public long length() {
        return end - start;
    }

    @Override
    public String toString() {
        return kind + " [" + start + ", " + end + ")" + " of " + chunk.at();
    }
}
