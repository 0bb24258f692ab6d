// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Walks through a file from its first region to its last one, and accounts for every byte between them. In a
 * region of pages it walks their headers, so that a chunk has its pages once its region was found. Pages are read only if the
 * visitor wants them, with their headers where they are small; nothing is decompressed. For one thread.
 */
public final class RegionWalk {

    /** Takes the regions of a file as they are found. */
    public interface Visitor {

        /** Takes a region: the next one behind the last. If it is one of pages, all of them were found. */
        void visit(Region region) throws IOException;

        /**
         * Hears that the pages of a chunk come next, and returns whether it wants them. By default it does not, and only their
         * headers are looked at.
         */
        default boolean begin(ColumnChunk chunk) throws IOException {
            return false;
        }

        /** Takes the next readable pages of a chunk that it wants, as soon as they are found. It reads each of them. */
        default void visit(PageBatch batch) throws IOException {}
    }

    private static final long[] NONE = {};

    /** By offset; an empty chunk comes before what starts at the same one. */
    private static final Comparator<Region> IN_ORDER =
            Comparator.comparingLong(Region::start).thenComparing(stated -> !isEmpty(stated));

    private static final List<Region.Kind> INDEXES = List.of(Region.Kind.COLUMN_INDEX, Region.Kind.OFFSET_INDEX);

    private final ParquetFile file;
    private final Defects defects;
    private final Visitor visitor;
    private final PageReader reader;

    /** Batches of the chunk that the walk is in, which the visitor has yet to take. */
    private final Deque<PageBatch> batches = new ArrayDeque<>();

    /** The chunk of which an unreadable page was found last, and where its offset index has pages, in order. */
    private @Nullable ColumnChunk indexed;

    private long[] indexedPages = NONE;
    private boolean indexesChecked;
    private @Nullable Region last;
    private long position = ParquetFile.MAGIC_LENGTH;

    RegionWalk(ParquetFile file, Defects defects, Visitor visitor, Buffers buffers) {
        this.file = file;
        this.defects = defects;
        this.visitor = visitor;
        this.reader = new PageReader(file.input(), buffers);
    }

    void run() throws IOException {
        ParquetFile.requireStart(file.input());
        try (reader) {
            for (Region stated : findStated()) {
                if (INDEXES.contains(stated.kind())) {
                    checkIndexes();
                }
                long end = end(stated);
                if (end >= 0) {
                    account(new Region(stated.kind(), stated.start(), end, stated.chunk()));
                }
            }
        }
        if (!file.rowGroups().stream().allMatch(RowGroup::hasTrueTotals)) {
            file.note("a row group has a wrong total or place in the footer, which is set right");
        }
        accountForTheEnd();
    }

    /**
     * Has all indexes left out if one of them contradicts its pages: readers that trust it fail, and some read none of a file's
     * indexes unless each column chunk has them. This is known before the first one is passed on where all pages stand before
     * all indexes, as those writers have it.
     */
    private void checkIndexes() throws IOException {
        if (indexesChecked || !defects.leavesOutIndexes()) {
            return;
        }
        indexesChecked = true;
        boolean contradicted = false;
        for (ColumnChunk chunk : file.chunks()) {
            long start = chunk.offset(Region.Kind.OFFSET_INDEX);
            long length = chunk.length(Region.Kind.OFFSET_INDEX);
            if (length > 0 && chunk.pages().hasBegun() && isInside(start, length)) {
                contradicted |= contradicts(chunk, start, length);
            }
        }
        if (contradicted && file.chunks().stream().allMatch(ColumnChunk::canLoseIndexes)) {
            file.leaveOutIndexes();
            file.note("an offset index contradicts its pages, and the page indexes of the file are left out");
        }
    }

    private boolean contradicts(ColumnChunk chunk, long start, long length) throws IOException {
        byte[] bytes = file.readStructure("the offset index", start, length);
        try {
            return OffsetIndex.read(bytes, start).contradiction(chunk.pages()) != null;
        } catch (FileDefect e) {
            return false; // the index is malformed, which is found when it is its turn
        }
    }

