// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import io.github.fastcodec.internal.memory.ByteArrays;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A Parquet file whose every byte is accounted for: magic bytes, regions, footer. Reading one walks the headers of all pages,
 * and refuses by name whatever could not be carried over to another file. No page is read, nothing is decompressed. It refers
 * to its input, which the caller closes. Immutable.
 */
public final class ParquetFile {

    /** The bytes at both ends of a file. */
    public static final int MAGIC_LENGTH = 4;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    /** The length of the footer and the magic bytes. */
    private static final int TAIL = 4 + MAGIC_LENGTH;

    private static final int SLAB = 1 << 20;

    private static final int LONGEST_BLOOM_FILTER_HEADER = 64 << 10;

    private final FileInput input;
    private final long structureLimit;
    private final Defects defects;
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<String> keys = new LinkedHashSet<>();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();
    private final long footerStart;
    private final byte[] footer;

    /** Reads the footer only. */
    private ParquetFile(FileInput input, long structureLimit, Defects defects) throws IOException {
        this.input = input;
        this.structureLimit = structureLimit;
        this.defects = defects;
        this.footerStart = input.length() - TAIL - footerLength(input);
        this.footer = readStructure("the footer", footerStart, input.length() - TAIL - footerStart);
        readFooter();
    }

    /**
     * Reads a file's structure.
     *
     * @param structureLimit how large a structure may be that is held in memory as a whole, the footer or an index, in bytes
     * @throws FileDefect if the file is damaged, or has something that could not be carried over; says what and where
     */
    public static ParquetFile read(FileInput input, long structureLimit) throws IOException {
        return read(input, structureLimit, Defects.REFUSED);
    }

    /**
     * Reads a file's structure, and goes on behind a defect where that is possible. A chunk of which the footer says too little
     * has no pages; a page whose header cannot be read is {@linkplain PagePlaces#isReadable not readable}; what overlaps
     * something before it is no region.
     *
     * @param structureLimit how large a structure may be that is held in memory as a whole, the footer or an index, in bytes
     * @throws FileDefect if nothing behind the defect can be found, or whatever {@code defects} throws
     */
    public static ParquetFile read(FileInput input, long structureLimit, Defects defects) throws IOException {
        ParquetFile file = new ParquetFile(input, structureLimit, defects);
        file.walkPages(file.boundaries());
        file.identifyRegions();
        file.checkOffsetIndexes();
        return file;
    }

    /**
     * Reads the structure of the row groups that start in a range of a file, as {@link #read} does, without what stands beside
     * their pages: {@link #rowGroups} and {@link #regions} are those of their pages only. Each row group starts in one of the
     * ranges that a file of any length is cut into, the first of which begins at 0.
     *
     * @param structureLimit how large a footer may be, in bytes
     * @param from the first offset of the range
     * @param to the offset behind the range
     * @throws FileDefect if the footer or one of the row groups is damaged, or has something that could not be carried over
     */
    public static ParquetFile readRowGroups(FileInput input, long structureLimit, long from, long to)
            throws IOException {
        ParquetFile file = new ParquetFile(input, structureLimit, Defects.REFUSED);
        long[] boundaries = file.boundaries();
        file.rowGroups.removeIf(group -> group.start() < from || group.start() >= to);
        file.walkPages(boundaries);
        file.identifyPages();
        return file;
    }

    /** Says which codecs a column may have where another file is. */
    public interface CodecRule {

        boolean allows(String column, CompressionCodecName before, CompressionCodecName after);
    }

