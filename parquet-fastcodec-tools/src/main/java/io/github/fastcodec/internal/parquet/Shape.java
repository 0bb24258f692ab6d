// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Set;

/**
 * The structures of Parquet's metadata that hold no file offsets, and their known fields. These structures are kept byte for
 * byte, whatever they contain; unknown fields are noted.
 */
enum Shape {
    KEY_VALUE("KeyValue", 2, CompactScanner.BINARY),
    STATISTICS("Statistics", 9),
    SIZE_STATISTICS("SizeStatistics", 3),
    GEOSPATIAL_STATISTICS("GeospatialStatistics", 2),
    PAGE_ENCODING_STATS("PageEncodingStats", 3, CompactScanner.I32, CompactScanner.I32, CompactScanner.I32),
    SORTING_COLUMN("SortingColumn", 3, CompactScanner.I32, CompactScanner.BOOLEAN_TRUE, CompactScanner.BOOLEAN_TRUE),
    COLUMN_ORDER("ColumnOrder", 2),
    LOGICAL_TYPE("LogicalType", 18),
    SCHEMA_ELEMENT("SchemaElement", 10);

    private final String structName;
    private final int lastField;

    /** The types of the required fields, from field 1 on; the format requires no other field of these structures. */
    private final int[] required;

    Shape(String structName, int lastField, int... required) {
        this.structName = structName;
        this.lastField = lastField;
        this.required = required;
    }

    /**
     * Skips the structure in the current field of {@code outer}, and notes the unknown fields in it. Like Thrift's readers, skips
     * an optional field of the wrong type as a whole.
     */
    void skip(CompactScanner.Struct outer, Set<Note> notes) throws FileDefect {
        if (outer.is(CompactScanner.STRUCT)) {
            skipFields(outer.struct(structName), notes);
        } else {
            outer.skip();
        }
    }

    /** Does the same as {@link #skip} for a list of structures. */
    void skipList(CompactScanner scanner, CompactScanner.Struct outer, Set<Note> notes) throws FileDefect {
        for (int left = outer.optionalList(CompactScanner.STRUCT); left > 0; left--) {
            skipFields(scanner.struct(structName), notes);
        }
    }

    private void skipFields(CompactScanner.Struct struct, Set<Note> notes) throws FileDefect {
        while (struct.next()) {
            skipField(struct, notes);
        }
        requireFields(struct);
    }

    /** Requires that a structure of this shape has its required fields. The end of the structure must have been read. */
    void requireFields(CompactScanner.Struct struct) throws FileDefect {
        struct.requireFields(required.length);
    }

    /** Skips a field of a structure of this shape, and notes it if it is unknown. */
    void skipField(CompactScanner.Struct struct, Set<Note> notes) throws FileDefect {
        if (struct.id() < 1 || struct.id() > lastField) {
            notes.add(new Note(
                    Note.Kind.UNKNOWN_FIELD, structName + " has the unknown field " + struct.id() + ", which is kept"));
        }
        if (struct.id() >= 1 && struct.id() <= required.length) {
            struct.require(required[struct.id() - 1]);
        }
        struct.skip();
    }
}
