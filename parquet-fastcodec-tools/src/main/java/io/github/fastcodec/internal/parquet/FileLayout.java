// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.util.List;
import java.util.Set;

/**
 * The layout of a file. It accounts for every byte: the magic bytes, the regions and the footer. It is the result of a walk
 * through the file. Immutable.
 *
 * @param file the file, whose input the caller closes
 * @param regions the regions between the leading magic bytes and the footer, in file order. The bytes between the regions are not
 *     needed: they are zeros, copies of metadata that no reader uses, or other bytes that are left out with a note
 * @param pages the layout of each chunk's pages, indexed by the chunk's {@linkplain ColumnChunk#ordinal ordinal}
 * @param notes the peculiarities of the file that do not prevent a change
 * @param leavesOutIndexes whether column indexes and offset indexes are left out of the regions, because one of them contradicts its
 *     pages and the file can do without indexes
 */
public record FileLayout(
        ParquetFile file, List<Region> regions, List<PageLayout> pages, Set<Note> notes, boolean leavesOutIndexes) {

    /** Returns the layout of a chunk's pages. */
    public PageLayout pages(ColumnChunk chunk) {
        return pages.get(chunk.ordinal());
    }

    /** Returns the sentences of the notes. */
    public List<String> noteTexts() {
        return notes.stream().map(Note::text).toList();
    }

    /** Returns whether each page has a checksum. */
    public boolean hasChecksums() {
        return pages.stream().allMatch(layout -> layout.checksummed() == layout.count());
    }
}