    /**
     * Returns whether one file's footer is that of another one, except for places and sizes, and for codecs as far as the rule
     * allows. Reads nothing but the footers.
     *
     * @param structureLimit how large a footer may be, in bytes
     * @throws FileDefect if one of the footers is damaged, or cannot be carried over
     */
    public static boolean hasFooterOf(FileInput before, FileInput after, long structureLimit, CodecRule codecs)
            throws IOException {
        ParquetFile one = new ParquetFile(before, structureLimit, Defects.REFUSED);
        ParquetFile other = new ParquetFile(after, structureLimit, Defects.REFUSED);
        if (!FooterChange.haveSameFooter(one, other)) {
            return false;
        }
        for (int group = 0; group < one.rowGroups.size(); group++) {
            List<ColumnChunk> chunks = one.rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                CompressionCodecName codec =
                        other.rowGroups.get(group).chunks().get(i).codec();
                if (!codecs.allows(chunks.get(i).path(), chunks.get(i).codec(), codec)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Reads a file's footer and nothing else, so that its chunks have no pages.
     *
     * @param structureLimit how large a footer may be, in bytes
     * @throws FileDefect if the footer is damaged, or has something that could not be carried over
     */
    public static ParquetFile readFooter(FileInput input, long structureLimit) throws IOException {
        return new ParquetFile(input, structureLimit, Defects.REFUSED);
    }

    /**
     * Returns the length that a file says its footer has, in bytes.
     *
     * @throws FileDefect if it is no Parquet file, or one whose footer is encrypted
     */
    public static int footerLength(FileInput input) throws IOException {
        long length = input.length();
        if (length < MAGIC_LENGTH + TAIL) {
            throw new FileDefect("it has " + length + " bytes, a Parquet file has at least " + (MAGIC_LENGTH + TAIL));
        }
        byte[] head = new byte[MAGIC_LENGTH];
        input.read(0, head, 0, head.length);
        byte[] tail = new byte[TAIL];
        input.read(length - TAIL, tail, 0, TAIL);
        byte[] last = Arrays.copyOfRange(tail, TAIL - MAGIC_LENGTH, TAIL);
        if (Arrays.equals(last, ENCRYPTED_MAGIC) || Arrays.equals(head, ENCRYPTED_MAGIC)) {
            throw new FileDefect("its footer is encrypted, and this project has no keys");
        }
        requireMagic("it is no Parquet file: it starts", head);
        requireMagic("it is truncated, or was never finished: it ends", last);
        long footerLength = tail[0] & 0xff | (tail[1] & 0xff) << 8 | (tail[2] & 0xff) << 16 | (tail[3] & 0xffL) << 24;
        if (footerLength > length - MAGIC_LENGTH - TAIL) {
            throw new FileDefect("its footer claims " + footerLength + " bytes, the file has "
                    + (length - MAGIC_LENGTH - TAIL) + " for it");
        }
        if (footerLength > ByteArrays.MAX_LENGTH) {
            throw new FileDefect("its footer has " + footerLength + " bytes, the limit is " + ByteArrays.MAX_LENGTH);
        }
        return (int) footerLength;
    }

    private static void requireMagic(String claim, byte[] magic) throws FileDefect {
        if (!Arrays.equals(magic, MAGIC)) {
            throw new FileDefect(claim + " with the bytes " + hex(magic) + ", expected " + hex(MAGIC) + " (PAR1)");
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder();
        for (byte b : bytes) {
            hex.append(String.format("%02x", b));
        }
        return hex.toString();
    }

    private byte[] readStructure(String what, long offset, long length) throws IOException {
        if (length > structureLimit) {
            throw new FileDefect(what + " has " + length + " bytes, the limit in this heap is " + structureLimit
                    + " bytes: use a larger heap (-Xmx)");
        }
        byte[] bytes = new byte[(int) length];
        input.read(offset, bytes, 0, bytes.length);
        return bytes;
    }

    private void readFooter() throws FileDefect {
        CompactScanner scanner = new CompactScanner(footer, 0, footer.length, footerStart);
        for (CompactScanner.Struct struct = scanner.struct("FileMetaData"); struct.next(); ) {
            switch (struct.id()) {
                case 1:
                case 3:
                case 6:
                    struct.skip();
                    break;
                case 2:
                    Shape.SCHEMA_ELEMENT.skip(scanner, struct, notes);
                    break;
                case 4:
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        rowGroups.add(RowGroup.read(scanner, i, notes, defects));
                    }
                    break;
                case 5:
                    readKeys(scanner, struct);
                    break;
                case 7:
                    Shape.COLUMN_ORDER.skip(scanner, struct, notes);
                    break;
                case 8:
                case 9:
                    throw new FileDefect("its footer is signed, and this project has no keys");
                default:
                    defects.strange(Place.FILE, struct.unknown());
                    struct.skip();
            }
        }
        if (scanner.position() != footer.length) {
            defects.found(
                    Place.FILE,
                    new FileDefect(
                            "its footer takes " + scanner.position() + " bytes, the file says " + footer.length));
        }
    }

    private void readKeys(CompactScanner scanner, CompactScanner.Struct struct) throws FileDefect {
        int count = struct.list(CompactScanner.STRUCT);
        for (int i = 0; i < count; i++) {
            for (CompactScanner.Struct entry = scanner.struct("KeyValue"); entry.next(); ) {
                if (entry.id() == 1) {
                    keys.add(entry.string());
                } else {
                    Shape.KEY_VALUE.skipField(scanner, entry, notes);
                }
            }
        }
    }

    /**
     * Returns the ids that the schema gives columns, by the column's path with dots; without columns that have none.
     *
     * @throws FileDefect if the schema is damaged
     */
    public SortedMap<String, Integer> columnIds() throws FileDefect {
        CompactScanner scanner = new CompactScanner(footer, 0, footer.length, footerStart);
        for (CompactScanner.Struct struct = scanner.struct("FileMetaData"); struct.next(); ) {
            if (struct.id() == 2) {
                return SchemaIds.read(scanner, struct);
            }
            struct.skip();
        }
        return Collections.emptySortedMap();
    }

    private void walkPages(long[] boundaries) throws IOException {
        HeaderReader headers = new HeaderReader(input);
        for (RowGroup group : rowGroups) {
            for (ColumnChunk chunk : group.chunks()) {
                chunk.walked(walk(chunk, headers, boundaries));
                checkWalk(chunk);
            }
            if (!group.hasTrueTotals()) {
                notes.add("a row group has a wrong total or place in the footer, which is set right");
            }
        }
    }

    /** Returns where something starts in the file, in order: no chunk reaches beyond the next one of these. */
    private long[] boundaries() {
        LongStream starts = rowGroups.stream()
                .flatMap(group -> group.chunks().stream())
                .filter(ColumnChunk::isUsable)
                .flatMapToLong(chunk -> LongStream.of(
                        chunk.start(),
                        chunk.bloomFilterOffset(),
                        chunk.columnIndexOffset(),
                        chunk.offsetIndexOffset()));
        return LongStream.concat(starts, LongStream.of(footerStart))
                .filter(start -> start > 0)
                .sorted()
                .toArray();
    }

    private long next(long[] boundaries, long offset) {
        int low = 0;
        int high = boundaries.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (boundaries[middle] > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low < boundaries.length ? Math.min(boundaries[low], footerStart) : footerStart;
    }

    private PagePlaces walk(ColumnChunk chunk, HeaderReader headers, long[] boundaries) throws IOException {
        PagePlaces.Builder places = new PagePlaces.Builder();
        if (!chunk.isUsable()) {
            return places.broken(MAGIC_LENGTH);
        }
        long start = chunk.start();
        try {
            requireInside("total_compressed_size", start, start == 0 ? 0 : chunk.statedLength());
        } catch (FileDefect e) {
            defects.found(chunk.at(), e);
            return places.broken(MAGIC_LENGTH);
        }
        long statedEnd = start + (start == 0 ? 0 : chunk.statedLength());
        long limit = Math.max(statedEnd, next(boundaries, start));
        long values = 0;
        long position = start;
        // Behind a page that cannot be read nobody knows how many values there were.
        while (position < statedEnd || places.isWhole() && values < chunk.valueCount()) {
            if (position >= limit) {
                defects.found(
                        chunk.at(),
                        new FileDefect("it has " + values + " of " + chunk.valueCount() + " values, and reaches to "
                                + statedEnd + ", but something else starts at offset " + limit));
                return places.broken(position);
            }
            try {
                PageHeader header = headers.read(position, limit);
                check(header, chunk.codec(), position, limit, places.count());
                places.add(position, header);
                values += header.isDictionary() ? 0 : header.valueCount();
                position += header.length() + header.compressedSize();
            } catch (FileDefect e) {
                defects.found(chunk.at().page(places.count(), position), e);
                long next = next(chunk, position);
                if (next > statedEnd || position >= statedEnd) {
                    return places.broken(position);
                }
                places.addUnreadable(position, places.count() == 0 && chunk.promisesDictionary(position));
                if (next < 0) {
                    return places.broken(statedEnd);
                }
                position = next;
            }
        }
        if (places.isWhole() && values != chunk.valueCount()) {
            defects.found(
                    chunk.at(),
                    new FileDefect("its pages hold " + values + " values, the footer says " + chunk.valueCount()));
        }
        return places.build(position);
    }

    /** Returns where the chunk's offset index has the next page behind an offset, or -1 if that is not known. */
    private long next(ColumnChunk chunk, long offset) throws IOException {
        long length = chunk.offsetIndexLength();
        try {
            requireInside("offset_index_offset", chunk.offsetIndexOffset(), length);
            return length == 0
                    ? -1
                    : OffsetIndex.read(
                                    readStructure("the offset index", chunk.offsetIndexOffset(), length),
                                    chunk.offsetIndexOffset())
                            .next(offset);
        } catch (FileDefect e) {
            return -1; // the index is checked later
        }
    }

    private void checkWalk(ColumnChunk chunk) throws FileDefect {
        if (!chunk.pages().isWhole()) {
            return;
        }
        try {
            chunk.checkPlaces();
        } catch (FileDefect e) {
            defects.found(chunk.at(), e);
        }
        if (chunk.start() > 0 && chunk.pages().length() != chunk.statedLength()) {
            notes.add("a column chunk has a wrong total_compressed_size in the footer, which is set right");
        }
        if (chunk.fileOffset() != 0 && chunk.pages().indexOf(chunk.fileOffset()) < 0) {
            notes.add("a column chunk has a file_offset where no page starts, which is set to 0");
        }
    }

    private static void check(PageHeader header, CompressionCodecName codec, long position, long limit, int page)
            throws FileDefect {
        long end = position + header.length() + header.compressedSize();
        if (end > limit) {
            throw new FileDefect("PageHeader at offset " + position + " claims a page up to offset " + end
                    + ", but something else starts at offset " + limit);
        }
        if (header.isDictionary() && page > 0) {
            throw new FileDefect(
                    "PageHeader at offset " + position + " is that of a dictionary page, expected a data page");
        }
        boolean stored = codec == CompressionCodecName.UNCOMPRESSED || !header.isCompressed();
        if (stored && header.compressedSize() != header.uncompressedSize()) {
            throw new FileDefect("PageHeader at offset " + position + " claims " + header.compressedSize() + " and "
                    + header.uncompressedSize() + " bytes for a page that is not compressed, expected equal sizes");
        }
    }

    private void requireInside(String what, long start, long length) throws FileDefect {
        if (length > 0 && (start < MAGIC_LENGTH || length > footerStart - start)) {
            throw new FileDefect("its " + what + " claims " + length + " bytes at offset " + start
                    + ", expected a place between offset " + MAGIC_LENGTH + " and the footer at offset " + footerStart);
        }
    }

    private void identifyRegions() throws IOException {
        List<Region> known = new ArrayList<>();
        for (RowGroup group : rowGroups) {
            for (ColumnChunk chunk : group.chunks()) {
                if (chunk.isUsable()) {
                    addRegions(chunk, known);
                }
            }
        }
        known.sort(Comparator.comparingLong(Region::start).thenComparingLong(Region::end));
        long position = MAGIC_LENGTH;
        Region last = null;
        for (Region region : known) {
            if (region.start() < position) {
                defects.found(
                        Place.FILE,
                        new FileDefect(region + " overlaps " + (last == null ? "the start of the file" : last)));
                continue;
            }
            identifyGap(position, region.start(), last);
            regions.add(region);
            position = region.end();
            last = region;
        }
        if (position > footerStart) {
            defects.found(Place.FILE, new FileDefect(last + " overlaps the footer at offset " + footerStart));
        }
        identifyGap(position, footerStart, last);
    }

    private void identifyPages() {
        rowGroups.forEach(group -> group.chunks().forEach(chunk -> addPages(chunk, regions)));
        regions.sort(Comparator.comparingLong(Region::start));
    }

    private static void addPages(ColumnChunk chunk, List<Region> known) {
        if (chunk.start() > 0 && (chunk.pages().count() > 0 || chunk.pages().isWhole())) {
            long end = chunk.pages().offset(chunk.pages().count());
            known.add(new Region(Region.Kind.PAGES, chunk.start(), end, chunk));
        }
    }

    private void addRegions(ColumnChunk chunk, List<Region> known) throws IOException {
        addPages(chunk, known);
        addIndex(Region.Kind.COLUMN_INDEX, chunk.columnIndexOffset(), chunk.columnIndexLength(), chunk, known);
        addIndex(Region.Kind.OFFSET_INDEX, chunk.offsetIndexOffset(), chunk.offsetIndexLength(), chunk, known);
        long filter = chunk.bloomFilterOffset();
        if (filter > 0) {
            try {
                requireInside("bloom_filter_offset", filter, 1);
                known.add(new Region(Region.Kind.BLOOM_FILTER, filter, filter + bloomFilterLength(chunk), chunk));
            } catch (FileDefect e) {
                defects.found(chunk.at(), e);
            }
        }
    }

    private void addIndex(Region.Kind kind, long offset, long length, ColumnChunk chunk, List<Region> known)
            throws FileDefect {
        if (length == 0) {
            return;
        }
        try {
            requireInside(kind.name(), offset, length);
            if (kind == Region.Kind.OFFSET_INDEX && offset < chunk.start()) {
                throw new FileDefect("its offset index stands before its pages, expected behind them");
            }
            known.add(new Region(kind, offset, offset + length, chunk));
        } catch (FileDefect e) {
            defects.found(chunk.at(), e);
        }
    }

    private long bloomFilterLength(ColumnChunk chunk) throws IOException {
        BloomFilterHeader header = readBloomFilterHeader(chunk);
        long length = header.length() + header.filterLength();
        if (chunk.bloomFilterLength() > 0 && chunk.bloomFilterLength() != length) {
            throw new FileDefect(
                    "its bloom filter takes " + length + " bytes, the footer says " + chunk.bloomFilterLength());
        }
        return length;
    }

    /** Reads the header of a chunk's bloom filter, for which there is a region. */
    public BloomFilterHeader readBloomFilterHeader(ColumnChunk chunk) throws IOException {
        long offset = chunk.bloomFilterOffset();
        byte[] head = new byte[(int) Math.min(LONGEST_BLOOM_FILTER_HEADER, footerStart - offset)];
        input.read(offset, head, 0, head.length);
        return BloomFilterHeader.read(head, offset);
    }

    /** Finds out what stands between two regions: what no reader uses is left out of a changed file, all else is refused. */
    private void identifyGap(long start, long end, Region before) throws IOException {
        long position = start;
        if (position < end && before != null && before.kind() == Region.Kind.PAGES) {
            int length = copyLength(before.chunk(), position, end);
            if (length > 0) {
                regions.add(new Region(Region.Kind.METADATA_COPY, position, position + length, before.chunk()));
                notes.add("copies of metadata stand behind column chunks, which are left out");
                position += length;
            }
        }
        if (position < end) {
            requireZeros(position, end);
            regions.add(new Region(Region.Kind.PADDING, position, end, null));
            notes.add("zeros stand between column chunks, which are left out");
        }
    }

    private int copyLength(ColumnChunk chunk, long start, long end) throws IOException {
        byte[] bytes = new byte[(int) Math.min(end - start, Math.min(structureLimit, SLAB))];
        input.read(start, bytes, 0, bytes.length);
        return chunk.copyLength(bytes, 0, bytes.length, start);
    }

    private void requireZeros(long start, long end) throws IOException {
        byte[] slab = new byte[(int) Math.min(SLAB, end - start)];
        for (long position = start; position < end; position += slab.length) {
            int length = (int) Math.min(slab.length, end - position);
            input.read(position, slab, 0, length);
            for (int i = 0; i < length; i++) {
                if (slab[i] != 0) {
                    defects.strange(
                            Place.FILE,
                            new FileDefect("the bytes from offset " + start + " to " + end
                                    + " belong to nothing that the footer names, and may be needed"));
                    return;
                }
            }
        }
    }

    private void checkOffsetIndexes() throws IOException {
        for (Region region : regions) {
            if (region.kind() == Region.Kind.OFFSET_INDEX) {
                try {
                    OffsetIndex index = OffsetIndex.read(readOffsetIndex(region), region.start());
                    if (region.chunk().pages().isWhole()) {
                        index.check(region.chunk().pages());
                    }
                } catch (FileDefect e) {
                    defects.found(region.chunk().at(), e);
                }
            }
        }
    }

    /** Returns the bytes of a region that is an offset index. */
    public byte[] readOffsetIndex(Region region) throws IOException {
        return readStructure("the offset index", region.start(), region.length());
    }

    /** Returns the bytes of a region that is a column index. */
    public byte[] readColumnIndex(Region region) throws IOException {
        return readStructure("the column index", region.start(), region.length());
    }

    /** Returns the bytes of a region that is a bloom filter, its header included. */
    public byte[] readBloomFilter(Region region) throws IOException {
        return readStructure("the bloom filter", region.start(), region.length());
    }

    /** Returns the bytes of an offset index with zeros for all that may change. */
    public byte[] unchangingOffsetIndex(Region region) throws IOException {
        return OffsetIndex.read(readOffsetIndex(region), region.start()).unchanging();
    }

    /** Returns the bytes of the footer, which must not be changed. */
    public byte[] footer() {
        return footer;
    }

    /** Returns the length of the footer, in bytes. */
    public int footerLength() {
        return footer.length;
    }

    /** Returns the input that this file was read from. */
    public FileInput input() {
        return input;
    }

    /** Returns the row groups in the order of the footer; immutable. */
    public List<RowGroup> rowGroups() {
        return Collections.unmodifiableList(rowGroups);
    }

    /** Returns what stands between the first magic bytes and the footer, in the order of the file, without gaps; immutable. */
    public List<Region> regions() {
        return Collections.unmodifiableList(regions);
    }

    /** Returns the keys of the file's key-value metadata; immutable. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(keys);
    }

    /** Returns what is unusual about the file and does not keep it from being changed, a sentence each; immutable. */
    public Set<String> notes() {
        return Collections.unmodifiableSet(notes);
    }
}
