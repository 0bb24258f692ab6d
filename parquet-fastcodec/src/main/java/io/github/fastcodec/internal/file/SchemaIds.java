// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The ids that a schema gives its columns, by which tables know them whatever their names are. For one thread. */
final class SchemaIds {

    private final List<Element> elements = new ArrayList<>();
    private final SortedMap<String, Integer> ids = new TreeMap<>();
    private int next;

    /** A SchemaElement, as far as it matters here. */
    private static final class Element {
        private String name = "";
        private long children;
        private Integer id;
    }

    private SchemaIds() {}

    /** Reads the field at which {@code outer} stands, FileMetaData.schema, and returns the ids of columns that have one. */
    static SortedMap<String, Integer> read(CompactScanner scanner, CompactScanner.Struct outer) throws FileDefect {
        SchemaIds schema = new SchemaIds();
        int count = outer.list(CompactScanner.STRUCT);
        for (int i = 0; i < count; i++) {
            schema.elements.add(element(scanner.struct("SchemaElement")));
        }
        if (count > 0) {
            schema.walk("", 0);
        }
        return schema.ids;
    }

    private static Element element(CompactScanner.Struct struct) throws FileDefect {
        Element element = new Element();
        while (struct.next()) {
            switch (struct.id()) {
                case 4:
                    element.name = struct.string();
                    break;
                case 5:
                    element.children = struct.i32().value();
                    break;
                case 9:
                    element.id = (int) struct.i32().value();
                    break;
                default:
                    struct.skip();
            }
        }
        return element;
    }

    private void walk(String prefix, int depth) throws FileDefect {
        Element parent = elements.get(next++);
        String path = depth == 0 ? "" : prefix + parent.name;
        if (parent.children <= 0) {
            if (parent.id != null) {
                ids.put(path, parent.id);
            }
            return;
        }
        if (depth == CompactScanner.MAX_DEPTH) {
            throw new FileDefect("its schema is nested deeper than " + CompactScanner.MAX_DEPTH + " levels");
        }
        for (long child = 0; child < parent.children; child++) {
            if (next == elements.size()) {
                throw new FileDefect("its schema has " + elements.size() + " elements, fewer than it says");
            }
            walk(depth == 0 ? "" : path + ".", depth + 1);
        }
    }
}
