// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.util.Map;
import java.util.Set;

/**
 * The structures of Parquet's metadata that hold no places in the file, and their known fields. They are kept byte by byte,
 * whatever they hold; what is not known is noted.
 */
enum Shape {
    KEY_VALUE("KeyValue", 2),
    STATISTICS("Statistics", 9),
    SIZE_STATISTICS("SizeStatistics", 3),
    GEOSPATIAL_STATISTICS("GeospatialStatistics", 2),
    PAGE_ENCODING_STATS("PageEncodingStats", 3),
    SORTING_COLUMN("SortingColumn", 3),
    COLUMN_ORDER("ColumnOrder", 2),
    LOGICAL_TYPE("LogicalType", 18),
    SCHEMA_ELEMENT("SchemaElement", 10, Map.of(10, LOGICAL_TYPE));

    private final String structName;
    private final int lastField;
    private final Map<Integer, Shape> inner;

    Shape(String structName, int lastField) {
        this(structName, lastField, Map.of());
    }

    Shape(String structName, int lastField, Map<Integer, Shape> inner) {
        this.structName = structName;
        this.lastField = lastField;
        this.inner = inner;
    }

    /** Passes over the field at which {@code outer} stands, a structure or a list of them, and notes what is not known. */
    void skip(CompactScanner scanner, CompactScanner.Struct outer, Set<String> notes) throws FileDefect {
        if (outer.is(CompactScanner.LIST)) {
            int count = outer.list(CompactScanner.STRUCT);
            for (int i = 0; i < count; i++) {
                skipFields(scanner, scanner.struct(structName), notes);
            }
        } else {
            skipFields(scanner, outer.struct(structName), notes);
        }
    }

    private void skipFields(CompactScanner scanner, CompactScanner.Struct struct, Set<String> notes) throws FileDefect {
        while (struct.next()) {
            skipField(scanner, struct, notes);
        }
    }

    /** Passes over a field of a structure of this shape, and notes it if it is not known. */
    void skipField(CompactScanner scanner, CompactScanner.Struct struct, Set<String> notes) throws FileDefect {
        Shape shape = inner.get(struct.id());
        if (shape != null && struct.is(CompactScanner.STRUCT)) {
            shape.skip(scanner, struct, notes);
            return;
        }
        if (struct.id() < 1 || struct.id() > lastField) {
            notes.add(structName + " has the unknown field " + struct.id() + ", which is kept");
        }
        struct.skip();
    }
}
