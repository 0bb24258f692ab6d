// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;

/** Finds the pages of single chunks, where nothing of the rest of the file is to be read. For one thread. */
public final class PageFinder {

    private final ParquetFile file;
    private final RegionWalk walk;

    public PageFinder(ParquetFile file) {
        this.file = file;
        this.walk = new RegionWalk(file, RegionWalk.Visitor.NONE, Buffers.NONE);
    }

    /**
     * Returns where the pages of a chunk are: by its offset index, and if it has none by a walk through the chunk. An index knows neither
     * headers nor decompressed sizes: the length of a page then includes its header, and its decompressed size is estimated from the
     * ratio of the whole chunk.
     *
     * @throws FileDefect if there is no index, and a page is damaged
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
     * Returns the page that a byte of a chunk belongs to.
     *
     * @param offset from the start of the chunk's pages on, and before the end that the footer gives for them
     * @throws FileDefect if the page, or one before it, is damaged
     */
    public PageBatch pageAt(ColumnChunk chunk, long offset) throws IOException {
        PageLayout pages = pages(chunk);
        if (pages.isEstimated()) {
            try {
                return PageBatch.ofPage(pages, pages.indexAt(offset), file.input());
            } catch (FileDefect e) {
                pages = walk.walkPages(chunk); // the index is wrong, or the page is, which the walk tells
            }
        }
        return PageBatch.ofPage(pages, pages.indexAt(Math.min(offset, pages.end() - 1)), file.input());
    }

    /**
     * Returns where a chunk's offset index has its pages: the start of each, the dictionary page included, and the end of the last.
     *
     * @return empty if there is no index, or its places are out of order or outside the chunk
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
