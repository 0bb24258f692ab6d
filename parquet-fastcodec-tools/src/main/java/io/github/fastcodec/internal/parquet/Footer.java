// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The footer of a file: its FileMetaData, which names the column chunks. Where their pages are is known only after a walk through the
 * file, which makes a {@link FileLayout}. Immutable; the bytes must not be changed.
 *
 * @param bytes without their length and the magic bytes
 * @param start where it starts in the file
 * @param createdBy what it says of the writer; empty if it says nothing
 * @param keys those of the key-value metadata
 * @param newConvertedTypes the converted types in the schema that this version does not know
 * @param notes what else is not known and does not keep the file from being changed, a sentence each
 * @param chunks those of all row groups
 * @param rowGroupsStart where the list of the row groups starts in the bytes
 * @param rowGroupsEnd where it ends
 * @param boundaries where something starts in the file, in order: no chunk reaches beyond the next one of these
 */
public record Footer(
        byte[] bytes,
        long start,
        String createdBy,
        Set<String> keys,
        Set<Integer> newConvertedTypes,
        Set<String> notes,
        List<RowGroup> rowGroups,
        List<ColumnChunk> chunks,
        int rowGroupsStart,
        int rowGroupsEnd,
        long[] boundaries) {

    /** Returns a copy of the bytes that has no row groups, for readers which would make something of each of them. */
    public byte[] bytesWithoutRowGroups() {
        byte[] copy = new byte[bytes.length - (rowGroupsEnd - rowGroupsStart) + 1];
        System.arraycopy(bytes, 0, copy, 0, rowGroupsStart);
        copy[rowGroupsStart] = CompactScanner.STRUCT; // the header of a list of none
        System.arraycopy(bytes, rowGroupsEnd, copy, rowGroupsStart + 1, bytes.length - rowGroupsEnd);
        return copy;
    }

    /**
     * Returns the ids that the schema gives columns, by the column's path with dots; without columns that have none.
     *
     * @throws FileDefect if the schema is damaged
     */
    public SortedMap<String, Integer> columnIds() throws FileDefect {
        return columns().ids();
    }

    /** Reads the columns of the schema. */
    SchemaWalk columns() throws FileDefect {
        return SchemaWalk.columns(bytes, start);
    }

    /** Returns the chunk whose pages have a byte of the file, as their places are stated; nothing if none has. */
    public Optional<ColumnChunk> chunkAt(long offset) {
        return chunks.stream()
                .filter(chunk ->
                        chunk.start() > 0 && chunk.start() <= offset && offset < chunk.start() + chunk.statedLength())
                .findFirst();
    }

    /** Returns whether a byte before the footer is behind the pages of a chunk, and belongs to nothing that the footer names. */
    public boolean isLeftOut(long offset) {
        int index = Arrays.binarySearch(boundaries, offset);
        int last = index < 0 ? -index - 2 : index;
        return offset >= ParquetFile.MAGIC_LENGTH
                && offset < start
                && chunkAt(offset).isEmpty()
                && (last < 0 || chunks.stream().anyMatch(chunk -> chunk.start() == boundaries[last]));
    }

    /** Returns where something else starts behind an offset: no chunk reaches beyond it. */
    long next(long offset) {
        int index = Arrays.binarySearch(boundaries, offset + 1);
        int next = index < 0 ? -index - 1 : index;
        return next < boundaries.length ? Math.min(boundaries[next], start) : start;
    }

    /** Returns whether a range is between the first magic bytes and this. */
    boolean leavesRoomFor(long offset, long length) {
        return length <= 0 || offset >= ParquetFile.MAGIC_LENGTH && length <= start - offset;
    }
}
