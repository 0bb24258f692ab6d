// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/** The header of a page, with the numbers in it that change when the page is compressed differently. Immutable. */
public final class PageHeader {

    /** The kinds of pages that files have; index pages were never written and are refused. */
    public enum Kind {
        DATA_V1("data_page_header", 5),
        DICTIONARY("dictionary_page_header", 7),
        DATA_V2("data_page_header_v2", 8);

        private final String fieldName;
        private final int field;

        Kind(String fieldName, int field) {
            this.fieldName = fieldName;
            this.field = field;
        }
    }

    /** Stands for a number that the header does not have. */
    public static final int UNKNOWN = -1;

    /** The numbers of the encodings of values: 1 was never written, 4 is for levels, and 10 (ALP) is new. */
    private static final Set<Long> ENCODINGS = new TreeSet<>(Set.of(0L, 2L, 3L, 5L, 6L, 7L, 8L, 9L, 10L));

    /** RLE and BIT_PACKED. */
    private static final Set<Long> LEVEL_ENCODINGS = new TreeSet<>(Set.of(3L, 4L));

    private static final Kind[] KIND_OF_TYPE = {Kind.DATA_V1, null, Kind.DICTIONARY, Kind.DATA_V2};

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final Kind kind;
    private final int uncompressedSize;
    private final ThriftNumber compressedSize;
    private final ThriftNumber checksum;
    private final int valueCount;
    private final int encoding;
    private final int definitionEncoding;
    private final int repetitionEncoding;
    private final int nullCount;
    private final int rowCount;
    private final int definitionLevelsLength;
    private final int levelsLength;
    private final ThriftNumber compressed;
    private final boolean hasStatistics;

    private PageHeader(Fields fields, byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        kind = fields.kind;
        uncompressedSize = (int) fields.uncompressedSize.value();
        compressedSize = fields.compressedSize;
        checksum = fields.checksum;
        valueCount = (int) fields.valueCount.value();
        encoding = (int) ThriftNumber.valueOf(fields.encoding, UNKNOWN);
        definitionEncoding = (int) ThriftNumber.valueOf(fields.definitionEncoding, UNKNOWN);
        repetitionEncoding = (int) ThriftNumber.valueOf(fields.repetitionEncoding, UNKNOWN);
        nullCount = (int) ThriftNumber.valueOf(fields.nullCount, UNKNOWN);
        rowCount = (int) ThriftNumber.valueOf(fields.rowCount, UNKNOWN);
        definitionLevelsLength = (int) ThriftNumber.valueOf(fields.definitionLevels, 0);
        levelsLength = fields.levelsLength;
        compressed = fields.compressed;
        hasStatistics = fields.hasStatistics;
    }

    /**
     * Reads the header that starts at {@code bytes[start]} and ends before {@code bytes[end]}. It refers to the array, which
     * must not change.
     *
     * @param origin the place of {@code bytes[0]} in the file, for messages
     * @throws FileDefect if there is no header, or not a whole one, or one of an unknown kind, or if its sizes are negative
     *     or do not match
     */
    public static PageHeader read(byte[] bytes, int start, int end, long origin) throws FileDefect {
        CompactScanner scanner = new CompactScanner(bytes, start, end, origin);
        Fields fields = new Fields();
        fields.read(scanner);
        fields.check(origin + start);
        return new PageHeader(fields, bytes, start, scanner.position());
    }

    /** Requires that an encoding exists which the footer names, of values or of levels. */
    static void requireInFooter(long encoding) throws FileDefect {
        if (!ENCODINGS.contains(encoding) && !LEVEL_ENCODINGS.contains(encoding)) {
            throw new FileDefect("ColumnMetaData has the encoding " + encoding
                    + ", which does not exist: expected one of " + ENCODINGS + " or " + LEVEL_ENCODINGS);
        }
    }

    public Kind kind() {
        return kind;
    }

    public boolean isDictionary() {
        return kind == Kind.DICTIONARY;
    }

    /** Returns the length of the header itself, in bytes. */
    public int length() {
        return end - start;
    }

    /** Returns the length of the page behind its header, levels included, in bytes. */
    public int compressedSize() {
        return (int) compressedSize.value();
    }

    /** Returns the length of the page when it is decompressed, levels included, in bytes. */
    public int uncompressedSize() {
        return uncompressedSize;
    }

    /** Returns whether it is that of a data page and has statistics, which are not looked at here. */
    public boolean hasStatistics() {
        return hasStatistics;
    }

