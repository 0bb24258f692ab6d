// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.verify.footer.Bounds;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import io.github.fastcodec.internal.verify.footer.CreatedBy;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.verify.FindingKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Checks the pages of one column chunk, each independently. Thread-safe. */
public final class PageCheck {

    /** The encodings of dictionary pages, in which PLAIN_DICTIONARY is an old name for PLAIN. */
    private static final int PLAIN = 0;

    private static final int PLAIN_DICTIONARY = 2;

    /** The old encoding of levels. */
    private static final int BIT_PACKED = 4;

    private static final int ZSTD_MAGIC = 0xfd2fb528;

    private final FastCodecFactory factory;
    private final CreatedBy createdBy;
    private final PageLayout pages;
    private final ColumnChunk chunk;
    private final @Nullable ColumnDescriptor column;
    private final @Nullable ColumnValues values;
    private final @Nullable ListColumn list;
    private final @Nullable Nesting nesting;
    private final @Nullable SortedColumn sorted;

    private final OrderedWork work;

    /**
     * The dictionary, or null if the chunk has none. Pages after the first one wait for it. No page waits forever: only the first
     * page can be a dictionary, and its check starts before all others, never waits, and always completes this future. Closing
     * the work also ends the wait.
     */
    private final CompletableFuture<@Nullable Dictionary> dictionary = new CompletableFuture<>();

    /**
     * Creates a check of the pages of a chunk.
     *
     * @param values the decoder of the values, or null if they are not checked
     * @param work the work that runs these checks as tasks
     */
    public PageCheck(
            FastCodecFactory factory,
            CreatedBy createdBy,
            ChunkContext context,
            @Nullable ColumnValues values,
            OrderedWork work) {
        this.factory = factory;
        this.createdBy = createdBy;
        this.pages = context.pages();
        this.chunk = pages.chunk();
        this.column = context.column();
        this.values = values;
        this.list = context.list();
        this.nesting = context.nesting();
        this.sorted = context.sorted();
        this.work = work;
    }

    /** Ends the wait for the dictionary: its page was checked, or never will be. */
    public void completeDictionary() {
        dictionary.complete(null); // no effect if it is complete
    }

    /**
     * Checks a page.
     *
     * @param page the index of the page in the chunk
     * @param slab the bytes of the pages of the batch
     */
    public PageFacts check(PageBatch batch, int page, Slab slab) {
        try {
            return checked(batch, page, slab);
        } finally {
            if (page == 0) {
                completeDictionary();
            }
        }
    }

    private PageFacts checked(PageBatch batch, int page, Slab slab) {
        PageFacts facts = new PageFacts(page, pages.at(page));
        try {
            TooLargeException.watch(() -> {
                check(RawPage.read(batch, page, slab), facts);
                return facts;
            });
        } catch (TooLargeException e) {
            facts.found(FindingKind.NOT_CHECKED, Reason.of(e));
        } catch (CorruptPageException e) {
            facts.found(FindingKind.PAGE, e.damage());
        } catch (IOException | RuntimeException e) {
            facts.found(FindingKind.PAGE, Reason.of(e));
        }
        if (facts.rows == PageFacts.UNKNOWN) {
            facts.claimedRows = claimedRows(batch, page, slab);
        }
        return facts;
    }

    /**
     * Returns the number of rows that the header of a page claims, or {@link PageFacts#UNKNOWN} for lists, because several writers
     * state a wrong number for them.
     */
    private long claimedRows(PageBatch batch, int page, Slab slab) {
        try {
            return column != null && column.getMaxRepetitionLevel() == 0
                    ? RawPage.header(batch, page, slab).valueCount()
                    : PageFacts.UNKNOWN;
        } catch (FileDefect e) {
            return PageFacts.UNKNOWN; // already reported
        }
    }

