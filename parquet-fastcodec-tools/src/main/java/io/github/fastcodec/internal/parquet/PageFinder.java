// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;

/** Finds the pages of single chunks without reading the rest of the file. Not thread-safe. */
public final class PageFinder {

    private final ParquetFile file;
    private final RegionWalk walk;

    public PageFinder(ParquetFile file) {
        this.file = file;
        this.walk = new RegionWalk(file, RegionWalk.Visitor.NONE, Buffers.NONE);
    }

    /**
     * Returns the layout of a chunk's pages, from its offset index or, if it has none, from a walk through the chunk. An index
     * contains neither header lengths nor decompressed sizes. If the layout comes from an index, the length of a page therefore
     * includes its header, and its decompressed size is estimated from the compression ratio of the whole chunk.
     *
     * @throws FileDefect if there is no index and a page is damaged
     */
    public PageLayout pages(ColumnChunk chunk) throws IOException {
        PageLayout found = walk.found(chunk);
        if (found != null) {
            return found;
        }
        long[] indexed = indexed(chunk);
        return indexed.length > 0 && chunk.statedUncompressedLength() > 0
                ? PageLayout.estimated(chunk, indexed)
                : walk.walkPages(chunk);
    }

    /**
     * Returns the page that includes the byte at {@code offset}.
     *
     * @param offset at or after the start of the chunk's pages, and before their end according to the footer
     * @throws FileDefect if the page, or a page before it, is damaged
     */
    public PageBatch pageAt(ColumnChunk chunk, long offset) throws IOException {
        PageLayout pages = pages(chunk);
        if (pages.isEstimated()) {
            try {
                return PageBatch.ofPage(pages, pages.indexAt(offset), file.input());
            } catch (FileDefect e) {
                pages = walk.walkPages(chunk); // the index or the page is wrong, and the walk shows which
            }
        }
        return PageBatch.ofPage(pages, pages.indexAt(Math.min(offset, pages.end() - 1)), file.input());
    }

    /**
     * Returns the offsets in a chunk's offset index: the start of each page, including the dictionary page, and the end of the last page.
     *
     * @return empty if there is no index, or its offsets are out of order or outside the chunk
     */
    private long[] indexed(ColumnChunk chunk) throws IOException {
        long end = chunk.start() + chunk.statedLength();
        long[] pages =
                chunk.isUsable() && chunk.start() > 0 && end <= file.footer().start()
                        ? walk.indexedPages(chunk)
                        : new long[0];
        if (pages.length == 0 || pages[0] < chunk.start()) {
            return new long[0];
        }
        int dictionary = pages[0] > chunk.start() ? 1 : 0;
        long[] places = new long[dictionary + pages.length + 1];
        places[0] = chunk.start();
        System.arraycopy(pages, 0, places, dictionary, pages.length);
        places[places.length - 1] = end;
        for (int page = 1; page < places.length; page++) {
            if (places[page] <= places[page - 1]) {
                return new long[0];
            }
        }
        return places;
    }
}
