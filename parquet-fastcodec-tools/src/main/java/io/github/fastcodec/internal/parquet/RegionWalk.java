// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks through the regions of a file in file order, and accounts for every byte between the leading magic bytes and the footer.
 * In a region of pages it reads the headers one after another, so that all pages of a chunk are known once the end of the region
 * is found. Pages are read only if the visitor wants them; small pages are read together with their headers. Nothing is
 * decompressed. Not thread-safe.
 */
public final class RegionWalk {

    /** Receives the regions of a file as they are found. */
    public interface Visitor {

        /** Ignores everything. */
        Visitor NONE = new Visitor() {};

        /**
         * Called before the pages of a chunk. Returns whether the visitor wants them. By default it does not want them, and only
         * their headers are examined.
         */
        default boolean begin(ColumnChunk chunk) throws IOException {
            return false;
        }

        /**
         * Receives the next readable pages of a chunk that the visitor wants, as soon as they are found. The visitor must read
         * each batch.
         */
        default void visit(PageBatch batch) throws IOException {}

        /**
         * Returns whether a page that the visitor has received contradicts the offset index of its chunk. An exception ends the
         * walk.
         */
        default boolean contradictsIndex(ColumnChunk chunk) throws IOException {
            return false;
        }

        /** Receives the region of a chunk's pages, after all of them were found. */
        default void end(Region region, PageLayout pages) throws IOException {}

        /** Receives a region that does not contain pages. Regions of all kinds arrive in file order. */
        default void visit(Region region) throws IOException {}
    }

    private static final long[] NO_PAGES = {};

    private final ParquetFile file;
    private final Footer footer;
    private final Defects defects;
    private final Visitor visitor;
    private final PageReader reader;

    private final List<Region> regions = new ArrayList<>();
    private final Set<Note> notes;
    private final Gaps gaps;

    /** The pages of each chunk, indexed by its ordinal; null until they are found or known. */
    private final @Nullable PageLayout[] pages;

    /** The batches of the current chunk that the visitor has not received yet. */
    private final Deque<PageBatch> batches = new ArrayDeque<>();

    /** The chunk in which the last unreadable page was found. */
    private @Nullable ColumnChunk indexed;

    /** The offsets of data pages in the offset index of {@link #indexed}, sorted. */
    private long[] indexedPages = NO_PAGES;

    /** The columns of the schema, which are read when levels are needed for the first time. */
    private @Nullable SchemaWalk columns;

    private boolean indexesChecked;
    private boolean leavesOutIndexes;

    RegionWalk(ParquetFile file, Visitor visitor, Buffers buffers) {
        this.file = file;
        this.footer = file.footer();
        this.defects = file.defects();
        this.visitor = visitor;
        this.notes = new LinkedHashSet<>(footer.notes());
        this.gaps = new Gaps(file, notes);
        this.pages = new PageLayout[footer.chunks().size()];
        this.reader = new PageReader(file.input(), buffers);
    }

    /** @param known the layouts of the pages of all chunks; the walk does not search for pages */
    RegionWalk(ParquetFile file, List<PageLayout> known) {
        this(file, Visitor.NONE, Buffers.NONE);
        known.forEach(layout -> pages[layout.chunk().ordinal()] = layout);
    }

    FileLayout run() throws IOException {
        ParquetFile.requireStart(file.input());
        try (reader) {
            for (ColumnChunk chunk : footer.chunks()) {
                if (!StatedRegions.hasPages(chunk)) {
                    walkPages(chunk); // the chunk has no values, or a defect was found
                }
            }
            for (Region stated : StatedRegions.of(file)) {
                if (Region.Kind.INDEXES.contains(stated.kind())) {
                    checkIndexes();
                }
                long end = end(stated);
                if (end >= 0) {
                    account(new Region(stated.kind(), stated.start(), end, stated.chunk()));
                }
            }
        }
        List<PageLayout> all = footer.chunks().stream().map(this::pages).toList();
        if (!footer.rowGroups().stream().allMatch(group -> group.hasTrueTotals(all))) {
            notes.add(Note.corrected("a row group has wrong totals or offsets in the footer, which are corrected"));
        }
        gaps.finish();
        return new FileLayout(file, List.copyOf(regions), all, Collections.unmodifiableSet(notes), leavesOutIndexes);
    }

    /** Returns the pages of a chunk if they are found or known, else null. */
    @Nullable
    PageLayout found(ColumnChunk chunk) {
        return pages[chunk.ordinal()];
    }

    private PageLayout pages(ColumnChunk chunk) {
        return Objects.requireNonNull(found(chunk), "a chunk whose pages were found");
    }

