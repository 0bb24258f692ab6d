// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.util.Arrays;

/** Where the pages of a column chunk stand, one behind the other: 20 bytes a page. Immutable once it is built. */
public final class PagePlaces {

    private final boolean dictionaryFirst;
    private final boolean whole;
    private final long[] offsets;
    private final int[] headerLengths;
    private final int[] compressedSizes;
    private final int[] uncompressedSizes;

    private PagePlaces(Builder builder, long end) {
        dictionaryFirst = builder.dictionaryFirst;
        whole = builder.whole;
        offsets = Arrays.copyOf(builder.offsets, builder.count + 1);
        offsets[builder.count] = end;
        headerLengths = Arrays.copyOf(builder.headerLengths, builder.count);
        compressedSizes = Arrays.copyOf(builder.compressedSizes, builder.count);
        uncompressedSizes = Arrays.copyOf(builder.uncompressedSizes, builder.count);
    }

    /** Returns the number of pages, the dictionary page included. */
    public int count() {
        return headerLengths.length;
    }

    /** Returns how many pages stand before the first data page: 1 if there is a dictionary page, else 0. */
    public int dictionaryPages() {
        return dictionaryFirst ? 1 : 0;
    }

    /** Returns where the header of a page starts in the file; for {@link #count} the end of the last page. */
    public long offset(int page) {
        return offsets[page];
    }

    /** Returns whether these are all pages, and all of them are readable; true unless a defect was found. */
    public boolean isWhole() {
        return whole;
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

    /** Returns the length of all pages with their headers, in bytes. */
    public long length() {
        return offsets[count()] - offsets[0];
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

    /** Collects places. */
    static final class Builder {

        private boolean dictionaryFirst;
        private boolean whole = true;
        private int count;
        private long[] offsets = new long[4];
        private int[] headerLengths = new int[4];
        private int[] compressedSizes = new int[4];
        private int[] uncompressedSizes = new int[4];

        int count() {
            return count;
        }

        /** Returns where the header of a page starts that was added. */
        long offset(int page) {
            return offsets[page];
        }

        void add(long offset, PageHeader header) {
            dictionaryFirst |= header.isDictionary();
            add(offset, header.length(), header.compressedSize(), header.uncompressedSize());
        }

        /** Adds a page whose header cannot be read, and that ends where the next one starts. */
        void addUnreadable(long offset, boolean isDictionary) {
            dictionaryFirst |= isDictionary;
            whole = false;
            add(offset, 0, 0, 0);
        }

        /** Adds the next page of a chunk that is written again. */
        void addAgain(long offset, int headerLength, int compressedSize, PagePlaces before) {
            dictionaryFirst = before.dictionaryFirst;
            add(offset, headerLength, compressedSize, before.uncompressedSizes[count]);
        }

        private void add(long offset, int headerLength, int compressedSize, int uncompressedSize) {
            if (count == headerLengths.length) {
                int capacity = Math.multiplyExact(count, 2);
                offsets = Arrays.copyOf(offsets, capacity);
                headerLengths = Arrays.copyOf(headerLengths, capacity);
                compressedSizes = Arrays.copyOf(compressedSizes, capacity);
                uncompressedSizes = Arrays.copyOf(uncompressedSizes, capacity);
            }
            offsets[count] = offset;
            headerLengths[count] = headerLength;
            compressedSizes[count] = compressedSize;
            uncompressedSizes[count] = uncompressedSize;
            count++;
        }

        boolean isWhole() {
            return whole;
        }

        /** Ends where nothing more can be found. */
        PagePlaces broken(long end) {
            whole = false;
            return build(end);
        }

        PagePlaces build(long end) {
            return new PagePlaces(this, end);
        }
    }
}