    private void check(RawPage page, PageFacts facts) throws IOException {
        PageHeader header = page.header();
        ByteBuffer plain = page.plainValues((codec, values, size) -> factory.getDecompressor(codec)
                .decompress(values, size)
                .toInputStream()
                .slice(size));
        if (header.hasChecksum() || page.isCompressed() && hasChecksum(chunk.codec(), page.values())) {
            facts.hasChecksum = true;
        }
        facts.isDecompressed = true;
        facts.decompressedBytes = header.uncompressedSize();
        facts.valueCount = header.valueCount();
        if (header.isDictionary()) {
            checkDictionary(header, plain, facts);
        } else {
            Bounds bounds = column != null && header.hasStatistics()
                    ? boundsOf(page.headerBytes(), column.getPrimitiveType())
                    : null;
            checkData(header, page.levels(), plain, facts);
            checkFirstLevel(page, plain, facts);
            if (bounds != null && facts.values != null) {
                bounds.check(facts.values, facts::found);
            }
        }
    }

    private void checkFirstLevel(RawPage page, ByteBuffer plain, PageFacts facts) {
        if (column == null || !page.beginsWithinRow(plain, column.getMaxRepetitionLevel())) {
            return;
        }
        if (facts.page == pages.dictionaryPages() || page.header().kind() == PageHeader.Kind.DATA_V2) {
            facts.found(FindingKind.PAGE, "its first repetition level is above 0, but it must begin with a row");
        } else {
            facts.beginsWithinRow = true;
        }
    }

    /** Returns the bounds in a page header with statistics, by which DuckDB skips pages, or null if it has none. */
    private static @Nullable Bounds boundsOf(ByteBuffer header, PrimitiveType type) throws IOException {
        org.apache.parquet.format.PageHeader page =
                Util.readPageHeader(new ByteArrayInputStream(header.array(), header.position(), header.remaining()));
        Statistics stated = page.isSetData_page_header()
                ? page.getData_page_header().getStatistics()
                : page.getData_page_header_v2().getStatistics();
        ChunkStatistics.requireValid(stated, type);
        return Bounds.of(FindingKind.STATISTICS, "its header", type, stated);
    }

    /** Returns whether compressed values have a checksum that their codec verifies. */
    private static boolean hasChecksum(CompressionCodecName codec, ByteBuffer values) {
        if (codec == CompressionCodecName.ZSTD) {
            // RFC 8878, sections 3.1.1 and 3.1.1.1.1: the third bit of the descriptor after the magic number
            int start = values.position();
            return values.remaining() > 4
                    && values.order(ByteOrder.LITTLE_ENDIAN).getInt(start) == ZSTD_MAGIC
                    && (values.get(start + 4) & 4) != 0;
        }
        return codec == CompressionCodecName.GZIP && values.hasRemaining();
    }

    private void checkDictionary(PageHeader header, ByteBuffer plain, PageFacts facts) {
        Encoding encoding = encoding(header);
        if (encoding == null || header.encoding() != PLAIN && header.encoding() != PLAIN_DICTIONARY) {
            facts.found(
                    FindingKind.PAGE,
                    "its dictionary has the encoding "
                            + (encoding == null ? "number " + header.encoding() : encoding)
                            + ", expected PLAIN or PLAIN_DICTIONARY");
        } else if (values != null) {
            dictionary.complete(values.dictionary(encoding, header, plain, facts));
        }
    }