    /**
     * Decides to leave out all page indexes if one of them contradicts its pages: readers that trust it fail, and some read none of a
     * file's indexes unless each column chunk has them. If all pages come before all indexes, as in the files of writers with this
     * defect, the contradiction is found before the first index is passed on.
     */
    private void checkIndexes() throws IOException {
        if (indexesChecked || !defects.leavesOutIndexes()) {
            return;
        }
        indexesChecked = true;
        boolean contradicted = false;
        for (ColumnChunk chunk : footer.chunks()) {
            PageLayout found = found(chunk);
            long start = chunk.offset(Region.Kind.OFFSET_INDEX);
            long length = chunk.length(Region.Kind.OFFSET_INDEX);
            if (length > 0 && found != null && footer.leavesRoomFor(start, length)) {
                contradicted |= contradicts(found, start, length);
            }
        }
        if (contradicted && footer.chunks().stream().allMatch(ColumnChunk::canLoseIndexes)) {
            leavesOutIndexes = true;
            notes.add(Note.leftOut(
                    "an offset index contradicts its pages, and the page indexes of the file are left out"));
        }
    }

    private boolean contradicts(PageLayout found, long start, long length) throws IOException {
        byte[] bytes = file.readStructure("the offset index", start, length);
        try {
            if (OffsetIndex.read(bytes, start).contradiction(found) != null) {
                return true;
            }
        } catch (FileDefect e) {
            return false; // the index is malformed, which is reported when its region is reached
        }
        return visitor.contradictsIndex(found.chunk());
    }

    /** Returns the offset at which a region ends, or -1 if it is not a valid region. */
    private long end(Region stated) throws IOException {
        ColumnChunk chunk = stated.chunk();
        switch (stated.kind()) {
            case PAGES -> {
                if (stated.start() < gaps.position() && !StatedRegions.isEmpty(stated)) {
                    // Without this check, chunks that refer to the same pages would each walk through them.
                    gaps.reportOverlap(stated);
                    pages[chunk.ordinal()] = PageLayout.unknown(chunk, stated.start());
                    return -1;
                }
                PageLayout found = walkPages(chunk);
                return found.count() > 0 || found.isWhole() ? found.end() : -1;
            }
            case BLOOM_FILTER -> {
                if (!StatedRegions.isInside(file, chunk, "bloom_filter_offset", stated.start(), 1)) {
                    return -1;
                }
                try {
                    return stated.start() + bloomFilterLength(chunk);
                } catch (FileDefect e) {
                    defects.found(chunk.at(), stated.kind(), e);
                    return -1;
                }
            }
            default -> {
                return stated.end();
            }
        }
    }

    private void account(Region region) throws IOException {
        boolean isLeftOut = leavesOutIndexes && Region.Kind.INDEXES.contains(region.kind());
        if (!isLeftOut && region.kind() == Region.Kind.OFFSET_INDEX && !followsItsPages(region)) {
            defects.found(
                    region.chunk().at(),
                    region.kind(),
                    new FileDefect("its offset index is before its pages, expected after them"));
            return;
        }
        if (region.start() < gaps.position()) {
            gaps.reportOverlap(region);
            return;
        }
        gaps.identify(region.start());
        if (!isLeftOut) {
            if (region.kind() == Region.Kind.OFFSET_INDEX) {
                checkOffsetIndex(region);
            }
            regions.add(region);
            if (region.kind() == Region.Kind.PAGES) {
                visitor.end(region, pages(region.chunk()));
            } else {
                visitor.visit(region);
            }
        }
        gaps.pass(region);
    }

    /**
     * Returns whether an offset index follows its pages. A copy must write the pages first, because it puts their new offsets
     * into the index.
     */
    private boolean followsItsPages(Region index) {
        PageLayout found = found(index.chunk());
        return index.chunk().start() == 0 || found != null && index.start() >= found.end();
    }

    /** Finds the pages of a chunk, unless they are known, and checks them against the footer. */
    PageLayout walkPages(ColumnChunk chunk) throws IOException {
        PageLayout found = found(chunk);
        if (found == null) {
            found = walk(chunk);
            found.trim();
            pages[chunk.ordinal()] = found;
        }
        checkPages(found);
        return found;
    }

    /**
     * Reads a page whose start and end come from an offset index.
     *
     * @param page the index of the page in the chunk
     * @throws FileDefect if the header is damaged, or gives the page a different end
     */
    static PageBatch page(PageReader reader, ColumnChunk chunk, int page, long start, long end) throws IOException {
        reader.begin(end, end);
        PageLayout layout = new PageLayout(chunk, start);
        PageHeader header = reader.header(start);
        check(header, chunk, start, end, page);
        layout.add(header);
        if (layout.end() != end) {
            throw new FileDefect("its header and the offset index give it different ends");
        }
        return new PageBatch(page, layout, reader.page(start, end).share());
    }

