// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** The header of a page, with the numbers in it that change when the page is compressed differently. Immutable. */
public final class PageHeader {

    /** The kinds of pages in files. Index pages were never written and are refused. */
    public enum Kind {
        DATA_V1("data_page_header", 5, "DataPageHeader", Fields.DATA_PAGE, 5),
        DICTIONARY("dictionary_page_header", 7, "DictionaryPageHeader", Fields.DICTIONARY_PAGE, -1),
        DATA_V2("data_page_header_v2", 8, "DataPageHeaderV2", Fields.DATA_PAGE_V2, 8);

        private final String fieldName;
        private final int field;
        private final String structName;
        private final Fields fields;
        private final int statistics;

        Kind(String fieldName, int field, String structName, Fields fields, int statistics) {
            this.fieldName = fieldName;
            this.field = field;
            this.structName = structName;
            this.fields = fields;
            this.statistics = statistics;
        }

        /** Returns the kind of page that the field {@code id} of a PageHeader describes, or null if the field describes none. */
        private static @Nullable Kind ofField(int id) {
            return switch (id) {
                case 5 -> DATA_V1;
                case 7 -> DICTIONARY;
                case 8 -> DATA_V2;
                default -> null;
            };
        }
    }

    private static final int TYPE = 1;
    private static final int UNCOMPRESSED_SIZE = 2;
    private static final int COMPRESSED_SIZE = 3;
    private static final int CHECKSUM = 4;

    /** Field 1 in the structure of each kind of page. */
    private static final int VALUES = 1;

    private static final int ENCODING = 2;
    private static final int DEFINITION_ENCODING = 3;
    private static final int REPETITION_ENCODING = 4;

    private static final int V2_NULLS = 2;
    private static final int V2_ROWS = 3;
    private static final int V2_ENCODING = 4;
    private static final int V2_DEFINITION_LENGTH = 5;
    private static final int V2_REPETITION_LENGTH = 6;
    private static final int V2_IS_COMPRESSED = 7;

    /** The maximum length of a checksum field, in bytes. */
    private static final int LONGEST_CHECKSUM = 6;

    /** Returned for a number that the header does not contain. */
    public static final int UNKNOWN = -1;

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final Kind kind;
    private final Fields.Numbers header;
    private final Fields.Numbers page;
    private final boolean hasStatistics;
    private final @Nullable FileDefect unknown;

