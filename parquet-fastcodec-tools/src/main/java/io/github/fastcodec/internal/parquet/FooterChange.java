// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/** The footer of a file whose pages have changed: the same bytes, with other places, sizes and codecs. For one thread. */
public final class FooterChange {

    private final ParquetFile file;
    private final Map<ColumnChunk, ChunkChange> changes = new IdentityHashMap<>();

    /** Creates a change that is whole when each chunk of the file has been added. */
    public FooterChange(ParquetFile file) {
        this.file = file;
    }

    /** Adds the change of a chunk. */
    public void add(ChunkChange change) {
        changes.put(change.chunk(), change);
    }

    /** Returns the change of a chunk, or null if it was not added yet. */
    public ChunkChange of(ColumnChunk chunk) {
        return changes.get(chunk);
    }

    /** Returns the new footer, without its length and the magic bytes. */
    public byte[] footer() {
        Splicer splicer = new Splicer(file.footer(), 0, file.footer().length);
        file.rowGroups().forEach(group -> group.splice(splicer, changes));
        return splicer.spliced();
    }

    /** Returns the change of a chunk, by the index of its row group and its own in that. */
    ChunkChange of(int rowGroup, int chunk) {
        return of(file.rowGroups().get(rowGroup).chunks().get(chunk));
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
            RowGroup expected = file.rowGroups().get(group);
            RowGroup rowGroup = after.rowGroups().get(group);
            for (int i = 0; i < rowGroup.chunks().size(); i++) {
                requireChanged(of(group, i), rowGroup.chunks().get(i));
            }
            if (!rowGroup.hasTrueTotals() || !rowGroup.hasGrownFrom(expected)) {
                throw new FileDefect("row group " + group + ": its totals are not those of its column chunks");
            }
        }
    }

    /** Returns whether two footers differ in nothing but codecs, places and sizes. */
    static boolean haveSameFooter(ParquetFile one, ParquetFile other) {
        return Arrays.equals(unchanging(one), unchanging(other));
    }

    private static void requireChanged(ChunkChange change, ColumnChunk after) throws FileDefect {
        ColumnChunk before = change.chunk();
        if (after.codec() != change.codec()) {
            throw new FileDefect("its codec is " + after.codec() + ", expected " + change.codec()).in(after.place());
        }
        if (after.statedLength() != after.pages().length()
                || after.pages().count() != before.pages().count()
                || !after.hasGrownFrom(before)
                || !after.namesSamePages(before)) {
            throw new FileDefect("its pages are not those of the source").in(after.place());
        }
    }

    private static byte[] unchanging(ParquetFile file) {
        Splicer splicer = new Splicer(file.footer(), 0, file.footer().length);
        file.rowGroups().forEach(group -> group.erase(splicer));
        return splicer.spliced();
    }
}
