// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import io.github.fastcodec.internal.memory.ByteArrays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Pages of a column chunk that stand behind one another and are dealt with at once. Immutable; holds places, not bytes. */
public final class PageBatch {

    /** Enough that handing a batch to a thread costs nothing beside the work on it. */
    private static final int ENOUGH_COMPRESSED = 256 << 10;

    private static final int ENOUGH_UNCOMPRESSED = 1 << 20;

    /** What is held for a page whatever its size. */
    private static final int PER_PAGE = 1 << 10;

    private static final long MIB = 1L << 20;

    private final ColumnChunk chunk;
    private final int first;
    private final int end;

    private PageBatch(ColumnChunk chunk, int first, int end) {
        this.chunk = chunk;
        this.first = first;
        this.end = end;
    }

    /** Returns the readable pages of a chunk in batches. A large page is a batch by itself. */
    public static List<PageBatch> of(ColumnChunk chunk) {
        List<PageBatch> batches = new ArrayList<>();
        PagePlaces pages = chunk.pages();
        int first = 0;
        long uncompressed = 0;
        for (int page = 0; page < pages.count(); page++) {
            if (!pages.isReadable(page)) {
                if (page > first) {
                    batches.add(new PageBatch(chunk, first, page));
                }
                first = page + 1;
                uncompressed = 0;
                continue;
            }
            if (page > first && isEnough(pages, page, page + 1, pages.uncompressedSize(page))) {
                batches.add(new PageBatch(chunk, first, page));
                first = page;
                uncompressed = 0;
            }
            uncompressed += pages.uncompressedSize(page);
            if (page + 1 == pages.count() || isEnough(pages, first, page + 1, uncompressed)) {
                batches.add(new PageBatch(chunk, first, page + 1));
                first = page + 1;
                uncompressed = 0;
            }
        }
        return batches;
    }

    /** Returns one page of a chunk as a batch. */
    public static PageBatch ofPage(ColumnChunk chunk, int page) {
        return new PageBatch(chunk, page, page + 1);
    }

    private static boolean isEnough(PagePlaces pages, int first, int end, long uncompressed) {
        return pages.offset(end) - pages.offset(first) >= ENOUGH_COMPRESSED || uncompressed >= ENOUGH_UNCOMPRESSED;
    }

    /** Returns the same pages of the same chunk in another file. */
    public PageBatch in(ColumnChunk other) {
        return new PageBatch(other, first, end);
    }

    public ColumnChunk chunk() {
        return chunk;
    }

    /** Returns the index of the first page in its chunk. */
    public int first() {
        return first;
    }

    /** Returns the index behind the last page in its chunk. */
    public int end() {
        return end;
    }

    /** Returns where the first page starts in the file. */
    public long offset() {
        return chunk.pages().offset(first);
    }

    /** Returns the length of the pages with their headers, in bytes. */
    public long length() {
        return chunk.pages().offset(end) - offset();
    }

    /** Returns whether this is a single page. */
    public boolean isOnePage() {
        return end - first == 1;
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
        for (int page = first; page < end; page++) {
            all += chunk.pages().uncompressedSize(page) + PER_PAGE;
        }
        return all;
    }

    /** Returns the size of the largest of the pages when it is decompressed, in bytes. */
    public int largestPage() {
        int largest = 0;
        for (int page = first; page < end; page++) {
            largest = Math.max(largest, chunk.pages().uncompressedSize(page));
        }
        return largest;
    }

    /**
     * Requires that the heap has room for the pages.
     *
     * @param memory the share of the heap that pages may take, in bytes
     * @param heapShare how many times as large the heap is
     * @throws FileDefect if it has not; says how large a heap would
     */
    public void requireMemory(long memory, int heapShare) throws FileDefect {
        if (!isOnePage()) {
            return; // small ones
        }
        long need = memory();
        if (need > memory) {
            throw new FileDefect("it needs " + mebibytes(need) + " MiB of memory, pages may take " + mebibytes(memory)
                            + " MiB: use a heap of at least " + mebibytes(need * heapShare)
                            + " MiB (-Xmx), and no --memory below " + mebibytes(need) + " MiB")
                    .in(chunk.place(first));
        }
        if (length() > ByteArrays.MAX_LENGTH) {
            throw new FileDefect("it has " + length() + " bytes, the limit is " + ByteArrays.MAX_LENGTH + " bytes")
                    .in(chunk.place(first));
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + MIB - 1) / MIB;
    }

    /** The bytes of a batch, which are read when they are asked for, or were before. */
    public interface Bytes {
        byte[] get() throws IOException;
    }

    /**
     * Returns the pages with their headers, which stand from index 0 on. A thread that needs them should read them itself, so that
     * they are in its processor's cache. If the input is one stream, they are read at once, because its order counts for more.
     *
     * @param memory gives an array of at least as many bytes as it is asked for
     */
    public Bytes readBy(FileInput input, IntFunction<byte[]> memory) throws IOException {
        Bytes bytes = () -> read(input, memory.apply(Math.toIntExact(length())));
        if (!input.isOneStream()) {
            return bytes;
        }
        byte[] read = bytes.get();
        return () -> read;
    }

    /** Reads the pages with their headers. */
    public byte[] read(FileInput input) throws IOException {
        return read(input, new byte[Math.toIntExact(length())]);
    }

    /** Reads the pages with their headers to {@code bytes[0, length())}, and returns {@code bytes}. */
    public byte[] read(FileInput input, byte[] bytes) throws IOException {
        input.read(offset(), bytes, 0, Math.toIntExact(length()));
        return bytes;
    }
}
