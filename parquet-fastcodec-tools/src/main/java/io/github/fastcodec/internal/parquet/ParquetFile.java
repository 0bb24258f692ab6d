// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file whose every byte is accounted for: magic bytes, regions, footer. Whatever could not be carried over to another file
 * is refused by name. A file that was {@linkplain #read read} has all its regions and pages; one of which only the footer was read
 * gets them during a {@linkplain #walk walk} through it. No page is decompressed. It refers to its input, which the caller
 * closes. For one thread while it is walked through, and safe for use by many afterwards.
 */
public final class ParquetFile {

    /** The bytes at both ends of a file. */
    public static final int MAGIC_LENGTH = 4;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] PARX_MAGIC = "PARX".getBytes(StandardCharsets.US_ASCII);

    /**
     * The versions of Arrow that write is_compressed as false whatever a page is. For files of theirs Arrow's readers ignore it
     * (ARROW-10353).
     */
    private static final Pattern OLD_ARROW = Pattern.compile("parquet-cpp version [01]\\.");

    private static final HexFormat HEX = HexFormat.of();

    /** The length of the footer and the magic bytes. */
    private static final int TAIL = 4 + MAGIC_LENGTH;

    /** The memory that a byte of a structure takes once it is read; structures that take more are counted. */
    private static final int MEMORY_PER_BYTE = 8;

    /** The field in which any structure may be extended. Some writers put a second footer there, made of flat buffers. */
    private static final int EXTENSION = 32767;

    private static final int LONGEST_BLOOM_FILTER_HEADER = 64 << 10;

    private final FileInput input;
    private final long structureLimit;
    private final Defects defects;
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<Integer> newConvertedTypes = new TreeSet<>();
    private final Set<String> keys = new LinkedHashSet<>();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();
    private final long footerStart;
    private final byte[] footer;

    private String createdBy = "";

    /** Where the list of the row groups starts in the footer. */
    private int rowGroupsStart;

    private int rowGroupsEnd;

    /** Where something starts, in order: no chunk reaches beyond the next one of these. */
    private final long[] boundaries;

    /** The schema's columns, once more of them was needed than a chunk says. */
    private @Nullable SchemaWalk columns;

    private boolean leavesOutIndexes;
    private boolean walked;

    /** Reads the footer only. */
    private ParquetFile(FileInput input, long structureLimit, Defects defects) throws IOException {
        this.input = input;
        this.structureLimit = structureLimit;
        this.defects = defects;
        this.footerStart = input.length() - TAIL - footerLength(input);
        this.footer = readStructure("the footer", footerStart, input.length() - TAIL - footerStart);
        requireMemory(FooterMemory.of(footer, footerStart, notes, newConvertedTypes));
        readFooter();
        this.boundaries = findBoundaries();
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
        file.walk();
        return file;
    }

    /**
     * Reads the footer of a file, which names the chunks, but not where their pages are: that is known once {@link #walk}
     * has come there.
     *
     * @param structureLimit how large a structure may be that is held in memory as a whole, the footer or an index, in bytes
     * @throws FileDefect if the footer is damaged, or has something that could not be carried over
     */
    public static ParquetFile readFooter(FileInput input, long structureLimit) throws IOException {
        return readFooter(input, structureLimit, Defects.REFUSED);
    }

    /** The same with something else done about defects. */
    public static ParquetFile readFooter(FileInput input, long structureLimit, Defects defects) throws IOException {
        return new ParquetFile(input, structureLimit, defects);
    }

    /**
     * Reads the structure of a file that was written by a change of another one, all but the headers of its pages. They are
     * taken to be where they were written; the reader of the pages must find out whether they are.
     *
     * @throws FileDefect if it differs from the other file in more than the change, page headers, bloom filters and column
     *     indexes aside
     */
    public static ParquetFile readWritten(FileInput input, FooterChange change) throws IOException {
        ParquetFile file = new ParquetFile(input, Long.MAX_VALUE, Defects.REFUSED);
        change.requireSameFooter(file);
        file.chunks().forEach(chunk -> chunk.take(change.of(chunk).places()));
        change.requireTrueNumbers(file);
        file.walk();
        return file;
    }

    /**
     * Returns whether the footer is that of another file, except for places and sizes, and for codecs as far as they may differ.
     *
     * @param codecs whether a column chunk of the other file may have become one with the codec that this file's has
     */
    public boolean hasFooterOf(ParquetFile before, BiPredicate<ColumnChunk, ColumnChunk> codecs) {
        Iterator<ColumnChunk> changed = chunks().iterator();
        return FooterChange.haveSameFooter(before, this)
                && before.chunks().stream().allMatch(chunk -> codecs.test(chunk, changed.next()));
    }

    /**
     * Requires that codecs, places and sizes are true, and those that a change of another file may have. Both files were walked
     * through, and this one {@link #hasFooterOf} the other.
     */
    public void requireChangeOf(ParquetFile before) throws FileDefect {
        FooterChange change = new FooterChange(before);
        chunks().forEach(chunk -> change.of(chunk).begin(chunk.codec(), chunk.start()));
        change.requireTrueNumbers(this);
    }

    /** Returns whether each page has a checksum; after a {@link #walk}. */
    public boolean hasChecksums() {
        return chunks().stream()
                .allMatch(chunk -> chunk.pages().checksummed() == chunk.pages().count());
    }

    /**
     * Returns the length that a file says its footer has, in bytes. Looks at the file's end alone, unless that is no Parquet file's.
     *
     * @throws FileDefect if it is no Parquet file, or one whose footer is encrypted
     */
    public static int footerLength(FileInput input) throws IOException {
        long length = input.length();
        if (length < MAGIC_LENGTH + TAIL) {
            throw new FileDefect("it has " + length + " bytes, a Parquet file has at least " + (MAGIC_LENGTH + TAIL));
        }
        byte[] tail = new byte[TAIL];
        input.read(length - TAIL, tail, 0, TAIL);
        byte[] last = Arrays.copyOfRange(tail, TAIL - MAGIC_LENGTH, TAIL);
        if (!Arrays.equals(last, MAGIC)) {
            requireReadable(last);
            requireStart(input);
            requireNoNewline(last, input);
            throw new FileDefect("it is truncated, or was never finished: it ends" + notMagic(last));
        }
        long footerLength = tail[0] & 0xff | (tail[1] & 0xff) << 8 | (tail[2] & 0xff) << 16 | (tail[3] & 0xffL) << 24;
        if (footerLength > length - MAGIC_LENGTH - TAIL) {
            throw new FileDefect("its footer claims " + footerLength + " bytes, the file has "
                    + (length - MAGIC_LENGTH - TAIL) + " for it");
        }
        if (footerLength > Buffers.MAX_LENGTH) {
            throw new FileDefect("its footer has " + footerLength + " bytes, the limit is " + Buffers.MAX_LENGTH);
        }
        return (int) footerLength;
    }

    /** Names what a transfer as text, or {@code echo >>}, does to a file. */
    private static void requireNoNewline(byte[] last, FileInput input) throws IOException {
        int newline = last[MAGIC_LENGTH - 1] != '\n' ? 0 : last[MAGIC_LENGTH - 2] == '\r' ? 2 : 1;
        byte[] before = new byte[MAGIC_LENGTH];
        input.read(input.length() - newline - MAGIC_LENGTH, before, 0, MAGIC_LENGTH);
        if (newline > 0 && Arrays.equals(before, MAGIC)) {
            throw new FileDefect(
                    "a newline follows its trailing PAR1, as echo >> or a transfer in text mode leaves it: transfer it again in"
                            + " binary mode");
        }
    }

    /** Requires that a file starts as a Parquet file does. */
    static void requireStart(FileInput input) throws IOException {
        byte[] first = new byte[MAGIC_LENGTH];
        input.read(0, first, 0, first.length);
        if (!Arrays.equals(first, MAGIC)) {
            requireReadable(first);
            throw new FileDefect("it is no Parquet file: it starts" + notMagic(first));
        }
    }

    private static void requireReadable(byte[] magic) throws FileDefect {
        if (Arrays.equals(magic, ENCRYPTED_MAGIC)) {
            throw new FileDefect("its footer is encrypted, and this project has no keys");
        }
        if (Arrays.equals(magic, PARX_MAGIC)) {
            throw new FileDefect("it is a PARX file, whose footer this version does not read");
        }
    }

    private static String notMagic(byte[] bytes) {
        return " with the bytes " + HEX.formatHex(bytes) + ", expected " + HEX.formatHex(MAGIC) + " (PAR1)";
    }

    byte[] readStructure(String what, long offset, long length) throws IOException {
        if (length > structureLimit) {
            throw new FileDefect(what + " has " + length + " bytes, the limit in this heap is " + structureLimit
                    + " bytes: use a larger heap (-Xmx)");
        }
        byte[] bytes = new byte[(int) length];
        input.read(offset, bytes, 0, bytes.length);
        return bytes;
    }

    /** Requires that what the footer turns into fits, before anything of it is made. */
    private void requireMemory(long bytes) throws FileDefect {
        if (bytes / MEMORY_PER_BYTE > structureLimit) {
            throw new FileDefect(
                    "its footer needs " + PageBatch.mebibytes(bytes) + " MiB of memory, the limit in this heap is "
                            + PageBatch.mebibytes(structureLimit * MEMORY_PER_BYTE) + " MiB: use a larger heap (-Xmx)");
        }
    }

    private void readFooter() throws FileDefect {
        CompactScanner scanner = new CompactScanner(footer, 0, footer.length, footerStart);
        CompactScanner.Struct struct = scanner.struct("FileMetaData");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> struct.i32();
                case 3 -> struct.i64();
                case 6 -> {
                    if (struct.is(CompactScanner.BINARY)) {
                        createdBy = struct.string();
                    } else {
                        struct.skip();
                    }
                }
                case 2 -> struct.skip(); // which was walked through for its memory
                case 4 -> {
                    rowGroupsStart = scanner.position();
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        rowGroups.add(RowGroup.read(scanner, i, this::path, notes, defects));
                    }
                    rowGroupsEnd = scanner.position();
                }
                case 5 -> readKeys(scanner, struct);
                case 7 -> Shape.COLUMN_ORDER.skipList(scanner, struct, notes);
                case 8, 9 -> throw new FileDefect("its footer is signed, and this project has no keys");
                default -> {
                    defects.strange(
                            Place.FILE,
                            struct.id() == EXTENSION
                                    ? new FileDefect("its footer has an extension (field " + EXTENSION
                                            + "), which may be a second footer, whose places would be wrong afterwards")
                                    : struct.unknown());
                    struct.skip();
                }
            }
        }
        struct.requireFields(4);
        if (OLD_ARROW.matcher(createdBy).lookingAt()) {
            chunks().forEach(ColumnChunk::ignoreIsCompressed);
        }
        if (scanner.position() != footer.length) {
            defects.found(
                    Place.FILE,
                    new FileDefect(
                            "its footer takes " + scanner.position() + " bytes, the file says " + footer.length));
        }
    }

    private long[] findBoundaries() {
        LongStream starts = chunks().stream()
                .filter(ColumnChunk::isUsable)
                .flatMapToLong(chunk -> Arrays.stream(Region.Kind.values()).mapToLong(chunk::offset));
        return LongStream.concat(starts, LongStream.of(footerStart))
                .filter(start -> start > 0)
                .sorted()
                .toArray();
    }

    private void readKeys(CompactScanner scanner, CompactScanner.Struct struct) throws FileDefect {
        if (!struct.is(CompactScanner.LIST)) {
            struct.skip();
            return;
        }
        int count = struct.list(CompactScanner.STRUCT);
        for (int i = 0; i < count; i++) {
            CompactScanner.Struct entry = scanner.struct("KeyValue");
            while (entry.next()) {
                if (entry.id() == 1) {
                    keys.add(entry.string());
                } else {
                    Shape.KEY_VALUE.skipField(entry, notes);
                }
            }
            Shape.KEY_VALUE.requireFields(entry);
        }
    }

    /**
     * Returns the ids that the schema gives columns, by the column's path with dots; without columns that have none.
     *
     * @throws FileDefect if the schema is damaged
     */
    public SortedMap<String, Integer> columnIds() throws FileDefect {
        return columns().ids();
    }

    /** Returns the path of a column by its index in the schema. */
    private String path(int column) throws FileDefect {
        return columns()
                .paths()
                .get(column); // a row group has as many chunks as the schema has columns, which was required first
    }

    /** Returns which levels the pages of a chunk have. */
    SchemaWalk.Levels levels(ColumnChunk chunk) throws FileDefect {
        return columns().levels().get(chunk.index());
    }

    private SchemaWalk columns() throws FileDefect {
        if (columns == null) {
            columns = readColumns();
        }
        return columns;
    }

    private SchemaWalk readColumns() throws FileDefect {
        CompactScanner scanner = new CompactScanner(footer, 0, footer.length, footerStart);
        for (CompactScanner.Struct struct = scanner.struct("FileMetaData"); struct.next(); ) {
            if (struct.id() == 2) {
                return SchemaWalk.columns(scanner, struct);
            }
            struct.skip();
        }
        throw new FileDefect("its footer has no schema");
    }

    /** Reads the header of a chunk's bloom filter, for which there is a region. */
    public BloomFilterHeader readBloomFilterHeader(ColumnChunk chunk) throws IOException {
        long offset = chunk.offset(Region.Kind.BLOOM_FILTER);
        byte[] head = new byte[(int) Math.min(LONGEST_BLOOM_FILTER_HEADER, footerStart - offset)];
        input.read(offset, head, 0, head.length);
        return BloomFilterHeader.read(head, offset);
    }

    /** Returns the bytes of a region that is an index or a bloom filter, whose header is among them. */
    public byte[] read(Region region) throws IOException {
        return readStructure("the " + region.kind().text(), region.start(), region.length());
    }

    /** Returns the bytes of an offset index with zeros for all that may change. */
    public byte[] unchangingOffsetIndex(Region region) throws IOException {
        return OffsetIndex.read(read(region), region.start()).unchanging();
    }

    /** Returns the bytes of the footer, which must not be changed. */
    public byte[] footer() {
        return footer;
    }

    /** Returns a copy of the footer that has no row groups, for readers which would make something of each of them. */
    public byte[] footerWithoutRowGroups() {
        byte[] copy = new byte[footer.length - (rowGroupsEnd - rowGroupsStart) + 1];
        System.arraycopy(footer, 0, copy, 0, rowGroupsStart);
        copy[rowGroupsStart] = CompactScanner.STRUCT; // the header of a list of none
        System.arraycopy(footer, rowGroupsEnd, copy, rowGroupsStart + 1, footer.length - rowGroupsEnd);
        return copy;
    }

    /** Returns the input that this file was read from. */
    public FileInput input() {
        return input;
    }

    /** Walks through a file of which the footer was read, and looks at no more of its pages than their headers. */
    public void walk() throws IOException {
        walk(region -> {}, new Buffers(2L * PageReader.SLAB));
    }

    /**
     * Walks through a file of which the footer was read. What one walk has found, the next one does not look for again.
     *
     * @param visitor hears of each region as soon as it is found
     * @param buffers lends memory for pages that the visitor wants, and takes it back when they are no longer used
     * @throws FileDefect if the file is damaged, or has something that could not be carried over; says what and where
     */
    public void walk(RegionWalk.Visitor visitor, Buffers buffers) throws IOException {
        if (!walked) {
            new RegionWalk(this, defects, visitor, buffers).run();
            walked = true;
            return;
        }
        for (Region region : regions) {
            if (region.kind() == Region.Kind.PAGES) {
                RegionWalk.offer(region.chunk(), visitor);
            }
            visitor.visit(region);
        }
    }

    /**
     * Returns the page that a byte of a chunk belongs to: by the chunk's offset index if that has it, else by a walk through the
     * chunk. Of the rest of the file nothing is read.
     *
     * @param offset from the start of the chunk's pages on, and before the end that the footer gives for them
     * @throws FileDefect if the page, or one before it, is damaged
     */
    public PageBatch pageAt(ColumnChunk chunk, long offset) throws IOException {
        PagePlaces places = pagesOf(chunk);
        if (places.isEstimated()) {
            try {
                return PageBatch.ofPage(chunk, places, places.indexAt(offset), input);
            } catch (FileDefect e) {
                findPages(chunk); // the index is wrong, or the page is, which the walk tells
            }
        }
        PagePlaces pages = chunk.pages();
        return PageBatch.ofPage(chunk, pages.indexAt(Math.min(offset, pages.end() - 1)));
    }

    private void findPages(ColumnChunk chunk) throws IOException {
        new RegionWalk(this, defects, region -> {}, Buffers.NONE).findPages(chunk);
    }

    /**
     * Returns where the pages of a chunk are. If no walk has found them yet, the chunk's offset index tells; if it has none, they are
     * found by a walk now. An index knows neither headers nor decompressed sizes: the length of a page then includes its header, and
     * its decompressed size is estimated from the ratio of the whole chunk.
     *
     * @throws FileDefect if there is no index, and a page is damaged
     */
    public PagePlaces pagesOf(ColumnChunk chunk) throws IOException {
        if (chunk.pages().hasBegun()) {
            return chunk.pages();
        }
        long[] indexed = new RegionWalk(this, defects, region -> {}, Buffers.NONE).indexedPlaces(chunk);
        if (indexed.length > 0 && chunk.statedUncompressedLength() > 0) {
            return PagePlaces.estimated(indexed, chunk);
        }
        findPages(chunk);
        return chunk.pages();
    }

    /** Returns the chunk whose pages have a byte of the file, as the footer gives their places; nothing if none has. */
    public Optional<ColumnChunk> chunkAt(long offset) {
        return chunks().stream()
                .filter(chunk ->
                        chunk.start() > 0 && chunk.start() <= offset && offset < chunk.start() + chunk.statedLength())
                .findFirst();
    }

    /** Returns whether a byte before the footer is behind the pages of a chunk, and belongs to nothing that the footer names. */
    public boolean isLeftOut(long offset) {
        long[] starts = boundaries;
        int index = Arrays.binarySearch(starts, offset);
        int last = index < 0 ? -index - 2 : index;
        return offset >= MAGIC_LENGTH
                && offset < footerStart
                && chunkAt(offset).isEmpty()
                && (last < 0 || chunks().stream().anyMatch(chunk -> chunk.start() == starts[last]));
    }

    long[] boundaries() {
        return boundaries;
    }

    long structureLimit() {
        return structureLimit;
    }

    /** Returns where the footer starts. */
    public long footerStart() {
        return footerStart;
    }

    void add(Region region) {
        regions.add(region);
    }

    /** Says that the file can do without its page indexes, and must: one of them contradicts its pages. */
    void leaveOutIndexes() {
        leavesOutIndexes = true;
    }

    /** Returns whether column indexes and offset indexes are no {@link #regions}, as far as {@link #walk} has come. */
    boolean leavesOutIndexes() {
        return leavesOutIndexes;
    }

    void note(String note) {
        notes.add(note);
    }

    /** Returns what the footer says of the writer, its created_by; empty if it says nothing. */
    public String createdBy() {
        return createdBy;
    }

    /** Returns the row groups in the order of the footer; immutable. */
    public List<RowGroup> rowGroups() {
        return Collections.unmodifiableList(rowGroups);
    }

    /** Returns the column chunks of all row groups in the order of the footer. */
    public List<ColumnChunk> chunks() {
        return rowGroups.stream().flatMap(group -> group.chunks().stream()).toList();
    }

    /**
     * Returns the regions between the first magic bytes and the footer, in the order of the file, as far as {@link #walk} has
     * come; immutable. The bytes between them are not needed: zeros, copies of metadata that no reader uses, and what else is
     * left out with a note.
     */
    public List<Region> regions() {
        return Collections.unmodifiableList(regions);
    }

    /** Returns the keys of the key-value metadata; immutable. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(keys);
    }

    /** Returns the converted types in the schema that this version does not know; immutable. */
    public Set<Integer> newConvertedTypes() {
        return Collections.unmodifiableSet(newConvertedTypes);
    }

    /** Returns what is unusual about the file and does not keep it from being changed, a sentence each; immutable. */
    public Set<String> notes() {
        return Collections.unmodifiableSet(notes);
    }
}
