// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Arrays;
import java.util.List;

/** The footer of a file whose pages have changed: the same bytes, with other places, sizes and codecs. For one thread. */
public final class FooterChange {

    private final ParquetFile file;
    private final List<List<ChunkChange>> changes;

    /** Creates a change that is whole when each chunk of the file has {@linkplain ChunkChange#begin begun} and has its pages. */
    public FooterChange(ParquetFile file) {
        this.file = file;
        this.changes = file.rowGroups().stream()
                .map(group -> group.chunks().stream().map(ChunkChange::new).toList())
                .toList();
    }

    /** Returns the change of a chunk of the file, or of the same chunk of the new file. */
    public ChunkChange of(ColumnChunk chunk) {
        return changes.get(chunk.rowGroup()).get(chunk.index());
    }

    /** Returns the new footer, without its length and the magic bytes. */
    public byte[] footer() {
        Splicer splicer = new Splicer(file.footer(), 0, file.footer().length);
        file.rowGroups().forEach(group -> group.splice(splicer, this));
        if (file.leavesOutIndexes()) {
            file.chunks().forEach(chunk -> chunk.cutIndexes(splicer));
        }
        return splicer.spliced();
    }

    /**
     * Requires that readers of parts of a file, which tasks share, find each row group that they found in the source.
     *
     * @param length the length of the new file, in bytes
     */
    public void requireMiddlesWithin(long length) throws FileDefect {
        for (int i = 0; i < file.rowGroups().size(); i++) {
            RowGroup group = file.rowGroups().get(i);
            long middle = group.middle(this);
            if (middle >= length && group.middle() < file.input().length()) {
                throw new FileDefect(
                                "its first column stands behind others, so that in the new file its middle would be at"
                                        + " offset " + middle + ", expected one before the end at " + length
                                        + ": a task that reads a part of a file would not look for it. Convert fewer columns, or have"
                                        + " the file written anew")
                        .in(Place.rowGroup(i).toString());
            }
        }
    }

    /** Requires that the footer of the new file differs in nothing but codecs, places and sizes. */
    void requireSameFooter(ParquetFile after) throws FileDefect {
        if (!haveSameFooter(file, after)) {
            throw new FileDefect("its footer differs in more than codecs, places and sizes");
        }
    }

    /** Requires that codecs, places and sizes in the footer of the new file, which was {@link #requireSameFooter compared}, are true. */
    void requireTrueNumbers(ParquetFile after) throws FileDefect {
        for (int group = 0; group < file.rowGroups().size(); group++) {
            RowGroup rowGroup = after.rowGroups().get(group);
            for (ColumnChunk chunk : rowGroup.chunks()) {
                requireChanged(of(chunk), chunk);
            }
            if (!rowGroup.hasTrueTotals()) {
                throw new FileDefect("row group " + group + ": its totals are not those of its column chunks");
            }
        }
    }

    /** Returns whether the footer of a new file differs in nothing but codecs, places, sizes, and indexes that were left out. */
    static boolean haveSameFooter(ParquetFile before, ParquetFile after) {
        boolean withIndexes = after.chunks().stream().anyMatch(ColumnChunk::hasIndexes);
        return Arrays.equals(unchanging(before, withIndexes), unchanging(after, withIndexes));
    }

    private static void requireChanged(ChunkChange change, ColumnChunk after) throws FileDefect {
        ColumnChunk before = change.chunk();
        if (after.codec() != change.codec()) {
            throw new FileDefect("its codec is " + after.codec() + ", expected " + change.codec())
                    .in(after.at().toString());
        }
        if (after.statedLength() != after.pages().length()
                || after.pages().count() != before.pages().count()
                || after.statedUncompressedLength() != after.pages().uncompressedLength()
                || !after.namesSamePages(before)) {
            throw new FileDefect("its pages are not those of the source")
                    .in(after.at().toString());
        }
    }

    private static byte[] unchanging(ParquetFile file, boolean withIndexes) {
        Splicer splicer = new Splicer(file.footer(), 0, file.footer().length);
        file.rowGroups().forEach(group -> group.erase(splicer));
        if (!withIndexes) {
            file.chunks().forEach(chunk -> chunk.cutIndexes(splicer));
        }
        return splicer.spliced();
    }
}
