// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Locale;

/** What a finding is about. The {@linkplain #label label} of a kind does not change from one version to the next. */
public enum FindingKind {
    /** The file cannot be opened or read, or is no Parquet file. */
    FILE(Severity.DAMAGE),
    /** Something was not checked: for lack of memory or of a codec's library. */
    NOT_CHECKED(Severity.DAMAGE),
    /** The footer is malformed or contradicts itself, or parts of the file overlap. */
    FOOTER(Severity.DAMAGE),
    /** The schema cannot be understood as it is annotated. */
    SCHEMA(Severity.DAMAGE),
    /** What the footer says of a column chunk is not true of its pages. */
    COLUMN_CHUNK(Severity.DAMAGE),
    /** A page has a malformed header, a wrong checksum, does not decompress, or has malformed levels. */
    PAGE(Severity.DAMAGE),
    /** A V2 page is compressed, and its header says that it is not. Only Arrow reads such files. */
    IS_COMPRESSED(Severity.DAMAGE),
    /** Pages have no encoding for levels that are not there. parquet-java does not read them, and other readers do. */
    LEVEL_ENCODING(Severity.DAMAGE),
    /** Columns of one group contradict each other on where it is null or repeated: readers return different rows. */
    LEVELS(Severity.DAMAGE),
    /** Values cannot be decoded, or are not of their type. */
    VALUES(Severity.DAMAGE),
    /** Statistics of a column chunk or a page are malformed or untrue. */
    STATISTICS(Severity.DAMAGE),
    /** A column index is malformed or untrue. */
    COLUMN_INDEX(Severity.DAMAGE),
    /** An offset index is malformed or untrue. */
    OFFSET_INDEX(Severity.DAMAGE),
    /** A bloom filter is malformed, or lacks a value. */
    BLOOM_FILTER(Severity.DAMAGE),
    /** The rows of a row group are not in the order of its sorting_columns. */
    SORTING_COLUMNS(Severity.DAMAGE),
    /** What a table's log says of a file is not true: that it or its deletes are there, its size, its partition, or its columns. */
    TABLE_LOG(Severity.DAMAGE),

    /** A column chunk has a wrong total_uncompressed_size, which no reader needs: many writers leave headers out of it. */
    UNCOMPRESSED_SIZE(Severity.QUIRK),
    /** The header of a V2 page of a list has a wrong num_rows, by a writer that is known for it. */
    ROW_COUNT(Severity.QUIRK),
    /** A column chunk has a data_page_offset within its dictionary page, with which readers begin. */
    DATA_PAGE_OFFSET(Severity.QUIRK),
    /** Values are beyond the range of their logical type, such as a time beyond a day. */
    VALUE_RANGE(Severity.QUIRK),
    /** A column of nulls is marked as old versions of Arrow did it. */
    NULL_TYPE(Severity.QUIRK),

    /** Bytes, fields or an extension that this version does not know. They may hold places in the file. */
    UNKNOWN(Severity.NOTE),
    /** An encoding that this version does not know; the values of its pages are not checked. */
    NEW_ENCODING(Severity.NOTE),
    /** Arrow's schema has a type that this version does not know; Arrow's readers may refuse the file. */
    NEW_TYPE(Severity.NOTE),
    /** Column chunks have no path_in_schema, without which older readers do not read the file. */
    NO_PATH_IN_SCHEMA(Severity.NOTE);

    private final Severity severity;

    FindingKind(Severity severity) {
        this.severity = severity;
    }

    /** Returns how bad findings of this kind are. */
    public Severity severity() {
        return severity;
    }

    /** Returns the name of this kind in reports, such as {@code column-chunk}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
