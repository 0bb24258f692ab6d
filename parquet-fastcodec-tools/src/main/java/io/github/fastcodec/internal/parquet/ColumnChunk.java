// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.ByteArrayOutputStream;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A column chunk: what the footer says of it. Immutable once the footer was read, but for its pages, which a walk through the file
 * adds.
 */
public final class ColumnChunk {

    private static final int FILE_OFFSET = 2;
    private static final int OFFSET_INDEX_OFFSET = 4;
    private static final int OFFSET_INDEX_LENGTH = 5;
    private static final int COLUMN_INDEX_OFFSET = 6;
    private static final int COLUMN_INDEX_LENGTH = 7;

    private static final int PATH = 3;
    private static final int CODEC = 4;
    private static final int VALUES = 5;
    private static final int UNCOMPRESSED_SIZE = 6;
    private static final int COMPRESSED_SIZE = 7;
    private static final int DATA_PAGE = 9;
    private static final int INDEX_PAGE = 10;
    private static final int DICTIONARY_PAGE = 11;
    private static final int ENCODING_STATS = 13;
    private static final int BLOOM_FILTER_OFFSET = 14;
    private static final int BLOOM_FILTER_LENGTH = 15;

    /** How many encodings a chunk may name that this version does not know: each takes memory. */
    private static final int MOST_NEW_ENCODINGS = 32;

    /**
     * A ColumnChunk as it was scanned.
     *
     * @param indexes where the fields of its indexes start, which are the last ones; 0 if there are none, -1 if others follow
     * @param end where its last field ends
     */
    private record Scanned(
            Fields.Numbers numbers, MetaData metaData, int indexes, int end, boolean isElsewhere, boolean isEncrypted) {

        private static Scanned read(CompactScanner scanner, Set<String> notes, Defects defects) throws FileDefect {
            Fields.Numbers numbers = new Fields.Numbers(Fields.COLUMN_CHUNK);
            MetaData metaData = MetaData.MISSING;
            boolean isElsewhere = false;
            boolean isEncrypted = false;
            int indexes = 0;
            CompactScanner.Struct struct = scanner.struct("ColumnChunk");
            while (struct.next()) {
                if (struct.id() < OFFSET_INDEX_OFFSET || struct.id() > COLUMN_INDEX_LENGTH) {
                    indexes = indexes == 0 ? 0 : -1;
                } else if (indexes == 0) {
                    indexes = struct.start();
                }
                switch (struct.id()) {
                    case 1 -> {
                        if (struct.is(CompactScanner.BINARY)) {
                            isElsewhere = !struct.string().isEmpty();
                        } else {
                            struct.skip();
                        }
                    }
                    case 3 -> {
                        int start = scanner.position();
                        metaData = MetaData.read(scanner, struct.struct("ColumnMetaData"), start, notes, defects);
                    }
                    case 8, 9 -> {
                        isEncrypted = true;
                        struct.skip();
                    }
                    default -> readNumber(struct, numbers, defects);
                }
            }
            struct.requireField(FILE_OFFSET);
            int end = scanner.position() - 1; // before the byte that ends the structure
            return new Scanned(numbers, metaData, indexes, end, isElsewhere, isEncrypted);
        }
    }

