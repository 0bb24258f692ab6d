// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A column chunk: what the footer says of it, and where its pages are. */
public final class ColumnChunk {

    private static final int FILE_OFFSET = 2;
    private static final int OFFSET_INDEX_OFFSET = 4;
    private static final int OFFSET_INDEX_LENGTH = 5;
    private static final int COLUMN_INDEX_OFFSET = 6;
    private static final int COLUMN_INDEX_LENGTH = 7;

    private static final int CODEC = 4;
    private static final int VALUES = 5;
    private static final int UNCOMPRESSED_SIZE = 6;
    private static final int COMPRESSED_SIZE = 7;
    private static final int DATA_PAGE = 9;
    private static final int INDEX_PAGE = 10;
    private static final int DICTIONARY_PAGE = 11;
    private static final int BLOOM_FILTER_OFFSET = 14;
    private static final int BLOOM_FILTER_LENGTH = 15;

    private final int rowGroup;
    private final long chunkOffset;
    private final Fields.Numbers chunk = new Fields.Numbers(Fields.COLUMN_CHUNK);

    /** The numbers of the ColumnMetaData. */
    private final Fields.Numbers metaData = new Fields.Numbers(Fields.COLUMN_META_DATA);

    private boolean hasMetaData;
    private int metaDataStart;
    private String path;
    private CompressionCodecName codec;
    private PagePlaces pages;
    private boolean isElsewhere;
    private boolean isEncrypted;
    private boolean usable = true;

