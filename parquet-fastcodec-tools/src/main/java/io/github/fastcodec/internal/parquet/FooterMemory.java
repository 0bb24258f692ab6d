// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Set;

/**
 * About how much memory a footer takes once it is read. A row group of seven bytes turns into some hundred, so that the length
 * of a footer says little. Scanning the footer keeps nothing, and fails if a row group has another number of columns than the
 * schema.
 */
final class FooterMemory {

    /** What a row group takes without its column chunks, in bytes. */
    private static final int ROW_GROUP = 200;

    /** What a column chunk takes, its regions and its first page included, in bytes. */
    private static final int COLUMN_CHUNK = 1_200;

    /** What an entry of the key-value metadata takes beside its bytes. */
    private static final int KEY_VALUE = 150;

    /** What the order of a column takes, an object in another. */
    private static final int COLUMN_ORDER = 60;

    /** The footer itself, and its texts. */
    private static final int PER_BYTE = 3;

    private FooterMemory() {}

    /**
     * Returns the number of bytes.
     *
     * @param origin where the footer starts in its file, for messages
     * @param notes gets what of the schema is not known and kept
     * @param convertedTypes gets the converted types that are not known and kept
     * @throws FileDefect if the footer is malformed, or a row group has another number of columns than the schema
     */
    static long of(byte[] footer, long origin, Set<String> notes, Set<Integer> convertedTypes) throws FileDefect {
        long memory = (long) PER_BYTE * footer.length;
        int columns = -1;
        CompactScanner scanner = new CompactScanner(footer, 0, footer.length, origin);
        for (CompactScanner.Struct struct = scanner.struct("FileMetaData"); columns < 0 && struct.next(); ) {
            if (struct.id() == 2) { // the schema, which may follow the row groups
                SchemaWalk schema = SchemaWalk.through(scanner, struct, notes, convertedTypes);
                memory += schema.memory();
                columns = schema.leaves();
            } else {
                struct.skip();
            }
        }
        scanner = new CompactScanner(footer, 0, footer.length, origin);
        for (CompactScanner.Struct struct = scanner.struct("FileMetaData"); struct.next(); ) {
            switch (struct.id()) {
                case 4 -> {
                    int groups = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < groups; i++) {
                        int chunks = chunks(scanner);
                        if (columns >= 0 && chunks != columns) {
                            throw new FileDefect(
                                    "row group " + i + " has " + chunks + " columns, the schema has " + columns);
                        }
                        memory += ROW_GROUP + (long) COLUMN_CHUNK * chunks;
                    }
                }
                case 5 -> memory += (long) KEY_VALUE * elements(scanner, struct, "KeyValue");
                case 7 -> {
                    if (struct.is(CompactScanner.LIST)) {
                        memory += (long) COLUMN_ORDER * elements(scanner, struct, "ColumnOrder");
                    } else {
                        struct.skip();
                    }
                }
                case 8, 9 -> {
                    return memory; // a signed footer, which is refused
                }
                default -> struct.skip();
            }
        }
        return memory;
    }

    /** Passes over a row group, and returns the number of its column chunks. */
    private static int chunks(CompactScanner scanner) throws FileDefect {
        int chunks = 0;
        for (CompactScanner.Struct group = scanner.struct("RowGroup"); group.next(); ) {
            if (group.id() == 1) {
                chunks = elements(scanner, group, "ColumnChunk");
            } else {
                group.skip();
            }
        }
        return chunks;
    }

    /** Passes over a list of structures, and returns how many there are. */
    private static int elements(CompactScanner scanner, CompactScanner.Struct list, String name) throws FileDefect {
        int count = list.list(CompactScanner.STRUCT);
        for (int i = 0; i < count; i++) {
            for (CompactScanner.Struct element = scanner.struct(name); element.next(); ) {
                element.skip();
            }
        }
        return count;
    }
}
