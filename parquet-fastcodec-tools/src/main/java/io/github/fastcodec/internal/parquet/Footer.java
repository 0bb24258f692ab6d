// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The footer of a file: its FileMetaData, which lists the column chunks. The offsets of their pages are known only after a walk through
 * the file, which results in a {@link FileLayout}. Immutable; the bytes must not be changed.
 *
 * @param bytes the footer without its length and the magic bytes
 * @param start the offset of the footer in the file
 * @param createdBy the name of the writer; empty if the footer does not give it
 * @param keys the keys of the key-value metadata
 * @param newConvertedTypes the converted types in the schema that this version does not know
 * @param notes other unknown parts of the footer, which do not prevent a change of the file
 * @param chunks the column chunks of all row groups
 * @param rowGroupsStart the index in {@code bytes} at which the list of row groups starts
 * @param rowGroupsEnd the index in {@code bytes} at which that list ends
 * @param boundaries the offsets at which something starts in the file, sorted; no chunk extends beyond the next boundary
 */
public record Footer(
        byte[] bytes,
        long start,
        String createdBy,
        Set<String> keys,
        Set<Integer> newConvertedTypes,
        Set<Note> notes,
        List<RowGroup> rowGroups,
        List<ColumnChunk> chunks,
        int rowGroupsStart,
        int rowGroupsEnd,
        long[] boundaries) {

    /** Returns a copy of the bytes without row groups, for readers that would create objects for row groups. */
    public byte[] bytesWithoutRowGroups() {
        byte[] copy = new byte[bytes.length - (rowGroupsEnd - rowGroupsStart) + 1];
        System.arraycopy(bytes, 0, copy, 0, rowGroupsStart);
        copy[rowGroupsStart] = CompactScanner.STRUCT; // the header of an empty list
        System.arraycopy(bytes, rowGroupsEnd, copy, rowGroupsStart + 1, bytes.length - rowGroupsEnd);
        return copy;
    }

    /**
     * Returns the ids that the schema gives to columns, keyed by dotted path. Columns without an id are not included.
     *
     * @throws FileDefect if the schema is damaged
     */
    public SortedMap<String, Integer> columnIds() throws FileDefect {
        return columns().ids();
    }

    /**
     * Returns the maximum repetition levels of the columns, in schema order, as are the chunks of each row group.
     *
     * @throws FileDefect if the schema is damaged
     */
    public int[] maxRepetitions() throws FileDefect {
        return columns().levels().stream()
                .mapToInt(SchemaWalk.MaxLevels::maxRepetition)
                .toArray();
    }

    /** Returns the dotted paths of the columns that have chunks; none if the file has no rows. */
    public SortedSet<String> columnPaths() {
        return chunks.stream().map(ColumnChunk::path).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Reads the columns of the schema. */
    SchemaWalk columns() throws FileDefect {
        return SchemaWalk.columns(bytes, start);
    }

    /** Returns the chunk whose pages include the byte at {@code offset}, according to this footer; empty if there is none. */
    public Optional<ColumnChunk> chunkAt(long offset) {
        return chunks.stream()
                .filter(chunk ->
                        chunk.start() > 0 && chunk.start() <= offset && offset < chunk.start() + chunk.statedLength())
                .findFirst();
    }

    /**
     * Returns whether the byte at {@code offset} is in a gap, a range without a reference in the footer: either after the pages of a
     * chunk, or before everything else.
     */
    public boolean isLeftOut(long offset) {
        int index = Arrays.binarySearch(boundaries, offset);
        int last = index < 0 ? -index - 2 : index;
        return offset >= ParquetFile.MAGIC_LENGTH
                && offset < start
                && chunkAt(offset).isEmpty()
                && (last < 0 || chunks.stream().anyMatch(chunk -> chunk.start() == boundaries[last]));
    }

    /** Returns the first offset after {@code offset} at which something starts in the file: no chunk extends beyond it. */
    long nextBoundary(long offset) {
        int index = Arrays.binarySearch(boundaries, offset + 1);
        int next = index < 0 ? -index - 1 : index;
        return next < boundaries.length ? Math.min(boundaries[next], start) : start;
    }

    /** Returns whether a range is empty, or between the leading magic bytes and the footer. */
    boolean leavesRoomFor(long offset, long length) {
        return length <= 0 || offset >= ParquetFile.MAGIC_LENGTH && length <= start - offset;
    }
}
