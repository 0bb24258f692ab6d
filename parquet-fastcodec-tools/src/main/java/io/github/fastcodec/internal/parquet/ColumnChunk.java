// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** A column chunk as the footer describes it. A {@link PageLayout} contains the offsets of its pages. Immutable. */
public final class ColumnChunk {

    static final int FILE_OFFSET = 2;
    static final int OFFSET_INDEX_OFFSET = 4;
    static final int OFFSET_INDEX_LENGTH = 5;
    static final int COLUMN_INDEX_OFFSET = 6;
    static final int COLUMN_INDEX_LENGTH = 7;

    static final int PATH = 3;
    static final int CODEC = 4;
    static final int VALUES = 5;
    static final int UNCOMPRESSED_SIZE = 6;
    static final int COMPRESSED_SIZE = 7;
    static final int DATA_PAGE = 9;
    static final int INDEX_PAGE = 10;
    static final int DICTIONARY_PAGE = 11;
    static final int ENCODING_STATS = 13;
    static final int BLOOM_FILTER_OFFSET = 14;
    static final int BLOOM_FILTER_LENGTH = 15;

    /**
     * A scanned ColumnChunk.
     *
     * @param indexes the index in the array at which the fields of its page indexes start; 0 if it has no page indexes, -1 if
     *     other fields follow these fields
     * @param end the index in the array at which its last field ends
     */
    record Scanned(
            Fields.Numbers numbers,
            MetaData metaData,
            int indexes,
            int end,
            boolean isElsewhere,
            boolean isEncrypted) {}

    /**
     * A scanned ColumnMetaData.
     *
     * @param start the index in the array at which the structure starts, or -1 if the structure is missing
     * @param path empty unless {@code hasPath}
     * @param newEncodings the encodings in the structure that this version does not know
     */
    record MetaData(int start, boolean hasPath, String path, Set<Integer> newEncodings, Fields.Numbers numbers) {

        static final MetaData MISSING =
                new MetaData(-1, false, "", Set.of(), new Fields.Numbers(Fields.COLUMN_META_DATA));
    }

    private final int ordinal;
    private final int rowGroup;
    private final String path;
    private final Scanned scanned;
    private final MetaData metaData;
    private final boolean ignoresIsCompressed;
    private final @Nullable String problem;
    private final CompressionCodecName codec;

    /**
     * @param ordinal the chunk's index among all chunks of the file
     * @param ignoresIsCompressed whether the values of V2 pages are compressed, whatever the page headers say
     */
    ColumnChunk(int ordinal, int rowGroup, String path, Scanned scanned, boolean ignoresIsCompressed) {
        this.ordinal = ordinal;
        this.rowGroup = rowGroup;
        this.path = path;
        this.scanned = scanned;
        this.metaData = scanned.metaData;
        this.ignoresIsCompressed = ignoresIsCompressed;
        CompressionCodec known = CompressionCodec.findByValue((int) metaData(CODEC));
        this.problem = findProblem(known);
        this.codec = known == null || problem != null
                ? CompressionCodecName.UNCOMPRESSED
                : CompressionCodecName.valueOf(known.name());
    }

    private @Nullable String findProblem(@Nullable CompressionCodec known) {
        if (scanned.isElsewhere) {
            return "its pages are in another file (file_path is set), expected this file";
        }
        if (metaData.start < 0) {
            return "its metadata is not in the footer";
        }
        String numbersProblem = metaData.numbers.problem();
        if (numbersProblem != null) {
            return "ColumnMetaData " + numbersProblem;
        }
        if (known == null) {
            return "the codec number " + metaData(CODEC) + " is unknown, expected one from 0 to "
                    + (CompressionCodec.values().length - 1);
        }
        for (Region.Kind index : Region.Kind.INDEXES) {
            long start = offset(index);
            long size = length(index);
            if (start > 0 != size > 0 || start < 0 || size < 0) {
                return "its " + index.name().toLowerCase(Locale.ROOT) + " has the offset " + start + " and the length "
                        + size + ", expected both or neither above 0";
            }
        }
        return valueCount() > 0 && start() == 0 ? "it has " + valueCount() + " values, but no page offset" : null;
    }

    /** Returns the reason why the chunk's pages cannot be located, or null if they can. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Returns the place of this chunk. */
    public Place at() {
        return Place.column(rowGroup, path);
    }

    /** Returns whether the footer describes the chunk well enough to locate its pages; true unless a defect was found. */
    public boolean isUsable() {
        return problem == null;
    }

    /** Returns whether the footer says that a dictionary page starts at {@code offset}. */
    boolean promisesDictionary(long offset) {
        return metaData(DICTIONARY_PAGE) == offset;
    }

    /** Returns whether the footer gives the offset of a dictionary page. */
    public boolean promisesDictionary() {
        return metaData(DICTIONARY_PAGE) > 0;
    }

    /** Returns the index of the row group, from 0. */
    public int rowGroup() {
        return rowGroup;
    }