    /**
     * A ColumnMetaData as it was scanned.
     *
     * @param start where it starts in the array, or -1 if there is none
     * @param path empty unless {@code hasPath}
     * @param newEncodings the encodings it names that this version does not know
     */
    private record MetaData(
            int start, boolean hasPath, String path, Set<Integer> newEncodings, Fields.Numbers numbers) {

        private static final MetaData MISSING =
                new MetaData(-1, false, "", Set.of(), new Fields.Numbers(Fields.COLUMN_META_DATA));

        private static MetaData read(
                CompactScanner scanner, CompactScanner.Struct struct, int start, Set<String> notes, Defects defects)
                throws FileDefect {
            Fields.Numbers numbers = new Fields.Numbers(Fields.COLUMN_META_DATA);
            String path = "";
            Set<Integer> newEncodings = Set.of();
            while (struct.next()) {
                switch (struct.id()) {
                    case 2 -> {
                        for (int left = struct.list(CompactScanner.I32); left > 0; left--) {
                            newEncodings = withNew(scanner.i32Element(), newEncodings);
                        }
                    }
                    case PATH -> path = struct.dottedPath();
                    case 8 -> Shape.KEY_VALUE.skipList(scanner, struct, notes);
                    case 12 -> Shape.STATISTICS.skip(struct, notes);
                    case ENCODING_STATS -> Shape.PAGE_ENCODING_STATS.skipList(scanner, struct, notes);
                    case 16 -> Shape.SIZE_STATISTICS.skip(struct, notes);
                    case 17 -> Shape.GEOSPATIAL_STATISTICS.skip(struct, notes);
                    default -> readNumber(struct, numbers, defects);
                }
            }
            struct.requireFields(2);
            for (int encoding : newEncodings) {
                notes.add("the encoding " + encoding
                        + " is not known to this version, and its values are kept as they are");
            }
            return new MetaData(start, struct.has(PATH), path, newEncodings, numbers);
        }

        private long value(int id) {
            return numbers.value(id);
        }

        private static Set<Integer> withNew(int encoding, Set<Integer> known) throws FileDefect {
            if (Fields.isKnownInFooter(encoding) || known.contains(encoding)) {
                return known;
            }
            if (known.size() == MOST_NEW_ENCODINGS) {
                throw new FileDefect("ColumnMetaData names more than " + MOST_NEW_ENCODINGS
                        + " encodings that this version does not know");
            }
            Set<Integer> more = new HashSet<>(known);
            more.add(encoding);
            return more;
        }
    }

    private static void readNumber(CompactScanner.Struct struct, Fields.Numbers numbers, Defects defects)
            throws FileDefect {
        if (!numbers.read(struct)) {
            defects.strange(Place.FILE, struct.unknown());
            struct.skip();
        }
    }

    private final int rowGroup;
    private final String path;
    private final int index;

    /** The numbers of the ColumnChunk. */
    private final Fields.Numbers chunk;

    private final MetaData metaData;

    /** Where the fields of its indexes start and end, as {@link Scanned} has them. */
    private final int indexes;

    private final int end;

    /** The new encodings that no page was found to have until now. */
    private final Set<Integer> unused;

    private final boolean isUsable;
    private final CompressionCodecName codec;
    private PagePlaces pages = new PagePlaces();
    private boolean ignoresIsCompressed;

    private ColumnChunk(int rowGroup, String path, int index, Scanned scanned, Defects defects) throws FileDefect {
        this.rowGroup = rowGroup;
        this.path = path;
        this.index = index;
        this.chunk = scanned.numbers;
        this.metaData = scanned.metaData;
        this.indexes = scanned.indexes;
        this.end = scanned.end;
        this.unused = metaData.newEncodings.isEmpty() ? Set.of() : new HashSet<>(metaData.newEncodings);
        boolean isSound = true;
        CompressionCodecName known = CompressionCodecName.UNCOMPRESSED;
        try {
            known = requireSound(scanned);
        } catch (FileDefect e) {
            isSound = false;
            defects.found(at(), e);
        }
        this.isUsable = isSound;
        this.codec = known;
    }

    /** Says what the schema calls columns. */
    interface Paths {

        /** Returns the path of a column by its index in the schema, with dots. */
        String of(int column) throws FileDefect;
    }

    /**
     * Reads a ColumnChunk of the footer, and adds what is kept although it is not known to {@code notes}.
     *
     * @param paths tells the path of a chunk that has none; chunks stand in the order of the schema
     */
    static ColumnChunk read(
            CompactScanner scanner, int rowGroup, int index, Paths paths, Set<String> notes, Defects defects)
            throws FileDefect {
        Scanned scanned;
        try {
            scanned = Scanned.read(scanner, notes, defects);
        } catch (FileDefect e) {
            throw e.in("row group " + rowGroup + ", column chunk " + index);
        }
        String path = scanned.metaData.path;
        if (!scanned.metaData.hasPath) {
            path = paths.of(index);
            notes.add("column chunks have no path_in_schema, and are known by their order");
        }
        if (scanned.isEncrypted) {
            // This ends the reading in any case: where one column is encrypted the footer is signed or others are too.
            throw new FileDefect("it is encrypted, and this project has no keys")
                    .in(Place.column(rowGroup, path).toString());
        }
        return new ColumnChunk(rowGroup, path, index, scanned, defects);
    }

