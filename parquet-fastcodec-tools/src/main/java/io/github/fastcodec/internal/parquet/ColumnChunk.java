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

/** A column chunk: what the footer says of it. Where its pages are, a {@link PageLayout} knows. Immutable. */
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
     * A ColumnChunk as it was scanned.
     *
     * @param indexes where the fields of its indexes start, which are the last ones; 0 if there are none, -1 if others follow
     * @param end where its last field ends
     */
    record Scanned(
            Fields.Numbers numbers,
            MetaData metaData,
            int indexes,
            int end,
            boolean isElsewhere,
            boolean isEncrypted) {}

    /**
     * A ColumnMetaData as it was scanned.
     *
     * @param start where it starts in the array, or -1 if there is none
     * @param path empty unless {@code hasPath}
     * @param newEncodings the encodings it names that this version does not know
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
     * @param ordinal its index among all chunks of the file
     * @param ignoresIsCompressed whether the values of V2 pages are compressed whatever their headers say
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
            return "its pages stand in another file (file_path is set), expected this file";
        }
        if (metaData.start < 0) {
            return "its metadata is not in the footer";
        }
        String ofNumbers = metaData.numbers.problem();
        if (ofNumbers != null) {
            return "ColumnMetaData " + ofNumbers;
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
                        + size + ", expected both above 0, or none";
            }
        }
        return valueCount() > 0 && start() == 0 ? "it has " + valueCount() + " values, but no offset of a page" : null;
    }

    /** Returns why its pages cannot be looked for; null if the footer says enough. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Returns the place of this chunk. */
    public Place at() {
        return Place.column(rowGroup, path);
    }

    /** Returns whether the footer says enough of the chunk to look for its pages; true unless a defect was found. */
    public boolean isUsable() {
        return problem == null;
    }

    /** Returns whether the footer says that a dictionary page starts at an offset. */
    boolean promisesDictionary(long offset) {
        return metaData(DICTIONARY_PAGE) == offset;
    }

    /** Returns whether the footer names a dictionary page. */
    public boolean promisesDictionary() {
        return metaData(DICTIONARY_PAGE) > 0;
    }

    /** Returns the index of the row group, from 0. */
    public int rowGroup() {
        return rowGroup;
    }

    /** Returns the index among all chunks of the file, from 0: by row group, then by column. */
    public int ordinal() {
        return ordinal;
    }

    /** Returns the path in the schema, with dots. */
    public String path() {
        return path;
    }

    /** Returns the codec; of a chunk that is not {@linkplain #isUsable usable}, no compression. */
    public CompressionCodecName codec() {
        return codec;
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
        return metaData.newEncodings;
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
        return metaData(VALUES);
    }

    /** Returns where readers begin: the lesser one of the offsets of a data page and the dictionary page, or 0 without any. */
    public long start() {
        return LongStream.of(metaData(DATA_PAGE), metaData(DICTIONARY_PAGE))
                .filter(offset -> offset > 0)
                .min()
                .orElse(0);
    }

    /**
     * Returns the offset by which readers find the row group that this chunk is the first of: unlike {@link #start}, parquet-java
     * takes a dictionary_page_offset of 0 for a place.
     */
    long anchor() {
        return anchor(metaData(DATA_PAGE), metaData(DICTIONARY_PAGE));
    }

    /** Returns the same with other offsets. */
    long anchor(long dataPage, long dictionaryPage) {
        return metaData.numbers.has(DICTIONARY_PAGE) ? Math.min(dataPage, dictionaryPage) : dataPage;
    }

    /** Returns the length of the pages with their headers, in bytes, as the footer has it. */
    public long statedLength() {
        return metaData(COMPRESSED_SIZE);
    }

    /** Returns the length of the pages with their headers when they are decompressed, in bytes, as the footer has it. */
    public long statedUncompressedLength() {
        return metaData(UNCOMPRESSED_SIZE);
    }

    /** Returns where a part starts, as the footer has it, or 0 if there is none. */
    long offset(Region.Kind part) {
        return switch (part) {
            case PAGES -> start();
            case BLOOM_FILTER -> Math.max(0, metaData(BLOOM_FILTER_OFFSET));
            case COLUMN_INDEX -> scanned.numbers.value(COLUMN_INDEX_OFFSET);
            case OFFSET_INDEX -> scanned.numbers.value(OFFSET_INDEX_OFFSET);
        };
    }

    /** Returns the length of a part, in bytes, as the footer has it, or 0 if it does not say. */
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

    /** Returns a number of its ColumnMetaData by its field, or 0 if it is missing. */
    long metaData(int field) {
        return metaData.numbers.value(field);
    }

    /** Returns all of its ColumnMetaData. */
    MetaData metaData() {
        return metaData;
    }

    /** Returns the numbers outside of its ColumnMetaData. */
    Fields.Numbers numbers() {
        return scanned.numbers;
    }

    /** Returns whether it has a column index or an offset index. */
    boolean hasIndexes() {
        return scanned.indexes != 0;
    }

    /** Returns whether its indexes can be {@linkplain #cutIndexes cut out}, if it has any. */
    boolean canLoseIndexes() {
        return scanned.indexes >= 0;
    }

    /** Cuts out what the footer says of its indexes. */
    void cutIndexes(Splicer splicer) {
        if (scanned.indexes > 0) {
            splicer.cut(scanned.indexes, scanned.end);
        }
    }
}
