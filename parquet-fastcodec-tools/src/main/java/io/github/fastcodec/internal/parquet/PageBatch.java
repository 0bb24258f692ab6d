// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import io.github.fastcodec.internal.work.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Consecutive pages of one column chunk, handled by a single task. Holds the layout of the pages, and the bytes that were read
 * when the pages were found. Thread-safe.
 */
public final class PageBatch {

    /** The length of a batch, in bytes, above which the cost of handing it to a thread is negligible. */
    private static final int ENOUGH_COMPRESSED = 256 << 10;

    private static final int ENOUGH_UNCOMPRESSED = 1 << 20;

    /** The memory that each page takes regardless of its size, in bytes. */
    private static final int PER_PAGE = 1 << 10;

    private final int first;

    /** The layout of this batch's pages only, so that further pages can be found while this batch is processed. */
    private final PageLayout layout;

    /** Either contains the first byte of the pages, and possibly all their bytes, or is empty. */
    private final Slab loaded;

    /** @param layout the layout of this batch's pages only */
    PageBatch(int first, PageLayout layout, Slab loaded) {
        this.first = first;
        this.layout = layout;
        this.loaded = loaded;
    }

    /** Groups the pages of a chunk into batches. A large page is a batch by itself. Not thread-safe. */
    static final class Cutter {

        private final PageLayout pages;
        private final Collection<PageBatch> batches;
        private int first;
        private long uncompressed;
        private Slab slab = Slab.EMPTY;

        /** @param batches receives each finished batch */
        Cutter(PageLayout pages, Collection<PageBatch> batches) {
            this.pages = pages;
            this.batches = batches;
        }

        /**
         * Adds the next page. The pages of a batch are in the same slab.
         *
         * @param pageSlab either contains the first byte of the page, and possibly all its bytes, or is empty
         */
        void add(int page, Slab pageSlab) {
            if (pageSlab != slab || isEnough(pages, page, page + 1, pages.uncompressedSize(page))) {
                cut(page);
            }
            if (page == first) {
                slab = pageSlab.share();
            }
            uncompressed += pages.uncompressedSize(page);
            boolean isRead = pageSlab == Slab.EMPTY || pageSlab.end() >= pages.offset(page + 1);
            if (!isRead || isEnough(pages, first, page + 1, uncompressed)) {
                cut(page + 1); // a page that was read in part is read whole before any page after it
            }
        }

        /** Skips a page that cannot be read. */
        void skip(int page) {
            cut(page);
            first = page + 1;
        }

        /** Ends the current batch before the page with index {@code end}. */
        void cut(int end) {
            if (end > first) {
                batches.add(new PageBatch(first, pages.part(first, end), slab));
            }
            first = end;
            uncompressed = 0;
            slab = Slab.EMPTY;
        }
    }

    /** Returns the readable pages of a chunk in batches. A large page is a batch by itself. */
    public static List<PageBatch> of(PageLayout pages) {
        List<PageBatch> batches = new ArrayList<>();
        Cutter cutter = new Cutter(pages, batches);
        for (int page = 0; page < pages.count(); page++) {
            if (pages.isReadable(page)) {
                cutter.add(page, Slab.EMPTY);
            } else {
                cutter.skip(page);
            }
        }
        cutter.cut(pages.count());
        return batches;
    }

    /**
     * Returns one page of a chunk as a batch. If the layout is {@linkplain PageLayout#isEstimated estimated}, this reads the
     * header of the page, together with the page itself unless that is large.
     *
     * @throws FileDefect if the header is damaged, or contradicts the end of the page in the layout
     */
    public static PageBatch ofPage(PageLayout pages, int page, FileInput input) throws IOException {
        if (!pages.isEstimated()) {
            return new PageBatch(page, pages.part(page, page + 1), Slab.EMPTY);
        }
        try (PageReader reader = new PageReader(input, Buffers.NONE)) {
            return RegionWalk.page(reader, pages.chunk(), page, pages.offset(page), pages.offset(page + 1));
        }
    }

    private static boolean isEnough(PageLayout pages, int first, int end, long uncompressed) {
        return pages.offset(end) - pages.offset(first) >= ENOUGH_COMPRESSED || uncompressed >= ENOUGH_UNCOMPRESSED;
    }

    /** Returns the same pages of the same chunk in another file. */
    public PageBatch in(PageLayout other) {
        return new PageBatch(first, other.part(first, end()), Slab.EMPTY);
    }

    public ColumnChunk chunk() {
        return layout.chunk();
    }

    /** Returns the index within the chunk of the first page of this batch. */
    public int first() {
        return first;
    }