    /** Returns the regions in the order of their starts, each as long as the footer says. */
    private List<Region> findStated() throws IOException {
        List<Region> stated = new ArrayList<>();
        for (ColumnChunk chunk : file.chunks()) {
            if (chunk.isUsable() && chunk.start() > 0) {
                stated.add(stated(Region.Kind.PAGES, chunk));
            } else {
                walkPages(chunk); // none, which is right or a defect
            }
            if (chunk.isUsable()) {
                for (Region.Kind index : INDEXES) {
                    long length = chunk.length(index);
                    if (length > 0 && isInside(chunk, index.name(), chunk.offset(index), length)) {
                        stated.add(stated(index, chunk));
                    }
                }
                if (chunk.offset(Region.Kind.BLOOM_FILTER) > 0) {
                    stated.add(stated(Region.Kind.BLOOM_FILTER, chunk));
                }
            }
        }
        stated.sort(IN_ORDER);
        return stated;
    }

    private static Region stated(Region.Kind kind, ColumnChunk chunk) {
        return new Region(kind, chunk.offset(kind), chunk.offset(kind) + chunk.length(kind), chunk);
    }

    /** Returns whether a region is that of a chunk without pages. */
    private static boolean isEmpty(Region stated) {
        return stated.kind() == Region.Kind.PAGES
                && stated.length() == 0
                && stated.chunk().valueCount() == 0;
    }

