// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.HashSet;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A column chunk: what the footer says of it, and where its pages stand. */
public final class ColumnChunk {

    private final int rowGroup;
    private final long metaDataOffset;

    private ThriftNumber fileOffset;
    private ThriftNumber offsetIndexOffset;
    private ThriftNumber offsetIndexLength;
    private ThriftNumber columnIndexOffset;
    private ThriftNumber columnIndexLength;
    private MetaData metaData;
    private int metaDataStart;
    private CompressionCodecName codec;
    private PagePlaces pages;
    private boolean isElsewhere;
    private boolean isEncrypted;
    private boolean usable = true;

    /** The numbers of a ColumnMetaData. */
    private static final class MetaData {
        private String path;
        private ThriftNumber codec;
        private ThriftNumber valueCount;
        private ThriftNumber totalUncompressedSize;
        private ThriftNumber totalCompressedSize;
        private ThriftNumber dataPageOffset;
        private ThriftNumber indexPageOffset;
        private ThriftNumber dictionaryPageOffset;
        private ThriftNumber bloomFilterOffset;
        private ThriftNumber bloomFilterLength;
    }

    private ColumnChunk(int rowGroup, long metaDataOffset) {
        this.rowGroup = rowGroup;
        this.metaDataOffset = metaDataOffset;
    }

    /** Reads a ColumnChunk of the footer, and adds what is kept although it is not known to {@code notes}. */
    static ColumnChunk read(CompactScanner scanner, int rowGroup, int column, Set<String> notes, Defects defects)
            throws FileDefect {
        ColumnChunk chunk = new ColumnChunk(rowGroup, scanner.position());
        try {
            chunk.readFields(scanner, notes, defects);
        } catch (FileDefect e) {
            throw e.in("row group " + rowGroup + ", column chunk " + column);
        }
        if (chunk.isEncrypted) {
            // This ends the reading in any case: where one column is encrypted the footer is signed or others are too.
            throw new FileDefect("it is encrypted, and this project has no keys").in(chunk.place());
        }
        try {
            chunk.check();
        } catch (FileDefect e) {
            chunk.usable = false;
            defects.found(chunk.at(), e);
        }
        return chunk;
    }