    /** Returns the index within the chunk of the last page of this batch, plus 1. */
    public int end() {
        return first + layout.count();
    }

    /**
     * Returns the offset in the file of the page with index {@code page} in the chunk; for {@link #end}, the end of the last
     * page.
     */
    public long offset(int page) {
        return layout.offset(page - first);
    }

    /** Returns the length, in bytes, of the header of the page with index {@code page} in the chunk. */
    public int headerLength(int page) {
        return layout.headerLength(page - first);
    }

    /** Returns the decompressed length, in bytes, of the page with index {@code page} in the chunk. */
    public int uncompressedSize(int page) {
        return layout.uncompressedSize(page - first);
    }

    /** Returns whether the page with index {@code page} in the chunk is a dictionary page. */
    boolean isDictionary(int page) {
        return page < layout.dictionaryPages();
    }

    /** Returns the place of the page with index {@code page} in the chunk. */
    public Place at(int page) {
        return chunk().at().page(page, offset(page));
    }

    /** Returns the offset in the file at which the first page of this batch starts. */
    public long offset() {
        return layout.offset(0);
    }

    /** Returns the length of the pages with their headers, in bytes. */
    public long length() {
        return layout.length();
    }

    /** Returns whether this is a single page. */
    public boolean isOnePage() {
        return layout.count() == 1;
    }

    /**
     * Returns the heap memory, in bytes, that it takes to recompress the pages, or to compare them with pages of the same length:
     * all pages as they are stored, one uncompressed page, one page in an engine's output buffer and, if there are several pages,
     * all pages recompressed, which may be as long as the uncompressed pages.
     */
    public long memory() {
        long largest = largestPage();
        return length() + (isOnePage() ? PER_PAGE : uncompressedLength()) + 2 * (largest + largest / 64);
    }

    /** Returns the approximate length of the pages with their headers, in bytes, if compression shrinks none of them. */
    public long uncompressedLength() {
        long all = 0;
        for (int page = 0; page < layout.count(); page++) {
            all += layout.uncompressedSize(page) + PER_PAGE;
        }
        return all;
    }

    /** Returns the decompressed size of the largest page, in bytes. */
    public int largestPage() {
        int largest = 0;
        for (int page = 0; page < layout.count(); page++) {
            largest = Math.max(largest, layout.uncompressedSize(page));
        }
        return largest;
    }

    /**
     * Requires that the heap has room for the pages.
     *
     * @param memory the heap memory that pages may take, in bytes
     * @throws FileDefect if it does not; the message gives a sufficient limit or heap size
     */
    public void requireMemory(long memory) throws FileDefect {
        if (!isOnePage()) {
            return; // the pages of a batch with several pages are small
        }
        long need = memory();
        if (need > memory) {
            throw new FileDefect("it needs " + Window.roundedUp(need) + " of memory, pages may take "
                            + Window.roundedDown(memory) + ": " + Window.remedy(need, memory))
                    .in(at(first).toString());
        }
    }

    /** The bytes of a batch, which are read on demand, or were read in advance. */
    public interface Bytes {
        Slab get() throws IOException;
    }

    /**
     * Returns the pages with their headers. Missing bytes are {@linkplain #read read} by the thread that needs them, so that they
     * are in its processor's cache. If the input is one stream, missing bytes are read immediately instead, because reading in
     * order matters more.
     */
    public Bytes readBy(FileInput input, Buffers buffers) throws IOException {
        if (!input.isOneStream()) {
            return () -> read(input, buffers);
        }
        Slab read = read(input, buffers);
        return () -> read;
    }

    /** Reads the pages with their headers into new memory; the slab need not be given back. */
    public Slab read(FileInput input) throws IOException {
        return read(input, Buffers.NONE);
    }

    /**
     * Reads the pages with their headers, except for bytes that were read before. A batch that a walk has found must be read only once.
     *
     * @param buffers lends the memory
     * @return a slab that contains the pages; the caller gives it back
     * @throws FileDefect if the pages are longer than the longest array
     */
    public Slab read(FileInput input, Buffers buffers) throws IOException {
        if (length() > Buffers.MAX_LENGTH) {
            throw new FileDefect("it has " + length() + " bytes; the limit is " + Buffers.MAX_LENGTH + " bytes")
                    .in(at(first).toString());
        }
        int length = (int) length();
        if (loaded.end() >= offset(end())) {
            return loaded;
        }
        Slab all = loaded.next(input, offset(), length, buffers);
        loaded.giveBack();
        return all;
    }
}