    /** Returns the index among all chunks of the file, from 0, ordered by row group and then by column. */
    public int ordinal() {
        return ordinal;
    }

    /** Returns the dotted path in the schema. */
    public String path() {
        return path;
    }

    /** Returns the codec; {@code UNCOMPRESSED} if the chunk is not {@linkplain #isUsable usable}. */
    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns whether a page's values are compressed. Ignores the header's is_compressed in files where Arrow ignores it. */
    public boolean isCompressed(PageHeader header) {
        return codec != CompressionCodecName.UNCOMPRESSED && (ignoresIsCompressed || header.isCompressed());
    }

    /** Returns whether a page's header can mark the page's values as uncompressed in a way that readers honor. */
    boolean canBeStored(PageHeader header) {
        return !ignoresIsCompressed && header.canBeStored();
    }

    /** Returns the page encodings in the footer that this version does not know; usually empty. Immutable. */
    public Set<Integer> newEncodings() {
        return metaData.newEncodings;
    }

    /** Returns whether the footer has a path_in_schema for the chunk. */
    public boolean hasPath() {
        return metaData.hasPath;
    }

    /**
     * Returns the ColumnMetaData in a form for readers that require a path_in_schema and fail on encoding statistics with an
     * unknown encoding. If the chunk has an encoding that this version does not know, the encoding statistics are dropped; if the
     * chunk has no path, an empty path is added.
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
        return metaData(VALUES);
    }

    /**
     * Returns the offset at which readers begin: the smaller of data_page_offset and dictionary_page_offset, ignoring values that
     * are not positive; 0 if neither is.
     */
    public long start() {
        return LongStream.of(metaData(DATA_PAGE), metaData(DICTIONARY_PAGE))
                .filter(offset -> offset > 0)
                .min()
                .orElse(0);
    }

    /**
     * Returns the offset by which readers locate the row group whose first chunk this is. Unlike {@link #start}, it treats a
     * dictionary_page_offset of 0 as an offset, as parquet-java does.
     */
    long anchor() {
        return anchor(metaData(DATA_PAGE), metaData(DICTIONARY_PAGE));
    }

    /** Returns the {@link #anchor()} that the chunk would have with the given page offsets. */
    long anchor(long dataPage, long dictionaryPage) {
        return metaData.numbers.has(DICTIONARY_PAGE) ? Math.min(dataPage, dictionaryPage) : dataPage;
    }

    /** Returns the length of the pages with their headers, in bytes, according to the footer. */
    public long statedLength() {
        return metaData(COMPRESSED_SIZE);
    }

    /** Returns the decompressed length of the pages with their headers, in bytes, according to the footer. */
    public long statedUncompressedLength() {
        return metaData(UNCOMPRESSED_SIZE);
    }

    /** Returns the offset of a part according to the footer, or 0 if the chunk does not have the part. */
    long offset(Region.Kind part) {
        return switch (part) {
            case PAGES -> start();
            case BLOOM_FILTER -> Math.max(0, metaData(BLOOM_FILTER_OFFSET));
            case COLUMN_INDEX -> scanned.numbers.value(COLUMN_INDEX_OFFSET);
            case OFFSET_INDEX -> scanned.numbers.value(OFFSET_INDEX_OFFSET);
        };
    }

    /** Returns the length of a part, in bytes, according to the footer, or 0 if the footer does not give it. */
    long length(Region.Kind part) {
        return switch (part) {
            case PAGES -> statedLength();
            case BLOOM_FILTER -> metaData(BLOOM_FILTER_LENGTH);
            case COLUMN_INDEX -> scanned.numbers.value(COLUMN_INDEX_LENGTH);
            case OFFSET_INDEX -> scanned.numbers.value(OFFSET_INDEX_LENGTH);
        };
    }

    long fileOffset() {
        return scanned.numbers.value(FILE_OFFSET);
    }

    /** Returns the number in a field of the ColumnMetaData, or 0 if the field is missing. */
    long metaData(int field) {
        return metaData.numbers.value(field);
    }

    /** Returns the scanned ColumnMetaData. */
    MetaData metaData() {
        return metaData;
    }

    /** Returns the numbers outside the ColumnMetaData. */
    Fields.Numbers numbers() {
        return scanned.numbers;
    }

    /** Returns whether the chunk has a column index or an offset index. */
    public boolean hasIndexes() {
        return scanned.indexes != 0;
    }

    public boolean hasOffsetIndex() {
        return length(Region.Kind.OFFSET_INDEX) > 0;
    }

    /** Returns whether the chunk's indexes, if any, can be {@linkplain #cutIndexes cut out}. */
    boolean canLoseIndexes() {
        return scanned.indexes >= 0;
    }

    /** Cuts the fields of the chunk's indexes out of the footer. */
    void cutIndexes(Splicer splicer) {
        if (scanned.indexes > 0) {
            splicer.cut(scanned.indexes, scanned.end);
        }
    }
}