    /** Returns the number of values, nulls included. */
    public int valueCount() {
        return valueCount;
    }

    /** Returns the number of the encoding of the values as the footer's structures number it, or {@link #UNKNOWN}. */
    public int encoding() {
        return encoding;
    }

    /** Returns the number of the encoding of a V1 page's definition levels, or {@link #UNKNOWN}. */
    public int definitionEncoding() {
        return definitionEncoding;
    }

    /** Returns the number of the encoding of a V1 page's repetition levels, or {@link #UNKNOWN}. */
    public int repetitionEncoding() {
        return repetitionEncoding;
    }

    /** Returns the number of nulls, which only a V2 page tells, or {@link #UNKNOWN}. */
    public int nullCount() {
        return nullCount;
    }

    /** Returns the number of rows, which only a V2 page tells, or {@link #UNKNOWN}. */
    public int rowCount() {
        return rowCount;
    }

    /** Returns the length of the definition levels of a V2 page, which end its {@link #levelsLength levels}, in bytes; else 0. */
    public int definitionLevelsLength() {
        return definitionLevelsLength;
    }

    /** Returns the length of what stands uncompressed before the values, in bytes; 0 unless this is {@link Kind#DATA_V2}. */
    public int levelsLength() {
        return levelsLength;
    }

    /** Returns whether the values are compressed with the codec of the chunk, which only a V2 page can deny. */
    public boolean isCompressed() {
        return compressed == null || compressed.isTrue();
    }

    /** Returns whether the header can say that the page is not compressed. Where it says nothing, there is nothing to replace. */
    public boolean canBeStored() {
        return compressed != null;
    }

    public boolean hasChecksum() {
        return checksum != null;
    }

    /** Returns the CRC-32 of the page behind its header, as an unsigned number; 0 if there is none. */
    public long checksum() {
        return ThriftNumber.valueOf(checksum, 0) & 0xffffffffL;
    }

    /**
     * Returns the bytes of this header for a page that is compressed differently.
     *
     * @param newCompressedSize the new {@link #compressedSize}
     * @param newChecksum the new {@link #checksum}, ignored if there is none
     * @param isCompressed the new {@link #isCompressed}, ignored unless {@link #canBeStored}
     */
    public byte[] withPage(int newCompressedSize, long newChecksum, boolean isCompressed) {
        Splicer splicer = new Splicer(bytes, start, end);
        splicer.replace(compressedSize, newCompressedSize);
        splicer.replace(checksum, (int) newChecksum);
        splicer.replace(compressed, isCompressed ? 1 : 0);
        return splicer.spliced();
    }

    /** Returns the bytes of this header with zeros for all that may change. Headers of one page in two files are equal then. */
    public byte[] unchanging() {
        Splicer splicer = new Splicer(bytes, start, end);
        splicer.erase(compressedSize);
        splicer.erase(checksum);
        splicer.erase(compressed);
        return splicer.spliced();
    }

    /** The fields as they are read, in any order. */
    private static final class Fields {

        private final Set<Kind> present = EnumSet.noneOf(Kind.class);
        private ThriftNumber type;
        private ThriftNumber uncompressedSize;
        private ThriftNumber compressedSize;
        private ThriftNumber checksum;
        private ThriftNumber valueCount;
        private ThriftNumber encoding;
        private ThriftNumber definitionEncoding;
        private ThriftNumber repetitionEncoding;
        private ThriftNumber nullCount;
        private ThriftNumber rowCount;
        private int levelsLength;
        private ThriftNumber definitionLevels;
        private ThriftNumber repetitionLevels;
        private ThriftNumber compressed;
        private boolean hasStatistics;
        private Kind kind;

        void read(CompactScanner scanner) throws FileDefect {
            for (CompactScanner.Struct header = scanner.struct("PageHeader"); header.next(); ) {
                switch (header.id()) {
                    case 1 -> type = header.i32();
                    case 2 -> uncompressedSize = header.i32();
                    case 3 -> compressedSize = header.i32();
                    case 4 -> checksum = header.i32();
                    case 5 -> readV1(header.struct("DataPageHeader"));
                    // index_page_header, which is empty
                    case 6 -> header.skip();
                    case 7 -> readDictionary(header.struct("DictionaryPageHeader"));
                    case 8 -> readV2(header.struct("DataPageHeaderV2"));
                    default -> throw header.unknown();
                }
            }
        }

