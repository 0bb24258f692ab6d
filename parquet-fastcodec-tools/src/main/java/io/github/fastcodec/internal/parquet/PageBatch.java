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
 * Consecutive pages of a column chunk that one task handles. Holds where they are, and what was read of them
 * when they were found. Safe for use by many threads.
 */
public final class PageBatch {

    /** Enough that handing a batch to a thread costs nothing beside the work on it. */
    private static final int ENOUGH_COMPRESSED = 256 << 10;

    private static final int ENOUGH_UNCOMPRESSED = 1 << 20;

    /** The memory that each page takes whatever its size, in bytes. */
    private static final int PER_PAGE = 1 << 10;

    private static final long MIB = 1L << 20;

    private final int first;

    /** Of these pages only, so that more may be found meanwhile. */
    private final PageLayout layout;

    /** Has the first byte and maybe all of them, or is empty. */
    private final Slab there;

    /** @param layout that of these pages only */
    PageBatch(int first, PageLayout layout, Slab there) {
        this.first = first;
        this.layout = layout;
        this.there = there;
    }

    /** Puts pages of a chunk together until they are enough. A large page is a batch by itself. For one thread. */
    static final class Cutter {

        private final PageLayout pages;
        private final Collection<PageBatch> batches;
        private int first;
        private long uncompressed;
        private Slab slab = Slab.EMPTY;

        /** @param batches gets each batch that is finished */
        Cutter(PageLayout pages, Collection<PageBatch> batches) {
            this.pages = pages;
            this.batches = batches;
        }

        /**
         * Adds the next page. Pages of one batch are in one slab.
         *
         * @param pageSlab has the first byte of the page and maybe all of them, or is empty
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
                cut(page + 1); // a page that was read in part is read on before anything behind it
            }
        }

        /** Passes over a page that cannot be read. */
        void skip(int page) {
            cut(page);
            first = page + 1;
        }

        /** Ends a batch before a page. */
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
     * Returns one page of a chunk as a batch. If no header was read yet, this reads that of the page, and the page with it unless it is
     * large.
     *
     * @throws FileDefect if the header is damaged, or says that the page ends elsewhere
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

    /** Returns the index of the first page in its chunk. */
    public int first() {
        return first;
    }

    /** Returns the index behind the last page in its chunk. */
    public int end() {
        return first + layout.count();
    }

    /** Returns where a page starts in the file, by its index in the chunk; for {@link #end} where the last page ends. */
    public long offset(int page) {
        return layout.offset(page - first);
    }

    /** Returns the length of a page's header, in bytes, by the page's index in the chunk. */
    public int headerLength(int page) {
        return layout.headerLength(page - first);
    }

    /** Returns the length of a page when it is decompressed, in bytes, by its index in the chunk. */
    public int uncompressedSize(int page) {
        return layout.uncompressedSize(page - first);
    }

    /** Returns whether a page is a dictionary page, by its index in the chunk. */
    boolean isDictionary(int page) {
        return page < layout.dictionaryPages();
    }

    /** Returns the place of a page, by its index in the chunk. */
    public Place at(int page) {
        return chunk().at().page(page, offset(page));
    }

    /** Returns where the first page starts in the file. */
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
     * Returns how many bytes the heap must have room for while the pages are recompressed, or compared with pages of the same
     * length: all of them as they are, one of them uncompressed, one in an engine's output, and of several all of them
     * compressed anew, which may be as long as they are uncompressed.
     */
    public long memory() {
        long largest = largestPage();
        return length() + (isOnePage() ? PER_PAGE : uncompressedLength()) + 2 * (largest + largest / 64);
    }

    /** Returns how many bytes the pages take with their headers, about, if none of them shrinks. */
    public long uncompressedLength() {
        long all = 0;
        for (int page = 0; page < layout.count(); page++) {
            all += layout.uncompressedSize(page) + PER_PAGE;
        }
        return all;
    }

    /** Returns the size of the largest of the pages when it is decompressed, in bytes. */
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
     * @param memory how many bytes of it pages may take
     * @throws FileDefect if it has not; says how large a heap would
     */
    public void requireMemory(long memory) throws FileDefect {
        if (!isOnePage()) {
            return; // small ones
        }
        long need = memory();
        if (need > memory) {
            throw new FileDefect("it needs " + mebibytes(need) + " MiB of memory, pages may take " + mebibytes(memory)
                            + " MiB: use a heap of at least " + mebibytes(need * Window.HEAP_SHARE)
                            + " MiB (-Xmx), and no limit below " + mebibytes(need) + " MiB")
                    .in(at(first).toString());
        }
    }

    /** Returns how many mebibytes that many bytes fill, rounded up. */
    public static long mebibytes(long bytes) {
        return (bytes + MIB - 1) / MIB;
    }

    /** The bytes of a batch, which are read when they are asked for, or were before. */
    public interface Bytes {
        Slab get() throws IOException;
    }

    /**
     * Returns the pages with their headers. What of them is not there is {@link #read} by the thread that needs them, so that it is
     * in its processor's cache. If the input is one stream, it is read at once, because its order counts for more.
     */
    public Bytes readBy(FileInput input, Buffers buffers) throws IOException {
        if (!input.isOneStream()) {
            return () -> read(input, buffers);
        }
        Slab read = read(input, buffers);
        return () -> read;
    }

    /** Reads the pages with their headers to new memory; the slab need not be given back. */
    public Slab read(FileInput input) throws IOException {
        return read(input, Buffers.NONE);
    }

    /**
     * Reads the pages with their headers, as far as they are not there already. A batch that a walk has found is read once.
     *
     * @param buffers lends the memory
     * @return a slab that has them, which the caller gives back
     * @throws FileDefect if no array is as long
     */
    public Slab read(FileInput input, Buffers buffers) throws IOException {
        if (length() > Buffers.MAX_LENGTH) {
            throw new FileDefect("it has " + length() + " bytes, the limit is " + Buffers.MAX_LENGTH + " bytes")
                    .in(at(first).toString());
        }
        int length = (int) length();
        if (there.end() >= offset(end())) {
            return there;
        }
        Slab all = there.next(input, offset(), length, buffers);
        there.giveBack();
        return all;
    }
}
