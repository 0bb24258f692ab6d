// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where the pages of a column chunk are, one behind the other: 20 bytes a page. Pages are added within this package, by one thread while
 * they are found or written; afterwards it never changes, and is safe for use by many.
 */
public final class PageLayout {

    private static final int[] NONE = {};

    private final ColumnChunk chunk;
    private int count;
    private int checksummed;
    private boolean lackLevelEncodings;
    private boolean dictionaryFirst;
    private boolean whole = true;
    private boolean estimated;

    /** The encodings of pages that this version does not know. */
    private Set<Integer> newEncodings = Set.of();

    /** One more than there are pages: a page ends where the next one starts. */
    private long[] offsets;

    private int[] headerLengths = NONE;
    private int[] compressedSizes = NONE;
    private int[] uncompressedSizes = NONE;

    /** @param start where the first page starts */
    PageLayout(ColumnChunk chunk, long start) {
        this.chunk = chunk;
        this.offsets = new long[] {start};
    }

    /** Returns the layout of a chunk whose pages cannot be looked for. */
    static PageLayout unknown(ColumnChunk chunk, long start) {
        PageLayout layout = new PageLayout(chunk, start);
        layout.breakOff();
        return layout;
    }

    /**
     * Returns the layout by an offset index, which knows neither headers nor decompressed sizes: the length of a page then includes its
     * header, and its decompressed size is estimated from the ratio of the whole chunk.
     *
     * @param indexed where each page starts, the dictionary page included, and where the last one ends
     */
    static PageLayout estimated(ColumnChunk chunk, long... indexed) {
        PageLayout layout = new PageLayout(chunk, indexed[0]);
        layout.estimated = true;
        double ratio = (double) chunk.statedUncompressedLength() / chunk.statedLength();
        for (int page = 0; page + 1 < indexed.length; page++) {
            int length = (int) Math.min(Integer.MAX_VALUE, indexed[page + 1] - indexed[page]);
            layout.add(0, length, (int) Math.max(1, Math.min(Integer.MAX_VALUE, length * ratio)));
        }
        return layout;
    }

    /** Returns the layout of some of the pages, to which none is added. */
    PageLayout part(int first, int end) {
        PageLayout part = new PageLayout(chunk, offsets[first]);
        part.count = end - first;
        part.dictionaryFirst = dictionaryFirst;
        part.offsets = Arrays.copyOfRange(offsets, first, end + 1);
        part.headerLengths = Arrays.copyOfRange(headerLengths, first, end);
        part.compressedSizes = Arrays.copyOfRange(compressedSizes, first, end);
        part.uncompressedSizes = Arrays.copyOfRange(uncompressedSizes, first, end);
        return part;
    }

    /** Returns this layout, to which no page is added any more, for the same chunk in another file. */
    PageLayout of(ColumnChunk other) {
        PageLayout same = new PageLayout(other, offsets[0]);
        same.count = count;
        same.dictionaryFirst = dictionaryFirst;
        same.offsets = offsets;
        same.headerLengths = headerLengths;
        same.compressedSizes = compressedSizes;
        same.uncompressedSizes = uncompressedSizes;
        return same;
    }

    public ColumnChunk chunk() {
        return chunk;
    }

    /** Returns the place of a page. */
    public Place at(int page) {
        return chunk.at().page(page, offsets[page]);
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

    /** Returns whether this is by an offset index: no header was read, and the sizes are those of {@link PageFinder#pages}. */
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

    /** Returns how many pages have Parquet's checksum, by their headers. */
    public int checksummed() {
        return checksummed;
    }

    /** Returns whether some pages have no encoding for levels, which their column does not have. parquet-java does not read them. */
    public boolean lackLevelEncodings() {
        return lackLevelEncodings;
    }

    /** Returns the encodings of pages that this version does not know, by their headers; mostly none. Immutable. */
    public Set<Integer> newEncodings() {
        return newEncodings;
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

    /** Returns the page that a field of the ColumnMetaData names, or -1 if it names none. */
    int named(int field) {
        return field == ColumnChunk.DATA_PAGE && isDataPageOffsetInDictionaryPage()
                ? 1
                : indexOf(chunk.metaData(field));
    }

    /**
     * Returns whether data_page_offset lacks the length of the dictionary page's header, which readers do not mind, as they begin
     * with that page. DuckDB wrote it so before 0.10, and Kuzu does.
     */
    public boolean isDataPageOffsetInDictionaryPage() {
        return count > 1 && dictionaryFirst && chunk.metaData(ColumnChunk.DATA_PAGE) == offsets[1] - headerLengths[0];
    }

    /** Returns whether each offset of the footer is that of the same page as in the layout that this one was made from. */
    boolean isNamedAs(PageLayout before) {
        int page = before.indexOf(before.chunk.fileOffset());
        return (page < 0 ? chunk.fileOffset() == 0 : page == indexOf(chunk.fileOffset()))
                && IntStream.of(ColumnChunk.DATA_PAGE, ColumnChunk.DICTIONARY_PAGE, ColumnChunk.INDEX_PAGE)
                        .allMatch(field -> named(field) == before.named(field));
    }

    /** Adds the next page. */
    void add(PageHeader header) {
        dictionaryFirst |= header.isDictionary();
        checksummed += header.hasChecksum() ? 1 : 0;
        lackLevelEncodings |= header.lacksLevelEncoding();
        if (!Fields.isKnownOfValues(header.encoding()) && !newEncodings.contains(header.encoding())) {
            newEncodings = Stream.concat(newEncodings.stream(), Stream.of(header.encoding()))
                    .collect(Collectors.toUnmodifiableSet());
        }
        add(header.length(), header.compressedSize(), header.uncompressedSize());
    }

    /** Adds a page whose header cannot be read, and that ends where the next one starts. */
    void addUnreadable(long end, boolean isDictionary) {
        dictionaryFirst |= isDictionary;
        whole = false;
        add(0, 0, 0);
        offsets[count] = end;
    }

    /** Adds a page that was written. */
    void add(int headerLength, int compressedSize, int uncompressedSize, boolean isDictionary) {
        dictionaryFirst |= isDictionary;
        add(headerLength, compressedSize, uncompressedSize);
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