    private ColumnChunk(int rowGroup, long chunkOffset) {
        this.rowGroup = rowGroup;
        this.chunkOffset = chunkOffset;
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
                case 3 -> {
                    metaDataStart = scanner.position();
                    readMetaData(scanner, struct.struct("ColumnMetaData"), notes, defects);
                }
                case 8, 9 -> {
                    isEncrypted = true;
                    struct.skip();
                }
                default -> {
                    if (!chunk.read(struct)) {
                        defects.strange(Place.FILE, struct.unknown());
                        struct.skip();
                    }
                }
            }
        }
        struct.requireField(FILE_OFFSET);
    }

    private void readMetaData(CompactScanner scanner, CompactScanner.Struct struct, Set<String> notes, Defects defects)
            throws FileDefect {
        hasMetaData = true;
        while (struct.next()) {
            switch (struct.id()) {
                case 2 -> {
                    for (int left = struct.list(CompactScanner.I32); left > 0; left--) {
                        Fields.requireInFooter(scanner.i32Element());
                    }
                }
                case 3 -> path = struct.dottedPath();
                case 8 -> Shape.KEY_VALUE.skipList(scanner, struct, notes);
                case 12 -> Shape.STATISTICS.skip(struct, notes);
                case 13 -> Shape.PAGE_ENCODING_STATS.skipList(scanner, struct, notes);
                case 16 -> Shape.SIZE_STATISTICS.skip(struct, notes);
                case 17 -> Shape.GEOSPATIAL_STATISTICS.skip(struct, notes);
                default -> {
                    if (!metaData.read(struct)) {
                        defects.strange(Place.FILE, struct.unknown());
                        struct.skip();
                    }
                }
            }
        }
        struct.requireFields(2);
    }

    private void check() throws FileDefect {
        if (isElsewhere) {
            throw new FileDefect("its pages stand in another file (file_path is set), expected this file");
        }
        if (!hasMetaData) {
            throw new FileDefect("its metadata is not in the footer");
        }
        String problem = path == null ? "lacks its path_in_schema" : metaData.problem();
        if (problem != null) {
            throw new FileDefect("ColumnMetaData " + problem);
        }
        CompressionCodec known = CompressionCodec.findByValue((int) metaData.value(CODEC));
        if (known == null) {
            throw new FileDefect("the codec number " + metaData.value(CODEC) + " is unknown, expected one from 0 to "
                    + (CompressionCodec.values().length - 1));
        }
        codec = CompressionCodecName.valueOf(known.name());
        requireBoth("offset_index", offsetIndexOffset(), offsetIndexLength());
        requireBoth("column_index", columnIndexOffset(), columnIndexLength());
        if (valueCount() > 0 && start() == 0) {
            throw new FileDefect("it has " + valueCount() + " values, but no offset of a page");
        }
    }

    private static void requireBoth(String what, long start, long size) throws FileDefect {
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
            ColumnChunk copy = new ColumnChunk(rowGroup, start);
            if (ofChunk) {
                copy.readFields(scanner, new HashSet<>(), Defects.REFUSED);
            } else {
                copy.readMetaData(scanner, scanner.struct("ColumnMetaData"), new HashSet<>(), Defects.REFUSED);
            }
            return isCopy(copy) ? scanner.position() - start : 0;
        } catch (FileDefect e) {
            return 0; // it is something else, which the caller refuses
        }
    }

    private boolean isCopy(ColumnChunk other) {
        return path.equals(other.path)
                && IntStream.of(CODEC, VALUES, UNCOMPRESSED_SIZE, DATA_PAGE)
                        .allMatch(
                                id -> other.metaData.get(id) != null && metaData.value(id) == other.metaData.value(id));
    }

    void setPages(PagePlaces places) {
        pages = places;
    }

    /** Requires that a page starts wherever the footer says so. */
    void checkPlaces() throws FileDefect {
        requirePage("data_page_offset", metaData.value(DATA_PAGE, 0));
        requirePage("dictionary_page_offset", metaData.value(DICTIONARY_PAGE, 0));
        requirePage("index_page_offset", metaData.value(INDEX_PAGE, 0));
    }

    private void requirePage(String name, long value) throws FileDefect {
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

    /** Returns whether the footer says that a dictionary page starts at an offset. */
    boolean promisesDictionary(long offset) {
        return metaData.value(DICTIONARY_PAGE, 0) == offset;
    }

    /** Returns whether the footer names a dictionary page. */
    public boolean promisesDictionary() {
        return metaData.value(DICTIONARY_PAGE, 0) > 0;
    }

    /** Returns the index of the row group, from 0. */
    public int rowGroup() {
        return rowGroup;
    }

    /** Returns the path in the schema, with dots. */
    public String path() {
        return path == null ? "at offset " + chunkOffset + " of the footer" : path;
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
        return metaData.value(VALUES);
    }

    /** Returns the pages. Before a walk has come to the chunk this is null, and while it is there, the pages found so far. */
    public PagePlaces pages() {
        return pages;
    }

    /** Returns the least offset of a page that the footer names, or 0 if it names none. */
    public long start() {
        return LongStream.of(
                        metaData.value(DATA_PAGE, 0), metaData.value(INDEX_PAGE, 0), metaData.value(DICTIONARY_PAGE, 0))
                .filter(offset -> offset > 0)
                .min()
                .orElse(0);
    }

    /** Returns the length of the pages with their headers, in bytes, as the footer has it. */
    public long statedLength() {
        return metaData.value(COMPRESSED_SIZE);
    }

    /** Returns the length of the pages with their headers when they are decompressed, in bytes, as the footer has it. */
    public long statedUncompressedLength() {
        return metaData.value(UNCOMPRESSED_SIZE);
    }

    long offsetIndexOffset() {
        return chunk.value(OFFSET_INDEX_OFFSET, 0);
    }

    long offsetIndexLength() {
        return chunk.value(OFFSET_INDEX_LENGTH, 0);
    }

    long columnIndexOffset() {
        return chunk.value(COLUMN_INDEX_OFFSET, 0);
    }

    long columnIndexLength() {
        return chunk.value(COLUMN_INDEX_LENGTH, 0);
    }

    long bloomFilterOffset() {
        return Math.max(0, metaData.value(BLOOM_FILTER_OFFSET, 0));
    }

    long bloomFilterLength() {
        return metaData.value(BLOOM_FILTER_LENGTH, 0);
    }

    long fileOffset() {
        return chunk.value(FILE_OFFSET, 0);
    }

    /** Returns whether each offset is that of the same page as in another chunk, which this one was made from. */
    boolean namesSamePages(ColumnChunk before) {
        int page = before.pages.indexOf(before.fileOffset());
        return (page < 0 ? fileOffset() == 0 : page == pages.indexOf(fileOffset()))
                && IntStream.of(DATA_PAGE, DICTIONARY_PAGE, INDEX_PAGE).allMatch(id -> page(id) == before.page(id));
    }

    /** Returns whether total_uncompressed_size differs from another chunk's as the headers of their pages do. */
    boolean hasGrownFrom(ColumnChunk before) {
        long growth = pages.uncompressedLength() - before.pages.uncompressedLength();
        return statedUncompressedLength() == grown(before.statedUncompressedLength(), growth);
    }

    private int page(int offset) {
        return pages.indexOf(metaData.value(offset, 0));
    }

    /** Replaces what a change of the pages changes. */
    void splice(Splicer splicer, ChunkChange change) {
        splicer.replace(chunk.get(FILE_OFFSET), newFileOffset(change));
        splicer.replace(chunk.get(OFFSET_INDEX_OFFSET), change.moved(Region.Kind.OFFSET_INDEX, offsetIndexOffset()));
        splicer.replace(chunk.get(OFFSET_INDEX_LENGTH), change.offsetIndexLength(offsetIndexLength()));
        splicer.replace(chunk.get(COLUMN_INDEX_OFFSET), change.moved(Region.Kind.COLUMN_INDEX, columnIndexOffset()));
        splicer.replace(
                metaData.get(CODEC),
                CompressionCodec.valueOf(change.codec().name()).getValue());
        splicer.replace(metaData.get(UNCOMPRESSED_SIZE), grown(statedUncompressedLength(), change.headerGrowth()));
        splicer.replace(metaData.get(COMPRESSED_SIZE), change.length());
        for (int offset : new int[] {DATA_PAGE, INDEX_PAGE, DICTIONARY_PAGE}) {
            splicer.replace(metaData.get(offset), newPageOffset(metaData.value(offset, 0), change));
        }
        long bloomFilter = metaData.value(BLOOM_FILTER_OFFSET, 0);
        splicer.replace(
                metaData.get(BLOOM_FILTER_OFFSET),
                bloomFilter > 0 ? change.moved(Region.Kind.BLOOM_FILTER, bloomFilter) : bloomFilter);
    }

    /** Returns a size that counts headers, some of which have become longer or shorter. 0 means that it is unknown. */
    static long grown(long size, long growth) {
        return size == 0 ? 0 : Math.max(0, size + growth);
    }

    private long newFileOffset(ChunkChange change) {
        int page = pages.indexOf(fileOffset());
        return page < 0 ? 0 : change.pageOffset(page);
    }

    private long newPageOffset(long value, ChunkChange change) {
        return value == 0 ? 0 : change.pageOffset(Math.max(0, pages.indexOf(value)));
    }

    /** Erases what a change of the pages may change. */
    void erase(Splicer splicer) {
        chunk.erase(splicer);
        metaData.erase(splicer);
    }
}