    private PageHeader(
            byte[] bytes,
            int start,
            int end,
            Kind kind,
            Fields.Numbers header,
            Fields.Numbers page,
            boolean hasStatistics,
            @Nullable FileDefect unknown) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        this.kind = kind;
        this.header = header;
        this.page = page;
        this.hasStatistics = hasStatistics;
        this.unknown = unknown;
    }

    /**
     * Reads the header that starts at {@code bytes[start]} and ends before {@code bytes[end]}. The result refers to the array, which
     * must not change.
     *
     * @param origin the offset of {@code bytes[0]} in the file, for messages
     * @throws FileDefect if the header is malformed, incomplete or of an unknown kind, or if its sizes are negative or contradict each
     *     other
     */
    public static PageHeader read(byte[] bytes, int start, int end, long origin) throws FileDefect {
        CompactScanner scanner = new CompactScanner(bytes, start, end, origin);
        Fields.Numbers header = new Fields.Numbers(Fields.PAGE_HEADER);
        Kind kind = null;
        Fields.Numbers page = null;
        int kinds = 0;
        boolean hasStatistics = false;
        FileDefect unknown = null;
        for (CompactScanner.Struct struct = scanner.struct("PageHeader"); struct.next(); ) {
            Kind fieldKind = Kind.ofField(struct.id());
            if (fieldKind != null) {
                kinds++;
                kind = fieldKind;
                page = new Fields.Numbers(kind.fields);
                CompactScanner.Struct inner = struct.struct(kind.structName);
                while (inner.next()) {
                    hasStatistics |= inner.id() == kind.statistics && inner.is(CompactScanner.STRUCT);
                    if (!page.read(inner)) {
                        unknown = kind == Kind.DATA_V2 ? inner.unknown() : unknown;
                        inner.skip();
                    }
                }
            } else if (!header.read(struct)) {
                unknown = struct.unknown();
                struct.skip();
            }
        }
        String problem = header.problem();
        if (problem != null) {
            throw defect(origin + start, problem);
        }
        Kind expected = Kind.ofField(5 + (int) header.value(TYPE)); // the page types 0 to 3 use the fields 5 to 8
        if (expected == null) {
            throw defect(
                    origin + start,
                    "has the page type " + header.value(TYPE)
                            + ", expected 0 (data page), 2 (dictionary page) or 3 (data page V2)");
        }
        if (page == null || kinds != 1 || kind != expected) {
            throw defect(
                    origin + start,
                    "must have the field " + expected.field + " (" + expected.fieldName
                            + ") and no other of its kind, got " + kinds + " of them");
        }
        problem = page.problem();
        if (problem != null) {
            throw defect(origin + start, problem);
        }
        PageHeader read =
                new PageHeader(bytes, start, scanner.position(), expected, header, page, hasStatistics, unknown);
        int room = Math.min(read.uncompressedSize(), read.compressedSize());
        long levels = (long) read.definitionLevelsLength() + read.number(Kind.DATA_V2, V2_REPETITION_LENGTH, 0);
        if (levels > room) {
            throw defect(origin + start, "claims levels of " + levels + " bytes, but the page has " + room + " bytes");
        }
        return read;
    }

    private static FileDefect defect(long offset, String problem) {
        return new FileDefect("PageHeader at offset " + offset + " " + problem);
    }

    /** Returns the last field that this version does not know, and that may hold a file offset, or null if there is none. */
    @Nullable
    FileDefect unknown() {
        return unknown;
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

    /** Returns the length of the page without its header, levels included, in bytes. */
    public int compressedSize() {
        return (int) header.value(COMPRESSED_SIZE);
    }

    /** Returns the decompressed length of the page, levels included, in bytes. */
    public int uncompressedSize() {
        return (int) header.value(UNCOMPRESSED_SIZE);
    }

    /** Returns whether this is the header of a data page with statistics, which are not checked here. */
    public boolean hasStatistics() {
        return hasStatistics;
    }

    /** Returns the number of values, nulls included. */
    public int valueCount() {
        return (int) page.value(VALUES);
    }

    /** Returns the number that parquet.thrift gives to the encoding of the values. */
    public int encoding() {
        return (int) page.value(kind == Kind.DATA_V2 ? V2_ENCODING : ENCODING);
    }

    /** Returns the encoding number of a V1 page's definition levels; {@link #UNKNOWN} for other pages. */
    public int definitionEncoding() {
        return number(Kind.DATA_V1, DEFINITION_ENCODING, UNKNOWN);
    }

    /** Returns the encoding number of a V1 page's repetition levels; {@link #UNKNOWN} for other pages. */
    public int repetitionEncoding() {
        return number(Kind.DATA_V1, REPETITION_ENCODING, UNKNOWN);
    }

    /** Returns whether a V1 page lacks an encoding for one or both kinds of levels. Some writers set none if there are no levels. */
    boolean lacksLevelEncoding() {
        return definitionEncoding() == Fields.NO_LEVELS || repetitionEncoding() == Fields.NO_LEVELS;
    }

    /** Requires an encoding for each kind of levels that the column has. */
    void requireLevelEncodings(SchemaWalk.MaxLevels levels) throws FileDefect {
        requireLevelEncoding(DEFINITION_ENCODING, levels.maxDefinition());
        requireLevelEncoding(REPETITION_ENCODING, levels.maxRepetition());
    }

    private void requireLevelEncoding(int field, int max) throws FileDefect {
        if (max > 0 && number(Kind.DATA_V1, field, UNKNOWN) == Fields.NO_LEVELS) {
            throw new FileDefect("PageHeader " + page.noSuchLevels(field));
        }
    }

    /** Returns the number of nulls in a V2 page; {@link #UNKNOWN} for other pages. */
    public int nullCount() {
        return number(Kind.DATA_V2, V2_NULLS, UNKNOWN);
    }

    /** Returns the number of rows in a V2 page; {@link #UNKNOWN} for other pages. */
    public int rowCount() {
        return number(Kind.DATA_V2, V2_ROWS, UNKNOWN);
    }

    /** Returns the length, in bytes, of a V2 page's definition levels, which follow its repetition levels; 0 for other pages. */
    public int definitionLevelsLength() {
        return number(Kind.DATA_V2, V2_DEFINITION_LENGTH, 0);
    }

    /** Returns the length, in bytes, of a V2 page's levels, which precede its values and are never compressed; 0 for other pages. */
    public int levelsLength() {
        return definitionLevelsLength() + number(Kind.DATA_V2, V2_REPETITION_LENGTH, 0);
    }

    /** Returns whether the values are compressed with the chunk's codec; false only if the header of a V2 page says so. */
    public boolean isCompressed() {
        return number(Kind.DATA_V2, V2_IS_COMPRESSED, 1) == 1;
    }

    /**
     * Returns whether the header can mark the page as uncompressed, because it contains an is_compressed field that can be
     * replaced.
     */
    public boolean canBeStored() {
        return kind == Kind.DATA_V2 && page.has(V2_IS_COMPRESSED);
    }

    public boolean hasChecksum() {
        return header.has(CHECKSUM);
    }

    /** Returns the CRC-32 of the page without its header, as an unsigned number; 0 if the header has no checksum. */
    public long checksum() {
        return header.value(CHECKSUM) & 0xffffffffL;
    }

    /**
     * Returns the bytes of this header for a page that is compressed differently.
     *
     * @param newCompressedSize the new {@link #compressedSize}
     * @param newChecksum the new {@link #checksum}, ignored if the header has no checksum
     * @param isCompressed the new {@link #isCompressed}, ignored unless {@link #canBeStored}
     */
    public byte[] withPage(int newCompressedSize, long newChecksum, boolean isCompressed) {
        Splicer splicer = new Splicer(bytes, start, end);
        header.replace(splicer, COMPRESSED_SIZE, newCompressedSize);
        header.replace(splicer, CHECKSUM, (int) newChecksum);
        if (kind == Kind.DATA_V2) {
            page.replace(splicer, V2_IS_COMPRESSED, isCompressed ? 1 : 0);
        }
        setLevelEncodings(splicer);
        return splicer.spliced();
    }

    /** Returns this header with an added checksum of 0, or this header if it already has a checksum. */
    PageHeader withChecksum() throws FileDefect {
        if (hasChecksum()) {
            return this;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(length() + LONGEST_CHECKSUM);
        CompactScanner scanner = new CompactScanner(bytes, start, end, 0);
        int before = 0;
        boolean added = false;
        for (CompactScanner.Struct struct = scanner.struct("PageHeader"); struct.next(); before = struct.id()) {
            struct.skip();
            if (!added && struct.id() > CHECKSUM) {
                CompactScanner.writeZero(before, CHECKSUM, CompactScanner.I32, out);
                before = CHECKSUM;
                added = true;
            }
            struct.copy(before, scanner.position(), out);
        }
        out.write(0); // the end of the structure
        return read(out.toByteArray(), 0, out.size(), 0);
    }

    /**
     * Returns the bytes of this header with each number that may change set to 0, so that the headers of the same page in two
     * files are equal.
     */
    public byte[] unchanging() {
        Splicer splicer = new Splicer(bytes, start, end);
        header.erase(splicer);
        page.erase(splicer);
        setLevelEncodings(splicer);
        return splicer.spliced();
    }

    /** Sets an encoding for absent levels, because parquet-java does not read a page that lacks one. */
    private void setLevelEncodings(Splicer splicer) {
        if (lacksLevelEncoding()) {
            for (int field = DEFINITION_ENCODING; field <= REPETITION_ENCODING; field++) {
                if (page.value(field) == Fields.NO_LEVELS) {
                    page.replace(splicer, field, Fields.RLE);
                }
            }
        }
    }

    private int number(Kind expected, int field, int otherwise) {
        return kind == expected ? (int) page.value(field, otherwise) : otherwise;
    }
}