    private void checkData(PageHeader header, ByteBuffer levels, ByteBuffer plain, PageFacts facts) throws IOException {
        if (chunk.isCompressed(header) && !header.isCompressed()) {
            facts.found(
                    FindingKind.IS_COMPRESSED,
                    "its header says that it is not compressed, but it is, as Arrow before 2.0 wrote it:"
                            + " DuckDB and parquet-java misread it, and recompressing repairs it");
        }
        if (header.kind() == PageHeader.Kind.DATA_V2 && header.nullCount() < 0) {
            facts.found(FindingKind.PAGE, "its header says " + header.nullCount() + " nulls, expected 0 or more");
        }
        Encoding encoding = encoding(header);
        if (encoding != null && encoding.usesDictionary() && !hasDictionary()) {
            facts.found(
                    FindingKind.PAGE, "its encoding is " + encoding + ", but its column chunk has no dictionary page");
            return;
        }
        facts.isWithoutDictionary = encoding != null && !encoding.usesDictionary() && header.valueCount() > 0;
        if (column == null) {
            return;
        }
        int maxRepetition = column.getMaxRepetitionLevel();
        int maxDefinition = column.getMaxDefinitionLevel();
        if (maxRepetition > 0 && header.repetitionEncoding() == BIT_PACKED
                || maxDefinition > 0 && header.definitionEncoding() == BIT_PACKED) {
            if (PageParts.areInRle(header, plain, maxRepetition, maxDefinition)) {
                facts.found(
                        FindingKind.PAGE,
                        "its levels are in RLE, but its header says BIT_PACKED: readers refuse it or return different"
                                + " values");
                return;
            }
            facts.found(
                    FindingKind.LEVEL_ENCODING,
                    "its levels are in BIT_PACKED, as in the oldest files: DuckDB, polars and Trino cannot read it");
        }
        if (values == null && maxRepetition == 0) {
            // Without repeated fields each value is a row, and no level needs to be read.
            facts.rows = header.valueCount();
            facts.nulls = maxDefinition == 0 ? 0 : Math.max(PageFacts.UNKNOWN, header.nullCount());
            requireRows(header, header.valueCount(), false, facts);
            return;
        }
        PageParts parts = PageParts.of(header, levels, plain, maxRepetition, maxDefinition);
        facts.rows = parts.rows(maxRepetition);
        requireRows(header, facts.rows, maxRepetition > 0, facts);
        if (values == null) {
            return;
        }
        if (nesting != null) {
            facts.groups = parts.check(nesting, maxRepetition, maxDefinition);
        }
        int present = parts.present(maxDefinition);
        facts.nulls = (long) header.valueCount() - present;
        // Writers disagree on what counts as a null in lists.
        if (maxRepetition == 0 && header.nullCount() >= 0 && header.nullCount() != facts.nulls) {
            facts.found(
                    FindingKind.PAGE, "it has " + facts.nulls + " nulls, but its header says " + header.nullCount());
        }
        if (list != null) {
            facts.nullLists = parts.nullLists(maxRepetition, maxDefinition, list.level());
        }
        if (encoding != null && header.valueCount() > 0) {
            decode(values, encoding, parts, present, facts);
        } else if (sorted != null && header.valueCount() == 0) {
            facts.order = new RowOrder(sorted);
        }
    }

    /** Returns whether the chunk has a dictionary page, or may have one because its first page header cannot be read. */
    private boolean hasDictionary() {
        return pages.dictionaryPages() > 0 || !pages.isReadable(0);
    }

    private void requireRows(PageHeader header, long rows, boolean hasLists, PageFacts facts) {
        if (header.kind() == PageHeader.Kind.DATA_V2 && header.rowCount() != rows) {
            facts.found(
                    createdBy.kindOfRowCount(hasLists, header),
                    "it has " + rows + " rows, but its header says " + header.rowCount());
        }
    }

    private void decode(ColumnValues decoder, Encoding encoding, PageParts parts, int present, PageFacts facts)
            throws IOException {
        // If other pages need a dictionary, the first page is the dictionary or unreadable, so it never waits.
        Dictionary needed = encoding.usesDictionary() ? OrderedWork.result(dictionary, work::requireOpen) : null;
        if (encoding.usesDictionary() && needed == null) {
            return; // reported with the dictionary page
        }
        decoder.check(encoding, parts, present, needed, sorted, facts);
    }

    /** Returns parquet-java's constant for the encoding of a page, or null if there is none. */
    static @Nullable Encoding encoding(PageHeader header) {
        org.apache.parquet.format.Encoding encoding = org.apache.parquet.format.Encoding.findByValue(header.encoding());
        return encoding == null ? null : Encoding.valueOf(encoding.name());
    }
}
