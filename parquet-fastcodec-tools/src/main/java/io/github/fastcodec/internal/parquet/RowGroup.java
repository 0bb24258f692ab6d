// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A row group: its column chunks in the order of the footer. */
public final class RowGroup {

    private final List<ColumnChunk> chunks = new ArrayList<>();
    private ThriftNumber totalByteSize;
    private ThriftNumber rowCount;
    private ThriftNumber fileOffset;
    private ThriftNumber totalCompressedSize;

    private RowGroup() {}

    static RowGroup read(CompactScanner scanner, int index, Set<String> notes, Defects defects) throws FileDefect {
        RowGroup group = new RowGroup();
        CompactScanner.Struct struct = scanner.struct("RowGroup");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> {
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        group.chunks.add(ColumnChunk.read(scanner, index, i, notes, defects));
                    }
                }
                case 2 -> group.totalByteSize = struct.i64();
                case 3 -> group.rowCount = struct.i64();
                case 7 -> struct.skip();
                case 4 -> Shape.SORTING_COLUMN.skipList(scanner, struct, notes);
                case 5 -> group.fileOffset = struct.i64();
                case 6 -> group.totalCompressedSize = struct.i64();
                default -> {
                    defects.strange(Place.rowGroup(index), struct.unknown());
                    struct.skip();
                }
            }
        }
        for (int required = 1; required <= 3; required++) {
            struct.requireField(required);
        }
        return group;
    }

    /** Returns the number of rows, as the footer has it. */
    public long rowCount() {
        return rowCount.value();
    }

    /** Returns the column chunks; immutable. */
    public List<ColumnChunk> chunks() {
        return Collections.unmodifiableList(chunks);
    }

    /** Returns the least offset of a page that the footer names, or 0 if it names none. */
    public long start() {
        return chunks.stream()
                .mapToLong(ColumnChunk::start)
                .filter(start -> start > 0)
                .min()
                .orElse(0);
    }

    /** Replaces what a change of the pages changes, in the chunks too. */
    void splice(Splicer splicer, Map<ColumnChunk, ChunkChange> changes) {
        long headerGrowth = 0;
        long length = 0;
        long first = Long.MAX_VALUE;
        for (ColumnChunk chunk : chunks) {
            ChunkChange change = changes.get(chunk);
            chunk.splice(splicer, change);
            headerGrowth += change.headerGrowth();
            length += change.length();
            first = chunk.start() > 0 ? Math.min(first, change.pageOffset(0)) : first;
        }
        if (totalByteSize != null) {
            splicer.replace(totalByteSize, ColumnChunk.grown(totalByteSize.value(), headerGrowth));
        }
        splicer.replace(totalCompressedSize, length);
        splicer.replace(fileOffset, first == Long.MAX_VALUE ? 0 : first);
    }

    /** Returns whether the totals that are there are those of the chunks. */
    boolean hasTrueTotals() {
        long length = chunks.stream().mapToLong(chunk -> chunk.pages().length()).sum();
        return ThriftNumber.valueOf(totalCompressedSize, length) == length
                && ThriftNumber.valueOf(fileOffset, start()) == start();
    }

    /** Returns whether total_byte_size differs from another group's as the headers of their pages do. */
    boolean hasGrownFrom(RowGroup before) {
        long growth = uncompressedLength() - before.uncompressedLength();
        return ThriftNumber.valueOf(totalByteSize, 0)
                == ColumnChunk.grown(ThriftNumber.valueOf(before.totalByteSize, 0), growth);
    }

    private long uncompressedLength() {
        return chunks.stream()
                .mapToLong(chunk -> chunk.pages().uncompressedLength())
                .sum();
    }

    /** Erases what a change of the pages may change, in the chunks too. */
    void erase(Splicer splicer) {
        chunks.forEach(chunk -> chunk.erase(splicer));
        splicer.erase(totalByteSize);
        splicer.erase(totalCompressedSize);
        splicer.erase(fileOffset);
    }
}
