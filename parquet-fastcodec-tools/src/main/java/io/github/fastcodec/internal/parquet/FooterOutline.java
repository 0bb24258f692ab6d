// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of a footer before its row groups are read. A row group of seven bytes turns into some hundred, so that the length
 * of a footer says little. Scanning it keeps nothing, and fails if a row group has another number of columns than the schema.
 *
 * @param memory about how much memory the footer takes once it is read, in bytes
 * @param createdBy empty if the footer does not say
 * @param notes what of the schema is not known and kept
 * @param newConvertedTypes the converted types that are not known and kept
 */
record FooterOutline(long memory, String createdBy, Set<String> notes, Set<Integer> newConvertedTypes) {

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

    /**
     * Scans a footer.
     *
     * @param origin where it starts in its file, for messages
     * @throws FileDefect if it is malformed, or a row group has another number of columns than the schema
     */
    static FooterOutline of(byte[] footer, long origin) throws FileDefect {
        long memory = (long) PER_BYTE * footer.length;
        String createdBy = "";
        Set<String> notes = new LinkedHashSet<>();
        Set<Integer> convertedTypes = new TreeSet<>();
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
                case 5 ->
                    memory +=
                            (long) KEY_VALUE * skipped(scanner, struct.optionalList(CompactScanner.STRUCT), "KeyValue");
                case 6 -> createdBy = struct.optionalString();
                case 7 -> {
                    int count = struct.optionalList(CompactScanner.STRUCT);
                    memory += (long) COLUMN_ORDER * skipped(scanner, count, "ColumnOrder");
                }
                case 8, 9 -> throw new FileDefect("its footer is signed, and this project has no keys");
                default -> struct.skip();
            }
        }
        return new FooterOutline(memory, createdBy, notes, convertedTypes);
    }

    /** Passes over a row group, and returns the number of its column chunks. */
    private static int chunks(CompactScanner scanner) throws FileDefect {
        int chunks = 0;
        for (CompactScanner.Struct group = scanner.struct("RowGroup"); group.next(); ) {
            if (group.id() == 1) {
                chunks = skipped(scanner, group.list(CompactScanner.STRUCT), "ColumnChunk");
            } else {
                group.skip();
            }
        }
        return chunks;
    }

    /** Passes over the structures of a list, and returns how many there are. */
    private static int skipped(CompactScanner scanner, int count, String name) throws FileDefect {
        for (int i = 0; i < count; i++) {
            for (CompactScanner.Struct element = scanner.struct(name); element.next(); ) {
                element.skip();
            }
        }
        return count;
    }
}
