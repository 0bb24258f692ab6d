// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.util.Locale;

/** The kind of a finding. The {@linkplain #label label} of a kind does not change between versions. */
public enum FindingKind {
    /** The file cannot be opened or read, or is not a Parquet file. */
    FILE(Severity.DAMAGE),
    /** Something was not checked, for lack of memory or of a codec's library. */
    NOT_CHECKED(Severity.DAMAGE),
    /** The footer is malformed or contradicts itself, or parts of the file overlap. */
    FOOTER(Severity.DAMAGE),
    /** The schema, an annotation in it, or {@code ARROW:schema} is invalid. */
    SCHEMA(Severity.DAMAGE),
    /** The footer's description of a column chunk contradicts its pages. */
    COLUMN_CHUNK(Severity.DAMAGE),
    /** A page has a malformed header, a wrong checksum or malformed levels, or does not decompress. */
    PAGE(Severity.DAMAGE),
    /** A V2 page is compressed, but its header says that it is not. Only Arrow can read the file. */
    IS_COMPRESSED(Severity.DAMAGE),
    /** Columns of one group disagree on where the group is null or repeated: readers return different rows. */
    LEVELS(Severity.DAMAGE),
    /** Values cannot be decoded, or are invalid for their type. */
    VALUES(Severity.DAMAGE),
    /** Statistics of a column chunk or a page are malformed or untrue. */
    STATISTICS(Severity.DAMAGE),
    /** A column index is malformed or untrue. */
    COLUMN_INDEX(Severity.DAMAGE),
    /** An offset index is malformed or untrue. */
    OFFSET_INDEX(Severity.DAMAGE),
    /** A bloom filter is malformed, or lacks a value. */
    BLOOM_FILTER(Severity.DAMAGE),
    /** The rows of a row group are not in the order of the first of its sorting_columns, or one of these does not exist. */
    SORTING_COLUMNS(Severity.DAMAGE),
    /**
     * A table's log is wrong about a file: the file or a delete file is missing, or the file's size, partition or column
     * statistics differ.
     */
    TABLE_LOG(Severity.DAMAGE),

    /** A column chunk has a wrong total_uncompressed_size: many writers do not count headers. No reader needs this size. */
    UNCOMPRESSED_SIZE(Severity.QUIRK),
    /** The header of a V2 page of a list has a wrong num_rows, which is a known mistake of the file's writer. */
    ROW_COUNT(Severity.QUIRK),
    /** The data_page_offset of a column chunk is within its dictionary page. Readers begin with the dictionary page anyway. */
    DATA_PAGE_OFFSET(Severity.QUIRK),
    /** Pages do not name an encoding for absent levels, or have levels in BIT_PACKED. Some readers refuse them. */
    LEVEL_ENCODING(Severity.QUIRK),
    /** The last group of dictionary indexes ends with its last value. Spark's vectorized reader and Trino fail. */
    LAST_GROUP(Severity.QUIRK),
    /** Deltas of INT32 have more than 32 bits, as DuckDB writes them. pyarrow and Trino refuse them. */
    WIDE_DELTAS(Severity.QUIRK),
    /**
     * The schema has a group that some readers refuse or read in another way: one without fields, a map without values, a repeated
     * list or map, or a list of groups of one repeated field.
     */
    RARE_GROUP(Severity.QUIRK),
    /** Values are outside the range of their logical type, such as a time after 24:00. */
    VALUE_RANGE(Severity.QUIRK),
    /** A column of nulls has a mark that old versions of Arrow wrote. */
    NULL_TYPE(Severity.QUIRK),

    /** The file has bytes, fields or an extension that this version does not know; they may contain file offsets. */
    UNKNOWN(Severity.NOTE),
    /** Pages have an encoding that this version does not know; their values are not checked. */
    NEW_ENCODING(Severity.NOTE),
    /** Arrow's schema has a type that this version does not know; Arrow's readers may refuse the file. */
    NEW_TYPE(Severity.NOTE),
    /** Column chunks have no path_in_schema, without which most readers cannot read the file. */
    NO_PATH_IN_SCHEMA(Severity.NOTE);

    private final Severity severity;

    FindingKind(Severity severity) {
        this.severity = severity;
    }

    /** Returns the severity of findings of this kind. */
    public Severity severity() {
        return severity;
    }

    /** Returns the name of this kind in reports, such as {@code column-chunk}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