    /** Requires that the footer says enough, and returns the codec. */
    private CompressionCodecName requireSound(Scanned scanned) throws FileDefect {
        if (scanned.isElsewhere) {
            throw new FileDefect("its pages stand in another file (file_path is set), expected this file");
        }
        if (metaData.start < 0) {
            throw new FileDefect("its metadata is not in the footer");
        }
        String problem = metaData.numbers.problem();
        if (problem != null) {
            throw new FileDefect("ColumnMetaData " + problem);
        }
        CompressionCodec known = CompressionCodec.findByValue((int) metaData.value(CODEC));
        if (known == null) {
            throw new FileDefect("the codec number " + metaData.value(CODEC) + " is unknown, expected one from 0 to "
                    + (CompressionCodec.values().length - 1));
        }
        requireBoth("offset_index", Region.Kind.OFFSET_INDEX);
        requireBoth("column_index", Region.Kind.COLUMN_INDEX);
        if (valueCount() > 0 && start() == 0) {
            throw new FileDefect("it has " + valueCount() + " values, but no offset of a page");
        }
        return CompressionCodecName.valueOf(known.name());
    }

    private void requireBoth(String what, Region.Kind part) throws FileDefect {
        long start = offset(part);
        long size = length(part);
        if (start > 0 != size > 0 || start < 0 || size < 0) {
            throw new FileDefect("its " + what + " has the offset " + start + " and the length " + size
                    + ", expected both above 0, or none");
        }
    }

    /**
     * Returns how long the copy of this chunk's metadata is with which {@code bytes} begin, in bytes, or 0 if they begin with
     * something else.
     */
    int copyLength(byte[] bytes) {
        int length = copyLength(bytes, false);
        return length > 0 ? length : copyLength(bytes, true);
    }

    private int copyLength(byte[] bytes, boolean ofChunk) {
        try {
            CompactScanner scanner = new CompactScanner(bytes, 0, bytes.length, 0);
            Set<String> notes = new HashSet<>();
            MetaData copy = ofChunk
                    ? Scanned.read(scanner, notes, Defects.REFUSED).metaData
                    : MetaData.read(scanner, scanner.struct("ColumnMetaData"), 0, notes, Defects.REFUSED);
            return isCopy(copy) ? scanner.position() : 0;
        } catch (FileDefect e) {
            return 0; // it is something else, which the caller refuses
        }
    }

    /** Places are not compared: parquet-rs 49 and 50 count those of a copy from the start of the chunk. */
    private boolean isCopy(MetaData other) {
        return (path.equals(other.path) || !other.hasPath)
                && IntStream.of(CODEC, VALUES, UNCOMPRESSED_SIZE)
                        .allMatch(id -> other.numbers.has(id) && other.numbers.value(id) == metaData.value(id));
    }

    /** Requires that a page starts wherever the footer says so. */
    void checkPlaces() throws FileDefect {
        if (metaData.value(DATA_PAGE) == 0 && valueCount() > 0) {
            throw new FileDefect("its data_page_offset is 0, with which no reader finds its pages");
        }
        requirePage("data_page_offset", DATA_PAGE);
        requirePage("dictionary_page_offset", DICTIONARY_PAGE);
        requirePage("index_page_offset", INDEX_PAGE);
    }

    private void requirePage(String name, int field) throws FileDefect {
        long value = metaData.value(field);
        if (value < 0 || value > 0 && pages.count() > 0 && page(field) < 0) {
            throw new FileDefect("its " + name + " is " + value + ", where no page of it starts");
        }
    }

    /**
     * Returns whether data_page_offset lacks the length of the dictionary page's header, which readers do not mind, as they begin
     * with that page. DuckDB wrote it so before 0.10, and Kuzu does.
     */
    public boolean pointsIntoDictionaryPage() {
        return pages.count() > 1
                && pages.dictionaryPages() == 1
                && metaData.value(DATA_PAGE) == pages.offset(1) - pages.headerLength(0);
    }

    /** Returns the place of this chunk. */
    public Place at() {
        return Place.column(rowGroup, path);
    }

    /** Returns the place of a page of this chunk. */
    public Place at(int page) {
        return at().page(page, pages.offset(page));
    }

    /** Returns whether the footer says enough of the chunk to look for its pages; true unless a defect was found. */
    public boolean isUsable() {
        return isUsable;
    }

    /** Returns whether the footer says that a dictionary page starts at an offset. */
    boolean promisesDictionary(long offset) {
        return metaData.value(DICTIONARY_PAGE) == offset;
    }

    /** Returns whether the footer names a dictionary page. */
    public boolean promisesDictionary() {
        return metaData.value(DICTIONARY_PAGE) > 0;
    }

