// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A summary of a footer, made before its row groups are read. It is needed because the footer's length is a poor measure of the
 * memory that the footer takes: a row group of 7 bytes in the file takes about 200 bytes in memory. The scan keeps nothing but
 * this summary, and fails if a row group and the schema differ in their number of columns.
 *
 * @param memory the approximate memory of the footer once it is read, in bytes
 * @param createdBy the name of the writer; empty if the footer does not give it
 * @param notes the unknown parts of the schema, which are kept
 * @param newConvertedTypes the unknown converted types, which are kept
 */
record FooterOutline(long memory, String createdBy, Set<Note> notes, Set<Integer> newConvertedTypes) {

    /** The memory of a row group without its column chunks, in bytes. */
    private static final int ROW_GROUP = 200;

    /** The memory of a column chunk, including its regions and its first page, in bytes. */
    private static final int COLUMN_CHUNK = 1_200;

    /** The memory of an entry of the key-value metadata in addition to its text, in bytes. */
    private static final int KEY_VALUE = 150;

    /** The memory of a column order, which is one object inside another, in bytes. */
    private static final int COLUMN_ORDER = 60;

    /** The memory for each byte of the footer, in bytes; it covers the byte itself and strings made from it. */
    private static final int PER_BYTE = 3;

    /**
     * Scans a footer.
     *
     * @param origin the offset of the footer in the file, for messages
     * @throws FileDefect if the footer is malformed, or a row group and the schema differ in their number of columns
     */
    static FooterOutline of(byte[] footer, long origin) throws FileDefect {
        long memory = (long) PER_BYTE * footer.length;
        String createdBy = "";
        Set<Note> notes = new LinkedHashSet<>();
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
                                    "row group " + i + " has " + chunks + " columns, but the schema has " + columns);
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
                case 8, 9 -> throw new FileDefect("signed footers are not supported");
                default -> struct.skip();
            }
        }
        return new FooterOutline(memory, createdBy, notes, convertedTypes);
    }

    /** Skips a row group, and returns the number of its column chunks. */
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

    /** Skips the structures of a list, and returns their number. */
    private static int skipped(CompactScanner scanner, int count, String name) throws FileDefect {
        for (int i = 0; i < count; i++) {
            for (CompactScanner.Struct element = scanner.struct(name); element.next(); ) {
                element.skip();
            }
        }
        return count;
    }
}