    /** Finds the pages of a chunk, and passes them on if the visitor wants them. */
    private PageLayout walk(ColumnChunk chunk) throws IOException {
        long start = chunk.start();
        long statedLength = start == 0 ? 0 : chunk.statedLength();
        if (!chunk.isUsable() || !StatedRegions.isInside(file, chunk, "total_compressed_size", start, statedLength)) {
            return PageLayout.unknown(chunk, ParquetFile.MAGIC_LENGTH);
        }
        PageLayout layout = new PageLayout(chunk, start);
        boolean isWanted = start > 0 && visitor.begin(chunk);
        if (isWanted) {
            gaps.identify(start); // the gap is read before the pages that follow it
        }
        PageBatch.Cutter cutter = new PageBatch.Cutter(layout, batches);
        long statedEnd = start + statedLength;
        long limit = Math.max(statedEnd, footer.nextBoundary(start));
        reader.begin(statedEnd, limit);
        long values = 0;
        boolean hasUnknown = false;
        // After a page that cannot be read, the number of values is unknown.
        while (layout.end() < statedEnd || layout.isWhole() && values < chunk.valueCount()) {
            long position = layout.end();
            if (position >= limit) {
                layout.breakOff();
                defects.found(
                        chunk.at(),
                        new FileDefect("it has " + values + " of " + chunk.valueCount() + " values, and ends at offset "
                                + statedEnd + ", but something else starts at offset " + limit));
                break;
            }
            int page = layout.count();
            FileDefect unknown;
            try {
                PageHeader header = reader.header(position);
                check(header, chunk, position, limit, page);
                if (header.lacksLevelEncoding()) {
                    header.requireLevelEncodings(levels(chunk));
                }
                unknown = header.unknown();
                layout.add(header);
                values += header.isDictionary() ? 0 : header.valueCount();
            } catch (FileDefect e) {
                boolean canContinue = skipPage(layout, statedEnd, e);
                if (isWanted) {
                    cutter.skip(page);
                }
                if (!canContinue) {
                    break;
                }
                continue;
            }
            if (unknown != null && !hasUnknown) {
                hasUnknown = true; // the other pages of a chunk are of the same writer
                defects.strange(chunk.at().page(page, position), unknown);
            }
            if (isWanted) {
                cutter.add(page, reader.page(position, layout.end()));
                deliverBatches();
            }
        }
        if (layout.isWhole() && values != chunk.valueCount()) {
            defects.found(
                    chunk.at(),
                    new FileDefect("its pages hold " + values + " values, but the footer says " + chunk.valueCount()));
        }
        if (isWanted) {
            cutter.cut(layout.count());
            deliverBatches();
        }
        return layout;
    }

    /** Returns the levels of a chunk's column. */
    private SchemaWalk.MaxLevels levels(ColumnChunk chunk) throws FileDefect {
        if (columns == null) {
            columns = footer.columns();
        }
        return columns.levels().get(chunk.ordinal() % columns.levels().size()); // each row group has all columns
    }

    /** Skips a page that cannot be read, and returns whether further pages may follow. */
    private boolean skipPage(PageLayout layout, long statedEnd, FileDefect defect) throws IOException {
        ColumnChunk chunk = layout.chunk();
        long position = layout.end();
        defects.found(chunk.at().page(layout.count(), position), defect);
        long next = next(chunk, position);
        if (next > statedEnd || position >= statedEnd) {
            layout.breakOff();
            return false;
        }
        boolean isDictionary = layout.count() == 0 && chunk.promisesDictionary(position);
        layout.addUnreadable(next < 0 ? statedEnd : next, isDictionary);
        return next >= 0;
    }

    private void deliverBatches() throws IOException {
        while (!batches.isEmpty()) {
            visitor.visit(batches.remove());
        }
    }

    /**
     * Returns the offset of the first page after {@code offset} according to the chunk's offset index, or -1 if it is unknown.
     */
    private long next(ColumnChunk chunk, long offset) throws IOException {
        if (indexed != chunk) {
            indexed = chunk;
            indexedPages = indexedPages(chunk);
        }
        int index = Arrays.binarySearch(indexedPages, offset + 1);
        int next = index < 0 ? -index - 1 : index;
        return next < indexedPages.length ? indexedPages[next] : -1;
    }

    /** Returns the offsets of data pages in a chunk's offset index, sorted; empty if the index is missing or malformed. */
    long[] indexedPages(ColumnChunk chunk) throws IOException {
        long start = chunk.offset(Region.Kind.OFFSET_INDEX);
        long length = chunk.length(Region.Kind.OFFSET_INDEX);
        if (length == 0 || !footer.leavesRoomFor(start, length)) {
            return NO_PAGES;
        }
        try {
            return OffsetIndex.read(file.readStructure("the offset index", start, length), start)
                    .offsets();
        } catch (FileDefect e) {
            return NO_PAGES; // a walk checks the index when it reaches its region
        }
    }