    /** Returns the index of the row group, from 0. */
    public int rowGroup() {
        return rowGroup;
    }

    /** Returns the index in the row group, from 0. */
    int index() {
        return index;
    }

    /** Returns the path in the schema, with dots. */
    public String path() {
        return path;
    }

    /** Returns the codec; of a chunk that is not {@linkplain #isUsable usable}, no compression. */
    public CompressionCodecName codec() {
        return codec;
    }

    /** Has the values of V2 pages taken to be compressed whatever their headers say. */
    void ignoreIsCompressed() {
        ignoresIsCompressed = true;
    }

    /** Returns whether a page's values are compressed, whatever its header says where Arrow ignores that. */
    public boolean isCompressed(PageHeader header) {
        return codec != CompressionCodecName.UNCOMPRESSED && (ignoresIsCompressed || header.isCompressed());
    }

    /** Returns whether a page can say that its values are not compressed, and its readers believe it. */
    boolean canBeStored(PageHeader header) {
        return !ignoresIsCompressed && header.canBeStored();
    }

    /** Returns the encodings of pages, as the footer has them, that this version does not know; mostly none. Immutable. */
    public Set<Integer> newEncodings() {
        return Collections.unmodifiableSet(metaData.newEncodings);
    }

    /** Requires that a page has an encoding of values that this version knows, or that the footer names. */
    void requireEncoding(PageHeader header) throws FileDefect {
        if (Fields.isKnownOfValues(header.encoding())) {
            return;
        }
        if (!metaData.newEncodings.contains(header.encoding())) {
            throw new FileDefect("its encoding is number " + header.encoding()
                    + ", which this version does not know, and which its column chunk does not name");
        }
        unused.remove(header.encoding());
    }

    /** Returns those of the {@link #newEncodings} that no page has, once all were found. Immutable. */
    public Set<Integer> unusedEncodings() {
        return Collections.unmodifiableSet(unused);
    }

    /** Returns whether the footer has a path_in_schema for it. */
    public boolean hasPath() {
        return metaData.hasPath;
    }

    /**
     * Returns the ColumnMetaData for readers that need a path_in_schema, and that fail for statistics of encodings which they do
     * not know: without these, and where it has no path, with an empty one.
     *
     * @param footer the footer's bytes
     */
    public byte[] metaData(byte[] footer) throws FileDefect {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CompactScanner scanner = new CompactScanner(footer, metaData.start, footer.length, 0);
        int before = 0;
        for (CompactScanner.Struct struct = scanner.struct("ColumnMetaData"); struct.next(); ) {
            struct.skip();
            if (struct.id() != ENCODING_STATS || metaData.newEncodings.isEmpty()) {
                struct.copy(before, scanner.position(), out);
                before = struct.id();
            }
        }
        if (!metaData.hasPath) {
            CompactScanner.writeZero(before, PATH, CompactScanner.LIST, out);
        }
        out.write(0); // the end of the structure
        return out.toByteArray();
    }

    /** Returns the number of values, nulls included. */
    public long valueCount() {
        return metaData.value(VALUES);
    }

    /** Returns the pages that a walk has found until now, all of them once it has come to the end of the chunk. */
    public PagePlaces pages() {
        return pages;
    }

    /** Takes the places of pages that were written here, and need not be looked for. */
    void take(PagePlaces written) {
        pages = written;
    }

    /** Returns where readers begin: the lesser one of the offsets of a data page and the dictionary page, or 0 without any. */
    public long start() {
        return LongStream.of(metaData.value(DATA_PAGE), metaData.value(DICTIONARY_PAGE))
                .filter(offset -> offset > 0)
                .min()
                .orElse(0);
    }

    /**
     * Returns the offset by which readers find the row group that this chunk is the first of: unlike {@link #start}, parquet-java
     * takes a dictionary_page_offset of 0 for a place.
     */
    long anchor() {
        return anchor(metaData.value(DATA_PAGE), metaData.value(DICTIONARY_PAGE));
    }

    /** Returns the same for the new file. */
    long anchor(ChunkChange change) {
        return anchor(newPageOffset(DATA_PAGE, change), newPageOffset(DICTIONARY_PAGE, change));
    }

    private long anchor(long dataPage, long dictionaryPage) {
        return metaData.numbers.has(DICTIONARY_PAGE) ? Math.min(dataPage, dictionaryPage) : dataPage;
    }