    private void readFields(CompactScanner scanner, Set<String> notes, Defects defects) throws FileDefect {
        CompactScanner.Struct struct = scanner.struct("ColumnChunk");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> isElsewhere = !struct.string().isEmpty();
                case 2 -> fileOffset = struct.i64();
                case 3 -> {
                    metaDataStart = scanner.position();
                    metaData = readMetaData(scanner, struct.struct("ColumnMetaData"), notes, defects);
                }
                case 4 -> offsetIndexOffset = struct.i64();
                case 5 -> offsetIndexLength = struct.i32();
                case 6 -> columnIndexOffset = struct.i64();
                case 7 -> columnIndexLength = struct.i32();
                case 8, 9 -> {
                    isEncrypted = true;
                    struct.skip();
                }
                default -> {
                    defects.strange(Place.FILE, struct.unknown());
                    struct.skip();
                }
            }
        }
        struct.requireField(2);
    }

    private static MetaData readMetaData(
            CompactScanner scanner, CompactScanner.Struct struct, Set<String> notes, Defects defects)
            throws FileDefect {
        MetaData read = new MetaData();
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> struct.i32();
                case 2 -> {
                    for (int left = struct.list(CompactScanner.I32); left > 0; left--) {
                        PageHeader.requireInFooter(scanner.i32Element());
                    }
                }
                case 3 -> read.path = struct.dottedPath();
                case 4 -> read.codec = struct.i32();
                case 5 -> read.valueCount = struct.i64();
                case 6 -> read.totalUncompressedSize = struct.i64();
                case 7 -> read.totalCompressedSize = struct.i64();
                case 8 -> Shape.KEY_VALUE.skipList(scanner, struct, notes);
                case 9 -> read.dataPageOffset = struct.i64();
                case 10 -> read.indexPageOffset = struct.i64();
                case 11 -> read.dictionaryPageOffset = struct.i64();
                case 12 -> Shape.STATISTICS.skip(struct, notes);
                case 13 -> Shape.PAGE_ENCODING_STATS.skipList(scanner, struct, notes);
                case 14 -> read.bloomFilterOffset = struct.i64();
                case 15 -> read.bloomFilterLength = struct.i32();
                case 16 -> Shape.SIZE_STATISTICS.skip(struct, notes);
                case 17 -> Shape.GEOSPATIAL_STATISTICS.skip(struct, notes);
                default -> {
                    defects.strange(Place.FILE, struct.unknown());
                    struct.skip();
                }
            }
        }
        struct.requireField(1);
        struct.requireField(2);
        return read;
    }

    private void check() throws FileDefect {
        if (isElsewhere) {
            throw new FileDefect("its pages stand in another file (file_path is set), expected this file");
        }
        if (metaData == null) {
            throw new FileDefect("its metadata is not in the footer");
        }
        require("codec", metaData.codec);
        require("path_in_schema", metaData.path);
        requireSize("num_values", metaData.valueCount);
        requireSize("total_uncompressed_size", metaData.totalUncompressedSize);
        requireSize("total_compressed_size", metaData.totalCompressedSize);
        require("data_page_offset", metaData.dataPageOffset);
        codec = CodecId.codec(metaData.codec.value());
        requireBoth("offset_index", offsetIndexOffset, offsetIndexLength);
        requireBoth("column_index", columnIndexOffset, columnIndexLength);
        if (metaData.valueCount.value() > 0 && start() == 0) {
            throw new FileDefect("it has " + metaData.valueCount.value() + " values, but no offset of a page");
        }
    }

    private static void require(String name, Object value) throws FileDefect {
        if (value == null) {
            throw PageHeader.missing("ColumnMetaData", name);
        }
    }

    private static void requireSize(String name, ThriftNumber number) throws FileDefect {
        require(name, number);
        if (number.value() < 0) {
            throw new FileDefect("ColumnMetaData has the " + name + " " + number.value() + ", expected 0 or more");
        }
    }

    private static void requireBoth(String what, ThriftNumber offset, ThriftNumber length) throws FileDefect {
        long start = ThriftNumber.valueOf(offset, 0);
        long size = ThriftNumber.valueOf(length, 0);
        if (start > 0 != size > 0 || start < 0 || size < 0) {
            throw new FileDefect("its " + what + " has the offset " + start + " and the length " + size
                    + ", expected both above 0, or none");
        }
    }

    /** Returns whether {@code bytes[start, end)} begin with a copy of this chunk's metadata, and how long that is; 0 if not. */
    int copyLength(byte[] bytes, int start, int end, long origin) {
        int length = copyLength(bytes, start, end, origin, false);
        return length > 0 ? length : copyLength(bytes, start, end, origin, true);
    }

    private int copyLength(byte[] bytes, int start, int end, long origin, boolean ofChunk) {
        try {
            CompactScanner scanner = new CompactScanner(bytes, start, end, origin);
            MetaData copy;
            if (ofChunk) {
                ColumnChunk chunk = new ColumnChunk(rowGroup, start);
                chunk.readFields(scanner, new HashSet<>(), Defects.REFUSED);
                copy = chunk.metaData;
            } else {
                copy = readMetaData(scanner, scanner.struct("ColumnMetaData"), new HashSet<>(), Defects.REFUSED);
            }
            return isCopy(copy) ? scanner.position() - start : 0;
        } catch (FileDefect e) {
            return 0; // something else stands there, which the caller refuses
        }
    }

    private boolean isCopy(MetaData other) {
        return other != null
                && metaData.path.equals(other.path)
                && equal(metaData.codec, other.codec)
                && equal(metaData.valueCount, other.valueCount)
                && equal(metaData.totalUncompressedSize, other.totalUncompressedSize)
                && equal(metaData.dataPageOffset, other.dataPageOffset);
    }

    private static boolean equal(ThriftNumber number, ThriftNumber other) {
        return other != null && number.value() == other.value();
    }

    void setPages(PagePlaces places) {
        pages = places;
    }

    /** Requires that a page starts wherever the footer says so. */
    void checkPlaces() throws FileDefect {
        requirePage("data_page_offset", metaData.dataPageOffset);
        requirePage("dictionary_page_offset", metaData.dictionaryPageOffset);
        requirePage("index_page_offset", metaData.indexPageOffset);
    }

    private void requirePage(String name, ThriftNumber offset) throws FileDefect {
        long value = ThriftNumber.valueOf(offset, 0);
        if (value < 0 || value > 0 && pages.count() > 0 && pages.indexOf(value) < 0) {
            throw new FileDefect("its " + name + " is " + value + ", where no page of it starts");
        }
    }

    /** Returns the place of this chunk. */
    public Place at() {
        return Place.column(rowGroup, path());
    }

    /** Returns the place of a page of this chunk. */
    public Place at(int page) {
        return at().page(page, pages.offset(page));
    }

    /** Returns what messages call this chunk. */
    public String place() {
        return at().toString();
    }

    /** Returns what messages call a page of this chunk. */
    public String place(int page) {
        return at(page).toString();
    }

    /** Returns whether the footer says enough of the chunk to look for its pages; true unless a defect was found. */
    public boolean isUsable() {
        return usable;
    }

    /** Returns whether a dictionary page stands at an offset, as the footer has it. */
    boolean promisesDictionary(long offset) {
        return ThriftNumber.valueOf(metaData.dictionaryPageOffset, 0) == offset;
    }

    /** Returns whether the footer names a dictionary page. */
    public boolean promisesDictionary() {
        return ThriftNumber.valueOf(metaData.dictionaryPageOffset, 0) > 0;
    }

    /** Returns the index of the row group, from 0. */
    public int rowGroup() {
        return rowGroup;
    }

    /** Returns the path in the schema, with dots. */
    public String path() {
        return metaData == null || metaData.path == null
                ? "at offset " + metaDataOffset + " of the footer"
                : metaData.path;
    }

    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns where the ColumnMetaData starts in the footer's bytes. */
    public int metaDataStart() {
        return metaDataStart;
    }

    /** Returns the number of values, nulls included. */
    public long valueCount() {
        return metaData.valueCount.value();
    }

    /** Returns the pages. Before a walk has come to the chunk this is null, and while it is there, the pages found so far. */
    public PagePlaces pages() {
        return pages;
    }

    /** Returns the least offset of a page that the footer names, or 0 if it names none. */
    public long start() {
        if (metaData == null) {
            return 0;
        }
        long start = least(0, metaData.dataPageOffset);
        start = least(start, metaData.dictionaryPageOffset);
        return least(start, metaData.indexPageOffset);
    }

    private static long least(long start, ThriftNumber offset) {
        long value = ThriftNumber.valueOf(offset, 0);
        return value <= 0 ? start : start == 0 ? value : Math.min(start, value);
    }

    /** Returns the length of the pages with their headers, in bytes, as the footer has it. */
    public long statedLength() {
        return metaData.totalCompressedSize.value();
    }

    /** Returns the length of the pages with their headers when they are decompressed, in bytes, as the footer has it. */
    public long statedUncompressedLength() {
        return metaData.totalUncompressedSize.value();
    }

    long offsetIndexOffset() {
        return ThriftNumber.valueOf(offsetIndexOffset, 0);
    }

    long offsetIndexLength() {
        return ThriftNumber.valueOf(offsetIndexLength, 0);
    }

    long columnIndexOffset() {
        return ThriftNumber.valueOf(columnIndexOffset, 0);
    }

    long columnIndexLength() {
        return ThriftNumber.valueOf(columnIndexLength, 0);
    }

    long bloomFilterOffset() {
        return Math.max(0, ThriftNumber.valueOf(metaData.bloomFilterOffset, 0));
    }

    long bloomFilterLength() {
        return ThriftNumber.valueOf(metaData.bloomFilterLength, 0);
    }

    long fileOffset() {
        return ThriftNumber.valueOf(fileOffset, 0);
    }

    /** Returns whether each offset is that of the same page as in another chunk, which this one was made from. */
    boolean namesSamePages(ColumnChunk before) {
        int page = before.page(before.fileOffset);
        return (page < 0 ? fileOffset() == 0 : page == page(fileOffset))
                && page(metaData.dataPageOffset) == before.page(before.metaData.dataPageOffset)
                && page(metaData.dictionaryPageOffset) == before.page(before.metaData.dictionaryPageOffset)
                && page(metaData.indexPageOffset) == before.page(before.metaData.indexPageOffset);
    }

    /** Returns whether total_uncompressed_size differs from another chunk's as the headers of their pages do. */
    boolean hasGrownFrom(ColumnChunk before) {
        long growth = pages.uncompressedLength() - before.pages.uncompressedLength();
        return statedUncompressedLength() == grown(before.statedUncompressedLength(), growth);
    }

    private int page(ThriftNumber offset) {
        return pages.indexOf(ThriftNumber.valueOf(offset, 0));
    }

    /** Replaces what a change of the pages changes. */
    void splice(Splicer splicer, ChunkChange change) {
        splicer.replace(fileOffset, newFileOffset(change));
        splicer.replace(offsetIndexOffset, change.moved(Region.Kind.OFFSET_INDEX, offsetIndexOffset()));
        splicer.replace(offsetIndexLength, change.offsetIndexLength(offsetIndexLength()));
        splicer.replace(columnIndexOffset, change.moved(Region.Kind.COLUMN_INDEX, columnIndexOffset()));
        splicer.replace(metaData.codec, CodecId.id(change.codec()));
        splicer.replace(
                metaData.totalUncompressedSize, grown(metaData.totalUncompressedSize.value(), change.headerGrowth()));
        splicer.replace(metaData.totalCompressedSize, change.length());
        splicer.replace(metaData.dataPageOffset, newPageOffset(metaData.dataPageOffset, change));
        splicer.replace(metaData.indexPageOffset, newPageOffset(metaData.indexPageOffset, change));
        splicer.replace(metaData.dictionaryPageOffset, newPageOffset(metaData.dictionaryPageOffset, change));
        long bloomFilter = ThriftNumber.valueOf(metaData.bloomFilterOffset, 0);
        splicer.replace(
                metaData.bloomFilterOffset,
                bloomFilter > 0 ? change.moved(Region.Kind.BLOOM_FILTER, bloomFilter) : bloomFilter);
    }

    /** Returns a size that counts headers, some of which have become longer or shorter. 0 stands for an unknown one. */
    static long grown(long size, long growth) {
        return size == 0 ? 0 : Math.max(0, size + growth);
    }

    private long newFileOffset(ChunkChange change) {
        int page = pages.indexOf(fileOffset());
        return page < 0 ? 0 : change.pageOffset(page);
    }

    private long newPageOffset(ThriftNumber offset, ChunkChange change) {
        long value = ThriftNumber.valueOf(offset, 0);
        return value == 0 ? 0 : change.pageOffset(Math.max(0, pages.indexOf(value)));
    }

    /** Erases what a change of the pages may change. */
    void erase(Splicer splicer) {
        splicer.erase(fileOffset);
        splicer.erase(offsetIndexOffset);
        splicer.erase(offsetIndexLength);
        splicer.erase(columnIndexOffset);
        splicer.erase(metaData.codec);
        splicer.erase(metaData.totalUncompressedSize);
        splicer.erase(metaData.totalCompressedSize);
        splicer.erase(metaData.dataPageOffset);
        splicer.erase(metaData.indexPageOffset);
        splicer.erase(metaData.dictionaryPageOffset);
        splicer.erase(metaData.bloomFilterOffset);
    }
}
