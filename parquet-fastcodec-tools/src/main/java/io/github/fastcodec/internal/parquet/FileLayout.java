// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Where the parts of a file are, every byte of which is accounted for: magic bytes, regions, footer. A walk through the file makes it.
 * Immutable.
 *
 * @param file the file, whose input the caller closes
 * @param regions the regions between the first magic bytes and the footer, in the order of the file. The bytes between them are not
 *     needed: zeros, copies of metadata that no reader uses, and what else is left out with a note
 * @param pages those of each chunk, by its {@linkplain ColumnChunk#ordinal ordinal}
 * @param notes what is unusual about the file and does not keep it from being changed, a sentence each
 * @param leavesOutIndexes whether column indexes and offset indexes are no regions: the file can do without them, and must, because one
 *     of them contradicts its pages
 */
public record FileLayout(
        ParquetFile file, List<Region> regions, List<PageLayout> pages, Set<String> notes, boolean leavesOutIndexes) {

    /** Returns where the pages of a chunk of the file are. */
    public PageLayout pages(ColumnChunk chunk) {
        return pages.get(chunk.ordinal());
    }

    /** Returns whether each page has a checksum. */
    public boolean hasChecksums() {
        return pages.stream().allMatch(ofChunk -> ofChunk.checksummed() == ofChunk.count());
    }

    /** Passes on what the walk has found. */
    public void visit(RegionWalk.Visitor visitor) throws IOException {
        for (Region region : regions) {
            if (region.kind() != Region.Kind.PAGES) {
                visitor.visit(region);
                continue;
            }
            PageLayout ofChunk = pages(region.chunk());
            if (visitor.begin(region.chunk())) {
                for (PageBatch batch : PageBatch.of(ofChunk)) {
                    visitor.visit(batch);
                }
            }
            visitor.end(region, ofChunk);
        }
    }
}
