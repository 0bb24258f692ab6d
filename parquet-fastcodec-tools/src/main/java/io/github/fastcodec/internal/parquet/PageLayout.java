// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The offsets and sizes of a column chunk's pages, which follow one another. A layout takes 20 bytes per page. Only this package
 * adds pages, on one thread, as they are found or written. Once all pages have been added, the layout is immutable and
 * thread-safe.
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

    /** The page encodings that this version does not know. */
    private Set<Integer> newEncodings = Set.of();

    /** The offset of each page, and the end of the last one. Each page ends where the next one starts. */
    private long[] offsets;

    private int[] headerLengths = NONE;
    private int[] compressedSizes = NONE;
    private int[] uncompressedSizes = NONE;

    /** @param start the offset of the first page */
    PageLayout(ColumnChunk chunk, long start) {
        this.chunk = chunk;
        this.offsets = new long[] {start};
    }

    /** Returns the layout of a chunk whose pages cannot be located. */
    static PageLayout unknown(ColumnChunk chunk, long start) {
        PageLayout layout = new PageLayout(chunk, start);
        layout.breakOff();
        return layout;
    }

    /**
     * Returns a layout from an offset index. The index contains neither header lengths nor decompressed sizes, so the length of a
     * page includes its header, and its decompressed size is estimated from the compression ratio of the chunk.
     *
     * @param indexed the start of each page, including the dictionary page, and the end of the last page
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

    /** Returns the layout of the pages from {@code first} to {@code end}, exclusive. No pages may be added to it. */
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

    /** Returns this layout for the same chunk in another file. No more pages may be added to either layout. */
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

    /** Returns the number of pages before the first data page: 1 if there is a dictionary page, else 0. */
    public int dictionaryPages() {
        return dictionaryFirst ? 1 : 0;
    }

    /** Returns the offset of a page's header in the file; for {@link #count}, the end of the last page. */
    public long offset(int page) {
        return offsets[page];
    }

    /** Returns the offset at which the last page ends. */
    public long end() {
        return offsets[count];
    }

    /** Returns whether this contains all pages of the chunk, and all of them are readable; true unless a defect was found. */
    public boolean isWhole() {
        return whole;
    }

    /**
     * Returns whether this was made from an offset index. If so, no header was read, and sizes are estimated as in
     * {@link PageFinder#pages}.
     */
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

    /** Returns the decompressed length of a page, in bytes. */
    public int uncompressedSize(int page) {
        return uncompressedSizes[page];
    }

    /** Returns the number of pages whose header has a checksum. */
    public int checksummed() {
        return checksummed;
    }

    /**
     * Returns whether some pages give no encoding for levels that their column does not have. parquet-java does not read such
     * pages.
     */
    public boolean lackLevelEncodings() {
        return lackLevelEncodings;
    }

    /** Returns the encodings in page headers that this version does not know; usually empty. Immutable. */
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

    /** Returns the decompressed length of all pages with their headers, in bytes. */
    public long uncompressedLength() {
        long length = 0;
        for (int page = 0; page < count(); page++) {
            length += (long) headerLengths[page] + uncompressedSizes[page];
        }
        return length;
    }

    /** Returns the index of the page whose header starts at {@code offset}, or -1 if there is none. */
    public int indexOf(long offset) {
        int index = Arrays.binarySearch(offsets, 0, count(), offset);
        return Math.max(index, -1);
    }

    /** Returns the index of the page that includes the byte at {@code offset}. */
    public int indexAt(long offset) {
        int index = Arrays.binarySearch(offsets, 0, count(), offset);
        return index >= 0 ? index : -index - 2;
    }

    /** Returns the index of the page whose offset is in the given field of the ColumnMetaData, or -1 if there is none. */
    int named(int field) {
        return field == ColumnChunk.DATA_PAGE && isDataPageOffsetInDictionaryPage()
                ? 1
                : indexOf(chunk.metaData(field));
    }

    /**
     * Returns whether data_page_offset is too small by the length of the dictionary page's header. Readers do not mind, because
     * they begin with the dictionary page. DuckDB before 0.10 and Kuzu write such offsets.
     */
    public boolean isDataPageOffsetInDictionaryPage() {
        return count > 1 && dictionaryFirst && chunk.metaData(ColumnChunk.DATA_PAGE) == offsets[1] - headerLengths[0];
    }

    /** Returns whether the footer gives the dictionary page and the data pages the same offset. Most readers do not mind. */
    public boolean isDataPageOffsetAtDictionaryPage() {
        return dictionaryFirst && chunk.metaData(ColumnChunk.DATA_PAGE) == chunk.metaData(ColumnChunk.DICTIONARY_PAGE);
    }

    /** Returns whether each page offset in the footer refers to the same page as in the source. */
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
        if (!Fields.isKnownForValues(header.encoding()) && !newEncodings.contains(header.encoding())) {
            newEncodings = Stream.concat(newEncodings.stream(), Stream.of(header.encoding()))
                    .collect(Collectors.toUnmodifiableSet());
        }
        add(header.length(), header.compressedSize(), header.uncompressedSize());
    }

    /** Adds a page whose header cannot be read, and which ends at {@code end}. */
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

    /** Marks this as incomplete, because no more pages can be found. */
    void breakOff() {
        whole = false;
    }

    /** Trims the arrays to the number of pages. Called after the last page was added. */
    void trim() {
        resize(count);
    }
}