    /** Returns where a region ends, or -1 if it is none. */
    private long end(Region stated) throws IOException {
        ColumnChunk chunk = stated.chunk();
        switch (stated.kind()) {
            case PAGES -> {
                if (stated.start() < position && !isEmpty(stated)) {
                    // Pages that were walked through before would be taken again by each chunk that names them.
                    reportOverlap(stated);
                    chunk.pages().begin(stated.start());
                    chunk.pages().breakOff();
                    return -1;
                }
                walkPages(chunk);
                PagePlaces pages = chunk.pages();
                return pages.count() > 0 || pages.isWhole() ? pages.end() : -1;
            }
            case BLOOM_FILTER -> {
                if (!isInside(chunk, "bloom_filter_offset", stated.start(), 1)) {
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
        boolean isLeftOut = file.leavesOutIndexes() && INDEXES.contains(region.kind());
        if (!isLeftOut && region.kind() == Region.Kind.OFFSET_INDEX && !standsBehindItsPages(region)) {
            defects.found(
                    region.chunk().at(),
                    region.kind(),
                    new FileDefect("its offset index stands before its pages, expected behind them"));
            return;
        }
        if (region.start() < position) {
            reportOverlap(region);
            return;
        }
        identifyGap(region.start());
        if (!isLeftOut) {
            if (region.kind() == Region.Kind.OFFSET_INDEX) {
                checkOffsetIndex(region);
            }
            file.add(region);
            visitor.visit(region);
        }
        position = region.end();
        last = region;
    }

    private void reportOverlap(Region region) throws FileDefect {
        defects.found(
                Place.FILE, new FileDefect(region + " overlaps " + (last == null ? "the start of the file" : last)));
    }

    /** A copy changes an offset index by the new places of its pages, so that it must have copied those before. */
    private static boolean standsBehindItsPages(Region index) {
        ColumnChunk chunk = index.chunk();
        return chunk.start() == 0
                || chunk.pages().hasBegun() && index.start() >= chunk.pages().end();
    }

    private void accountForTheEnd() throws IOException {
        if (position > file.footerStart()) {
            defects.found(Place.FILE, new FileDefect(last + " overlaps the footer at offset " + file.footerStart()));
        }
        identifyGap(file.footerStart());
    }

    /** Returns where something else starts behind an offset: no chunk reaches beyond it. */
    private long next(long offset) {
        long[] boundaries = file.boundaries();
        int index = Arrays.binarySearch(boundaries, offset + 1);
        int next = index < 0 ? -index - 1 : index;
        return next < boundaries.length ? Math.min(boundaries[next], file.footerStart()) : file.footerStart();
    }

    private void walkPages(ColumnChunk chunk) throws IOException {
        if (chunk.pages().hasBegun()) {
            offer(chunk, visitor);
        } else {
            walk(chunk);
            chunk.pages().trim();
        }
        checkPages(chunk);
    }

    /** Finds the pages of one chunk, which no walk has found before. */
    void findPages(ColumnChunk chunk) throws IOException {
        try (reader) {
            walkPages(chunk);
        }
    }

    /**
     * Returns where a chunk's offset index has its pages: the start of each, the dictionary page included, and the end of the last.
     *
     * @return empty if there is no index, or its places are out of order or outside the chunk
     */
    long[] indexedPlaces(ColumnChunk chunk) throws IOException {
        long end = chunk.start() + chunk.statedLength();
        long[] pages = chunk.isUsable() && chunk.start() > 0 && end <= file.footerStart() ? indexedPages(chunk) : NONE;
        if (pages.length == 0 || pages[0] < chunk.start()) {
            return NONE;
        }
        int dictionary = pages[0] > chunk.start() ? 1 : 0;
        long[] places = new long[dictionary + pages.length + 1];
        places[0] = chunk.start();
        System.arraycopy(pages, 0, places, dictionary, pages.length);
        places[places.length - 1] = end;
        for (int page = 1; page < places.length; page++) {
            if (places[page] <= places[page - 1]) {
                return NONE;
            }
        }
        return places;
    }

    /**
     * Reads a page where an index has it.
     *
     * @param page its index in the chunk
     * @throws FileDefect if its header is damaged, or says that the page ends elsewhere
     */
    static PageBatch page(PageReader reader, ColumnChunk chunk, int page, long start, long end) throws IOException {
        reader.begin(end, end);
        PagePlaces place = new PagePlaces();
        place.begin(start);
        PageHeader header = reader.header(start);
        check(header, chunk, start, end, page);
        place.add(header);
        if (place.end() != end) {
            throw new FileDefect("its header says that it ends elsewhere than the offset index");
        }
        return new PageBatch(chunk, page, place, reader.page(start, end).share());
    }

    /** Passes the pages of a chunk on that were found before. */
    static void offer(ColumnChunk chunk, Visitor visitor) throws IOException {
        if (chunk.start() > 0 && visitor.begin(chunk)) {
            for (PageBatch batch : PageBatch.of(chunk)) {
                visitor.visit(batch);
            }
        }
    }

    /** Finds the pages of a chunk, and passes them on if the visitor wants them. */
    private void walk(ColumnChunk chunk) throws IOException {
        PagePlaces places = chunk.pages();
        long start = chunk.start();
        long statedLength = start == 0 ? 0 : chunk.statedLength();
        if (!chunk.isUsable() || !isInside(chunk, "total_compressed_size", start, statedLength)) {
            places.begin(ParquetFile.MAGIC_LENGTH);
            places.breakOff();
            return;
        }
        places.begin(start);
        boolean isWanted = start > 0 && visitor.begin(chunk);
        if (isWanted) {
            identifyGap(start); // before the pages behind it are read
        }
        PageBatch.Cutter cutter = new PageBatch.Cutter(chunk, batches);
        long statedEnd = start + statedLength;
        long limit = Math.max(statedEnd, next(start));
        reader.begin(statedEnd, limit);
        long values = 0;
        // Behind a page that cannot be read the number of values is unknown.
        while (places.end() < statedEnd || places.isWhole() && values < chunk.valueCount()) {
            long position = places.end();
            if (position >= limit) {
                places.breakOff();
                defects.found(
                        chunk.at(),
                        new FileDefect("it has " + values + " of " + chunk.valueCount() + " values, and reaches to "
                                + statedEnd + ", but something else starts at offset " + limit));
                break;
            }
            int page = places.count();
            try {
                PageHeader header = reader.header(position);
                check(header, chunk, position, limit, page);
                if (header.lacksLevelEncoding()) {
                    header.requireLevelEncodings(file.levels(chunk));
                }
                places.add(header);
                values += header.isDictionary() ? 0 : header.valueCount();
            } catch (FileDefect e) {
                boolean goesOn = passOver(chunk, statedEnd, e);
                if (isWanted) {
                    cutter.skip(page);
                }
                if (!goesOn) {
                    break;
                }
                continue;
            }
            if (isWanted) {
                cutter.add(page, reader.page(position, places.end()));
                passBatchesOn();
            }
        }
        if (places.isWhole() && values != chunk.valueCount()) {
            defects.found(
                    chunk.at(),
                    new FileDefect("its pages hold " + values + " values, the footer says " + chunk.valueCount()));
        }
        if (isWanted) {
            cutter.cut(places.count());
            passBatchesOn();
        }
    }

    /** Passes over a page that cannot be read, and returns whether others may follow. */
    private boolean passOver(ColumnChunk chunk, long statedEnd, FileDefect defect) throws IOException {
        PagePlaces places = chunk.pages();
        long position = places.end();
        defects.found(chunk.at().page(places.count(), position), defect);
        long next = next(chunk, position);
        if (next > statedEnd || position >= statedEnd) {
            places.breakOff();
            return false;
        }
        boolean isDictionary = places.count() == 0 && chunk.promisesDictionary(position);
        places.addUnreadable(next < 0 ? statedEnd : next, isDictionary);
        return next >= 0;
    }

    private void passBatchesOn() throws IOException {
        while (!batches.isEmpty()) {
            visitor.visit(batches.remove());
        }
    }

    /** Returns where the chunk's offset index has the next page behind an offset, or -1 if that is not known. */
    private long next(ColumnChunk chunk, long offset) throws IOException {
        if (indexed != chunk) {
            indexed = chunk;
            indexedPages = indexedPages(chunk);
        }
        int index = Arrays.binarySearch(indexedPages, offset + 1);
        int next = index < 0 ? -index - 1 : index;
        return next < indexedPages.length ? indexedPages[next] : -1;
    }

    private long[] indexedPages(ColumnChunk chunk) throws IOException {
        long start = chunk.offset(Region.Kind.OFFSET_INDEX);
        long length = chunk.length(Region.Kind.OFFSET_INDEX);
        if (length == 0 || !isInside(start, length)) {
            return NONE;
        }
        try {
            return OffsetIndex.read(file.readStructure("the offset index", start, length), start)
                    .offsets();
        } catch (FileDefect e) {
            return NONE; // the index is checked later
        }
    }

    private void checkPages(ColumnChunk chunk) throws FileDefect {
        if (!chunk.pages().isWhole()) {
            return;
        }
        try {
            chunk.checkPlaces();
        } catch (FileDefect e) {
            defects.found(chunk.at(), e);
        }
        if (chunk.start() > 0 && chunk.pages().length() != chunk.statedLength()) {
            file.note("a column chunk has a wrong total_compressed_size in the footer, which is set right");
        }
        if (chunk.pages().uncompressedLength() != chunk.statedUncompressedLength()) {
            file.note("a column chunk has a wrong total_uncompressed_size in the footer, which is set right");
        }
        if (chunk.pages().lackLevelEncodings()) {
            file.note(
                    "pages have no encoding for levels that are not there, and get one where they are compressed anew");
        }
        if (chunk.pointsIntoDictionaryPage()) {
            file.note("a column chunk has a data_page_offset within its dictionary page, which is set right");
        }
        if (chunk.fileOffset() != 0 && chunk.pages().indexOf(chunk.fileOffset()) < 0) {
            file.note("a column chunk has a file_offset where no page starts, which is set to 0");
        }
    }

    private static void check(PageHeader header, ColumnChunk chunk, long position, long limit, int page)
            throws FileDefect {
        chunk.requireEncoding(header);
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

    private boolean isInside(long start, long length) {
        return length <= 0 || start >= ParquetFile.MAGIC_LENGTH && length <= file.footerStart() - start;
    }

    /** Returns whether a range is between the first magic bytes and the footer; one that is not is a defect. */
    private boolean isInside(ColumnChunk chunk, String what, long start, long length) throws FileDefect {
        boolean isInside = isInside(start, length);
        if (!isInside) {
            defects.found(
                    chunk.at(),
                    new FileDefect("its " + what + " claims " + length + " bytes at offset " + start
                            + ", expected a place between offset " + ParquetFile.MAGIC_LENGTH
                            + " and the footer at offset " + file.footerStart()));
        }
        return isInside;
    }

    private long bloomFilterLength(ColumnChunk chunk) throws IOException {
        BloomFilterHeader header = file.readBloomFilterHeader(chunk);
        long length = header.length() + header.filterLength();
        long statedLength = chunk.length(Region.Kind.BLOOM_FILTER);
        if (statedLength > 0 && statedLength != length) {
            throw new FileDefect("its bloom filter takes " + length + " bytes, the footer says " + statedLength);
        }
        return length;
    }

    /** Identifies the bytes before a region: a changed file has none that no reader uses, and all others are refused. */
    private void identifyGap(long start) throws IOException {
        long end = Math.min(start, file.footerStart()); // a damaged footer may name a place behind itself
        if (position < end && last != null && last.kind() == Region.Kind.PAGES) {
            int length = copyLength(last.chunk(), position, end);
            if (length > 0) {
                file.note("copies of metadata stand behind column chunks, which are left out");
                position += length;
            }
        }
        if (position < end) {
            if (areZeros(position, end)) {
                file.note("zeros stand between column chunks, which are left out");
            } else {
                leaveOut(position, end);
            }
            position = end;
        }
    }

    private int copyLength(ColumnChunk chunk, long start, long end) throws IOException {
        byte[] bytes = new byte[(int) Math.min(end - start, Math.min(file.structureLimit(), PageReader.SLAB))];
        file.input().read(start, bytes, 0, bytes.length);
        return chunk.copyLength(bytes);
    }

    private boolean areZeros(long start, long end) throws IOException {
        byte[] slab = new byte[(int) Math.min(PageReader.SLAB, end - start)];
        for (long position = start; position < end; position += slab.length) {
            int length = (int) Math.min(slab.length, end - position);
            file.input().read(position, slab, 0, length);
            for (int i = 0; i < length; i++) {
                if (slab[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private void leaveOut(long start, long end) throws FileDefect {
        Optional<String> unknown = Shape.unknownField(file.notes());
        if (defects.leavesOutUnnamedBytes() && unknown.isEmpty()) {
            file.note("bytes that nothing in the footer names are left out");
            return;
        }
        defects.strange(
                Place.FILE,
                new FileDefect("the bytes from offset " + start + " to " + end
                        + " belong to nothing that the footer names, and may be needed"
                        + unknown.map(field ->
                                        ": " + field + ", and a FILE column, for example, has values in such places")
                                .orElse(
                                        " by what knows their place: if nothing does, the option drop-unnamed-bytes leaves"
                                                + " them out")));
    }

    private void checkOffsetIndex(Region region) throws IOException {
        try {
            OffsetIndex index = OffsetIndex.read(file.read(region), region.start());
            String contradiction = index.contradiction(region.chunk().pages());
            if (contradiction != null) {
                throw new FileDefect(contradiction);
            }
        } catch (FileDefect e) {
            defects.found(region.chunk().at(), region.kind(), e);
        }
    }
}