    private void checkPages(PageLayout layout) throws FileDefect {
        if (!layout.isWhole()) {
            return;
        }
        ColumnChunk chunk = layout.chunk();
        try {
            requireOffsets(layout);
        } catch (FileDefect e) {
            defects.found(chunk.at(), e);
        }
        if (chunk.start() > 0 && layout.length() != chunk.statedLength()) {
            notes.add(Note.corrected(
                    "a column chunk has a wrong total_compressed_size in the footer, which is corrected"));
        }
        if (layout.uncompressedLength() != chunk.statedUncompressedLength()) {
            notes.add(Note.corrected(
                    "a column chunk has a wrong total_uncompressed_size in the footer, which is corrected"));
        }
        if (layout.lackLevelEncodings()) {
            notes.add(Note.corrected(
                    "pages have no encoding for absent levels, and get one where they are recompressed"));
        }
        if (layout.isDataPageOffsetInDictionaryPage()) {
            notes.add(Note.corrected(
                    "a column chunk has a data_page_offset within its dictionary page, which is corrected"));
        }
        if (chunk.fileOffset() != 0 && layout.indexOf(chunk.fileOffset()) < 0) {
            notes.add(Note.corrected("a column chunk has a file_offset where no page starts, which is set to 0"));
        }
    }

    /** Requires that a page starts at each page offset in the footer. */
    private static void requireOffsets(PageLayout layout) throws FileDefect {
        if (layout.chunk().metaData(ColumnChunk.DATA_PAGE) == 0
                && layout.chunk().valueCount() > 0) {
            throw new FileDefect("its data_page_offset is 0, so that readers do not find its pages");
        }
        requirePage(layout, "data_page_offset", ColumnChunk.DATA_PAGE);
        requirePage(layout, "dictionary_page_offset", ColumnChunk.DICTIONARY_PAGE);
        requirePage(layout, "index_page_offset", ColumnChunk.INDEX_PAGE);
    }

    private static void requirePage(PageLayout layout, String name, int field) throws FileDefect {
        long value = layout.chunk().metaData(field);
        if (value < 0 || value > 0 && layout.count() > 0 && layout.named(field) < 0) {
            throw new FileDefect("its " + name + " is " + value + ", where none of its pages starts");
        }
    }

    private static void check(PageHeader header, ColumnChunk chunk, long position, long limit, int page)
            throws FileDefect {
        if (!Fields.isKnownForValues(header.encoding()) && !chunk.newEncodings().contains(header.encoding())) {
            throw new FileDefect(
                    "its encoding " + header.encoding() + " is unknown, and its column chunk does not list it");
        }
        long end = position + header.length() + header.compressedSize();
        if (end > limit) {
            throw new FileDefect("PageHeader at offset " + position + " claims a page up to offset " + end
                    + ", but something else starts at offset " + limit);
        }
        if (header.isDictionary() && page > 0) {
            throw new FileDefect(
                    "PageHeader at offset " + position + " is that of a dictionary page, expected a data page");
        }
        if (!chunk.isCompressed(header) && header.compressedSize() != header.uncompressedSize()) {
            throw new FileDefect("PageHeader at offset " + position + " claims " + header.compressedSize() + " and "
                    + header.uncompressedSize() + " bytes for a page that is not compressed, expected equal sizes");
        }
    }

    private long bloomFilterLength(ColumnChunk chunk) throws IOException {
        BloomFilterHeader header = file.readBloomFilterHeader(chunk);
        long length = header.length() + header.filterLength();
        long statedLength = chunk.length(Region.Kind.BLOOM_FILTER);
        if (statedLength > 0 && statedLength != length) {
            throw new FileDefect("its bloom filter takes " + length + " bytes, but the footer says " + statedLength);
        }
        return length;
    }

    private void checkOffsetIndex(Region region) throws IOException {
        OffsetIndex index;
        try {
            index = OffsetIndex.read(file.read(region), region.start());
        } catch (FileDefect e) {
            defects.found(region.chunk().at(), region.kind(), e);
            return;
        }
        if (index.unknown() != null) {
            defects.strange(region.chunk().at(), index.unknown());
        }
        String contradiction = index.contradiction(pages(region.chunk()));
        if (contradiction == null && visitor.contradictsIndex(region.chunk())) {
            contradiction = "it has an offset index, but one of its pages begins within a row";
        }
        if (contradiction != null) {
            defects.found(region.chunk().at(), region.kind(), new FileDefect(contradiction));
        }
    }
}