        private void readV1(CompactScanner.Struct page) throws FileDefect {
            present.add(Kind.DATA_V1);
            while (page.next()) {
                switch (page.id()) {
                    case 1 -> valueCount = page.i32();
                    case 2 -> encoding = page.i32();
                    case 3 -> definitionEncoding = page.i32();
                    case 4 -> repetitionEncoding = page.i32();
                    default -> {
                        hasStatistics |= page.id() == 5 && page.is(CompactScanner.STRUCT);
                        page.skip();
                    }
                }
            }
        }

        private void readDictionary(CompactScanner.Struct page) throws FileDefect {
            present.add(Kind.DICTIONARY);
            while (page.next()) {
                switch (page.id()) {
                    case 1 -> valueCount = page.i32();
                    case 2 -> encoding = page.i32();
                    default -> page.skip();
                }
            }
        }

        private void readV2(CompactScanner.Struct page) throws FileDefect {
            present.add(Kind.DATA_V2);
            while (page.next()) {
                switch (page.id()) {
                    case 1 -> valueCount = page.i32();
                    case 2 -> nullCount = page.i32();
                    case 3 -> rowCount = page.i32();
                    case 4 -> encoding = page.i32();
                    case 8 -> {
                        hasStatistics = page.is(CompactScanner.STRUCT);
                        page.skip();
                    }
                    case 5 -> definitionLevels = page.i32();
                    case 6 -> repetitionLevels = page.i32();
                    case 7 -> compressed = page.bool();
                    default -> throw page.unknown();
                }
            }
        }

        void check(long offset) throws FileDefect {
            require(offset, "type", type);
            long number = type.value();
            kind = number < 0 || number >= KIND_OF_TYPE.length ? null : KIND_OF_TYPE[(int) number];
            if (kind == null) {
                throw new FileDefect(where(offset) + " has the page type " + number
                        + ", expected 0 (data page), 2 (dictionary page) or 3 (data page V2)");
            }
            if (present.size() != 1 || !present.contains(kind)) {
                throw new FileDefect(where(offset) + " must have the field " + kind.field + " (" + kind.fieldName
                        + ") and no other of its kind, got " + present.size() + " of them");
            }
            requireSize(offset, "uncompressed_page_size", uncompressedSize);
            requireSize(offset, "compressed_page_size", compressedSize);
            requireSize(offset, "num_values", valueCount);
            requireEncoding(offset, "encoding", encoding, ENCODINGS);
            if (kind == Kind.DATA_V1) {
                requireEncoding(offset, "definition_level_encoding", definitionEncoding, LEVEL_ENCODINGS);
                requireEncoding(offset, "repetition_level_encoding", repetitionEncoding, LEVEL_ENCODINGS);
            } else if (kind == Kind.DATA_V2) {
                checkLevels(offset);
            }
        }

        private static void requireEncoding(long offset, String name, ThriftNumber number, Set<Long> known)
                throws FileDefect {
            require(offset, name, number);
            if (!known.contains(number.value())) {
                throw new FileDefect(where(offset) + " has the " + name + " " + number.value()
                        + ", which does not exist: expected one of " + known);
            }
        }

        private void checkLevels(long offset) throws FileDefect {
            require(offset, "num_nulls", nullCount); // negative where a writer did not count
            require(offset, "num_rows", rowCount);
            requireSize(offset, "definition_levels_byte_length", definitionLevels);
            requireSize(offset, "repetition_levels_byte_length", repetitionLevels);
            long levels = definitionLevels.value() + repetitionLevels.value();
            long room = Math.min(uncompressedSize.value(), compressedSize.value());
            if (levels > room) {
                throw new FileDefect(
                        where(offset) + " claims levels of " + levels + " bytes, the page has " + room + " bytes");
            }
            levelsLength = (int) levels;
        }

        private static void require(long offset, String name, ThriftNumber number) throws FileDefect {
            if (number == null) {
                throw missing(where(offset), name);
            }
        }

        private static void requireSize(long offset, String name, ThriftNumber number) throws FileDefect {
            require(offset, name, number);
            if (number.value() < 0) {
                throw new FileDefect(
                        where(offset) + " has the " + name + " " + number.value() + ", expected 0 or more");
            }
        }
    }

    private static String where(long offset) {
        return "PageHeader at offset " + offset;
    }

    static FileDefect missing(String where, String name) {
        return new FileDefect(where + " lacks its " + name);
    }
}