    /** Returns the length of the pages with their headers, in bytes, as the footer has it. */
    public long statedLength() {
        return metaData.value(COMPRESSED_SIZE);
    }

    /** Returns the length of the pages with their headers when they are decompressed, in bytes, as the footer has it. */
    public long statedUncompressedLength() {
        return metaData.value(UNCOMPRESSED_SIZE);
    }

    /** Returns where a part starts, as the footer has it, or 0 if there is none. */
    long offset(Region.Kind part) {
        return switch (part) {
            case PAGES -> start();
            case BLOOM_FILTER -> Math.max(0, metaData.value(BLOOM_FILTER_OFFSET));
            case COLUMN_INDEX -> chunk.value(COLUMN_INDEX_OFFSET);
            case OFFSET_INDEX -> chunk.value(OFFSET_INDEX_OFFSET);
        };
    }

    /** Returns the length of a part, in bytes, as the footer has it, or 0 if it does not say. */
    long length(Region.Kind part) {
        return switch (part) {
            case PAGES -> statedLength();
            case BLOOM_FILTER -> metaData.value(BLOOM_FILTER_LENGTH);
            case COLUMN_INDEX -> chunk.value(COLUMN_INDEX_LENGTH);
            case OFFSET_INDEX -> chunk.value(OFFSET_INDEX_LENGTH);
        };
    }

    long fileOffset() {
        return chunk.value(FILE_OFFSET);
    }

    /** Returns whether each offset is that of the same page as in another chunk, which this one was made from. */
    boolean namesSamePages(ColumnChunk before) {
        int page = before.pages.indexOf(before.fileOffset());
        return (page < 0 ? fileOffset() == 0 : page == pages.indexOf(fileOffset()))
                && IntStream.of(DATA_PAGE, DICTIONARY_PAGE, INDEX_PAGE).allMatch(id -> page(id) == before.page(id));
    }

    /** Returns the page that a field names, or -1 if it names none. */
    private int page(int field) {
        return field == DATA_PAGE && pointsIntoDictionaryPage() ? 1 : pages.indexOf(metaData.value(field));
    }

    /** Replaces what a change of the pages changes. */
    void splice(Splicer splicer, ChunkChange change) {
        chunk.replace(splicer, FILE_OFFSET, newFileOffset(change));
        chunk.replace(splicer, OFFSET_INDEX_OFFSET, change.moved(Region.Kind.OFFSET_INDEX));
        chunk.replace(splicer, OFFSET_INDEX_LENGTH, change.offsetIndexLength());
        chunk.replace(splicer, COLUMN_INDEX_OFFSET, change.moved(Region.Kind.COLUMN_INDEX));
        metaData.numbers.replace(
                splicer, CODEC, CompressionCodec.valueOf(change.codec().name()).getValue());
        metaData.numbers.replace(splicer, UNCOMPRESSED_SIZE, change.places().uncompressedLength());
        metaData.numbers.replace(splicer, COMPRESSED_SIZE, change.length());
        for (int offset : new int[] {DATA_PAGE, INDEX_PAGE, DICTIONARY_PAGE}) {
            metaData.numbers.replace(splicer, offset, newPageOffset(offset, change));
        }
        if (offset(Region.Kind.BLOOM_FILTER) > 0) {
            metaData.numbers.replace(splicer, BLOOM_FILTER_OFFSET, change.moved(Region.Kind.BLOOM_FILTER));
        }
    }

    private long newFileOffset(ChunkChange change) {
        int page = pages.indexOf(fileOffset());
        return page < 0 ? 0 : change.pageOffset(page);
    }

    private long newPageOffset(int field, ChunkChange change) {
        return metaData.value(field) == 0 ? 0 : change.pageOffset(Math.max(0, page(field)));
    }

    /** Returns whether it has a column index or an offset index. */
    boolean hasIndexes() {
        return indexes != 0;
    }

    /** Returns whether its indexes can be {@linkplain #cutIndexes cut out}, if it has any. */
    boolean canLoseIndexes() {
        return indexes >= 0;
    }

    /** Cuts out what the footer says of its indexes. */
    void cutIndexes(Splicer splicer) {
        if (indexes > 0) {
            splicer.cut(indexes, end);
        }
    }

    /** Erases what a change of the pages may change. */
    void erase(Splicer splicer) {
        chunk.erase(splicer);
        metaData.numbers.erase(splicer);
    }
}
