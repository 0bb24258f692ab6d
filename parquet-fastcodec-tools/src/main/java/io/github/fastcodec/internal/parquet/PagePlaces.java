// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the pages of a column chunk are, one behind the other: 20 bytes a page. For one thread while they are found or written,
 * and safe for use by many afterwards.
 */
public final class PagePlaces {

    private static final int[] NONE = {};
    private static final long[] NOWHERE = {0};

    private int count;
    private int checksummed;
    private boolean lackLevelEncodings;
    private boolean begun;
    private boolean dictionaryFirst;
    private boolean whole = true;
    private boolean estimated;

    /** One more than there are pages: a page ends where the next one starts. */
    private long[] offsets = NOWHERE;

    private int[] headerLengths = NONE;
    private int[] compressedSizes = NONE;
    private int[] uncompressedSizes = NONE;

    /** Returns the places of a chunk's pages as {@link RegionWalk#indexedPlaces} has them. */
    static PagePlaces estimated(long[] indexed, ColumnChunk chunk) {
        PagePlaces places = new PagePlaces();
        places.estimated = true;
        double ratio = (double) chunk.statedUncompressedLength() / chunk.statedLength();
        places.begin(indexed[0]);
        for (int page = 0; page + 1 < indexed.length; page++) {
            int length = (int) Math.min(Integer.MAX_VALUE, indexed[page + 1] - indexed[page]);
            places.add(0, length, (int) Math.max(1, Math.min(Integer.MAX_VALUE, length * ratio)));
        }
        return places;
    }

    /** Says where the first page starts. */
    void begin(long start) {
        begun = true;
        offsets = new long[] {start};
    }

    /** Returns whether pages were looked for. */
    boolean hasBegun() {
        return begun;
    }

    /** Returns the number of pages, the dictionary page included. */
    public int count() {
        return count;
    }

    /** Returns how many pages come before the first data page: 1 if there is a dictionary page, else 0. */
    public int dictionaryPages() {
        return dictionaryFirst ? 1 : 0;
    }

    /** Returns where the header of a page starts in the file; for {@link #count} the end of the last page. */
    public long offset(int page) {
        return offsets[page];
    }

    /** Returns where the last page ends. */
    public long end() {
        return offsets[count];
    }

    /** Returns whether these are all pages, and all of them are readable; true unless a defect was found. */
    public boolean isWhole() {
        return whole;
    }

    /** Returns whether an offset index gave the places: no header was read, and the sizes are those of {@link ParquetFile#pagesOf}. */
    public boolean isEstimated() {
        return estimated;
    }

    /** Returns whether the page has a header that could be read; true unless a defect was found. */
    public boolean isReadable(int page) {
        return headerLengths[page] > 0;
    }

    /** Returns the length of a page's header, in bytes. */
    public int headerLength(int page) {
        return headerLengths[page];
    }

    /** Returns the length of a page without its header, in bytes. */
    public int compressedSize(int page) {
        return compressedSizes[page];
    }

    /** Returns the length of a page when it is decompressed, in bytes. */
    public int uncompressedSize(int page) {
        return uncompressedSizes[page];
    }

    /** Returns how many pages have Parquet's checksum, of those that a walk through the chunk has found. */
    public int checksummed() {
        return checksummed;
    }

    /** Returns whether some pages have no encoding for levels, which their column does not have. parquet-java does not read them. */
    public boolean lackLevelEncodings() {
        return lackLevelEncodings;
    }

    /** Returns the length of all pages with their headers, in bytes. */
    public long length() {
        return end() - offsets[0];
    }

    /** Returns the length of all pages without their headers, in bytes. */
    public long compressedLength() {
        return IntStream.of(compressedSizes).limit(count).asLongStream().sum();
    }

    /** Returns the length of all pages when they are decompressed, with their headers, in bytes. */
    public long uncompressedLength() {
        long length = 0;
        for (int page = 0; page < count(); page++) {
            length += (long) headerLengths[page] + uncompressedSizes[page];
        }
        return length;
    }

    /** Returns the page whose header starts at an offset, or -1. */
    public int indexOf(long offset) {
        int index = Arrays.binarySearch(offsets, 0, count(), offset);
        return Math.max(index, -1);
    }

    /** Returns the page that a byte of the chunk belongs to. */
    public int indexAt(long offset) {
        int index = Arrays.binarySearch(offsets, 0, count(), offset);
        return index >= 0 ? index : -index - 2;
    }

    /** Returns the places of some of the pages, which grow no more. */
    PagePlaces part(int first, int end) {
        PagePlaces part = new PagePlaces();
        part.count = end - first;
        part.offsets = Arrays.copyOfRange(offsets, first, end + 1);
        part.headerLengths = Arrays.copyOfRange(headerLengths, first, end);
        part.compressedSizes = Arrays.copyOfRange(compressedSizes, first, end);
        part.uncompressedSizes = Arrays.copyOfRange(uncompressedSizes, first, end);
        return part;
    }

    /** Adds the next page. */
    void add(PageHeader header) {
        dictionaryFirst |= header.isDictionary();
        checksummed += header.hasChecksum() ? 1 : 0;
        lackLevelEncodings |= header.lacksLevelEncoding();
        add(header.length(), header.compressedSize(), header.uncompressedSize());
    }

    /** Adds a page whose header cannot be read, and that ends where the next one starts. */
    void addUnreadable(long end, boolean isDictionary) {
        dictionaryFirst |= isDictionary;
        whole = false;
        add(0, 0, 0);
        offsets[count] = end;
    }

    /** Adds the next page of a chunk that is written again. */
    void addAgain(int headerLength, int compressedSize, PagePlaces before) {
        dictionaryFirst = before.dictionaryFirst;
        add(headerLength, compressedSize, before.uncompressedSizes[count]);
    }

    private void add(int headerLength, int compressedSize, int uncompressedSize) {
        if (count == headerLengths.length) {
            resize(Math.max(4, Math.multiplyExact(count, 2)));
        }
        headerLengths[count] = headerLength;
        compressedSizes[count] = compressedSize;
        uncompressedSizes[count] = uncompressedSize;
        count++;
        offsets[count] = offsets[count - 1] + headerLength + compressedSize;
    }

    private void resize(int pages) {
        offsets = Arrays.copyOf(offsets, pages + 1);
        headerLengths = Arrays.copyOf(headerLengths, pages);
        compressedSizes = Arrays.copyOf(compressedSizes, pages);
        uncompressedSizes = Arrays.copyOf(uncompressedSizes, pages);
    }

    /** Says that nothing more can be found. */
    void breakOff() {
        whole = false;
    }

    /** Says that no page will be added any more. */
    void trim() {
        resize(count);
    }
}
