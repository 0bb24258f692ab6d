// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.BloomFilterHeader;
import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.ColumnIndex;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.OffsetIndex;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.verify.chunk.BoundaryOrderCheck;
import io.github.fastcodec.internal.verify.chunk.ChunkCheck;
import io.github.fastcodec.internal.verify.chunk.ChunkFacts;
import io.github.fastcodec.internal.verify.chunk.GroupLevels;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.internal.verify.finding.FoundDefects;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import io.github.fastcodec.internal.verify.footer.CreatedBy;
import io.github.fastcodec.internal.verify.footer.FooterCheck;
import io.github.fastcodec.internal.verify.log.TableLogCheck;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import io.github.fastcodec.internal.verify.page.ChunkContext;
import io.github.fastcodec.internal.verify.page.ColumnValues;
import io.github.fastcodec.internal.verify.page.ListColumn;
import io.github.fastcodec.internal.verify.page.Nesting;
import io.github.fastcodec.internal.verify.page.PageCheck;
import io.github.fastcodec.internal.verify.page.PageFacts;
import io.github.fastcodec.internal.verify.page.PageIndexes;
import io.github.fastcodec.internal.verify.page.SortedColumn;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.VerifyResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Checks one file. Not thread-safe; it hands the checks of pages to other threads. */
final class FileCheck {

    private final Verification verification;
    private final FastCodecFactory factory;
    private final OrderedWork work;
    private final Findings result;
    private final ParquetFile file;
    private final FileLayout layout;
    private final CreatedBy createdBy;
    private final FooterCheck footer;

    /** The comparison with a table's log, or null if no log describes the file. */
    private final @Nullable TableLogCheck log;

    private final Map<ColumnChunk, Map<Region.Kind, Region>> regions = new IdentityHashMap<>();
    private final Set<CompressionCodecName> withoutEngine = EnumSet.noneOf(CompressionCodecName.class);

    private FileCheck(
            Verification verification,
            FastCodecFactory factory,
            OrderedWork work,
            Findings result,
            FileLayout layout,
            @Nullable TableLogCheck log) {
        this.verification = verification;
        this.factory = factory;
        this.work = work;
        this.result = result;
        this.file = layout.file();
        this.layout = layout;
        this.createdBy = new CreatedBy(file.footer().createdBy());
        this.footer = FooterCheck.of(file.footer(), result);
        this.log = log;
    }

    /**
     * Checks a file, and passes the result to {@code each} once all checks are done.
     *
     * @param opener opens the file
     * @param others opens files that are not checked, such as delete files
     * @param unfinished receives the findings, keyed by the open file, until the result is passed on; the caller closes the files
     *     that remain if the work ends early
     */
    static void run(
            Verification verification,
            FastCodecFactory factory,
            OrderedWork work,
            String path,
            FileInput.Opener opener,
            FileInput.Opener others,
            Map<FileInput, Findings> unfinished,
            Consumer<VerifyResult> each)
            throws IOException {
        Findings result = new Findings(path);
        TableLogEntry entry = verification.log.apply(path);
        TableLogCheck log = entry == null ? null : new TableLogCheck(entry);
        FileInput input = null;
        FileLayout layout = null;
        try {
            input = TooLargeException.watch(() -> opener.open(path));
            unfinished.put(input, result);
            result.opened(input.length());
            if (log != null) {
                log.checkLength(input.length(), result);
            }
            layout = read(input, verification.structureLimit, result);
        } catch (NoSuchFileException e) {
            if (log == null) {
                result.found(FindingKind.FILE, Place.FILE, "it cannot be read: " + Reason.of(e));
            } else {
                result.missing();
            }
        } catch (IOException e) {
            result.failed(FindingKind.FILE, Place.FILE, "it", e);
        }
        if (log != null) {
            log.checkDeletes(others, result);
        }
        if (layout != null) {
            checkLayout(verification, factory, work, result, layout, log);
        }
        FileInput opened = input;
        work.addStep(() -> {
            if (opened != null) {
                unfinished.remove(opened);
                opened.closeQuietly(); // nothing more is read from it
            }
            each.accept(result.result());
        });
    }

    private static FileLayout read(FileInput input, long structureLimit, Findings result) throws IOException {
        return TooLargeException.watch(() -> {
            input.fetch();
            return ParquetFile.open(input, structureLimit, new FoundDefects(result))
                    .walk();
        });
    }

    private static void checkLayout(
            Verification verification,
            FastCodecFactory factory,
            OrderedWork work,
            Findings result,
            FileLayout layout,
            @Nullable TableLogCheck log)
            throws IOException {
        try {
            TooLargeException.watch(() -> {
                new FileCheck(verification, factory, work, result, layout, log).checkParts();
                return layout;
            });
        } catch (TooLargeException e) {
            result.failed(FindingKind.FILE, Place.FILE, "it", e);
        }
    }

    private void checkParts() throws IOException {
        List<RowGroup> groups = file.footer().rowGroups();
        for (Region region : layout.regions()) {
            regions.computeIfAbsent(region.chunk(), chunk -> new EnumMap<>(Region.Kind.class))
                    .put(region.kind(), region);
        }
        long pages = 0;
        for (PageLayout ofChunk : layout.pages()) {
            pages += ofChunk.count();
            reportFeatures(ofChunk);
        }
        long[] rowCounts = groups.stream().mapToLong(RowGroup::rowCount).toArray();
        result.read(rowCounts, footer.rows(), pages);
        if (log != null) {
            log.checkRows(footer.rows(), groups, result);
        }
        for (int i = 0; i < groups.size(); i++) {
            checkFooterOf(groups.get(i), Place.rowGroup(i));
        }
        for (RowGroup group : groups) {
            GroupLevels groupLevels = new GroupLevels(result);
            for (int i = 0; i < group.chunks().size(); i++) {
                if (group.chunks().get(i).isUsable()) {
                    checkChunk(group, i, groupLevels);
                }
            }
        }
        if (log != null) {
            work.addStep(() -> log.finish(footer.rows(), groups.size(), result));
        }
    }

    /** Reports, once per file, features that some readers do not support. */
    private void reportFeatures(PageLayout pages) {
        ColumnChunk chunk = pages.chunk();
        for (int encoding : chunk.newEncodings()) {
            result.foundOnce(
                    FindingKind.NEW_ENCODING,
                    "it lists the unknown encoding " + encoding + ": the values of its pages are not checked");
        }
        if (pages.lackLevelEncodings()) {
            result.foundOnce(
                    FindingKind.LEVEL_ENCODING,
                    "its pages have no encoding for absent levels, as nanoparquet writes them: parquet-java cannot read"
                            + " them, and recompressing repairs them");
        }
        if (chunk.isUsable() && !chunk.hasPath()) {
            result.foundOnce(
                    FindingKind.NO_PATH_IN_SCHEMA,
                    "its column chunks have no path_in_schema, without which most readers cannot read it");
        }
    }

    /** Checks the offsets, totals and sorting columns that the footer states for a row group. */
    private void checkFooterOf(RowGroup group, Place at) {
        long middle = group.middle();
        boolean hasRows = group.rowCount() != 0;
        if (hasRows && (middle < 0 || middle >= file.input().length())) {
            result.found(
                    FindingKind.FOOTER,
                    at,
                    "its middle, by its total_compressed_size and the start of its first column, is at offset " + middle
                            + ", outside the file: no task reads it");
        }
        if (hasRows && group.fileOffset() >= file.footer().start()) {
            result.found(
                    FindingKind.FOOTER,
                    at,
                    "its file_offset is " + group.fileOffset()
                            + ", after all pages: with parquet-java 1.12.0 no task reads it, and recompressing repairs it");
        }
        int columns = group.chunks().size();
        for (RowGroup.SortingColumn sorted : group.sortingColumns()) {
            if (sorted.column() < 0 || sorted.column() >= columns) {
                result.found(
                        FindingKind.SORTING_COLUMNS,
                        at,
                        "its sorting_columns name column " + sorted.column() + ", but it has "
                                + PlainText.count(columns, "column") + ": DataFusion fails");
            }
        }
        if (group.statedUncompressedLength() < 0) {
            result.found(
                    FindingKind.UNCOMPRESSED_SIZE,
                    at,
                    "its total_byte_size is " + group.statedUncompressedLength()
                            + ", expected 0 or more: polars refuses the file");
        }
    }

    private void checkChunk(RowGroup group, int index, GroupLevels groupLevels) throws IOException {
        ColumnChunk chunk = group.chunks().get(index);
        PageLayout pages = layout.pages(chunk);
        ChunkStatistics statistics = footer.column(group, index);
        ColumnDescriptor column = statistics == null ? null : statistics.column();
        checkSizes(pages);
        PageIndexes indexes = indexes(pages, column);
        BloomFilter bloomFilter = bloomFilter(chunk);
        if (!canDecompress(chunk)) {
            compareWithLog(chunk, statistics, ChunkFacts.UNKNOWN);
            return;
        }
        ColumnValues values = verification.checksValues && statistics != null
                ? new ColumnValues(statistics.column(), statistics.bounds(), indexes, bloomFilter)
                : null;
        ChunkContext context = new ChunkContext(
                pages,
                indexes,
                statistics,
                values == null ? null : nesting(column),
                values == null || column == null ? null : SortedColumn.of(group, index, column),
                listOf(column),
                group.rowCount());
        PageCheck pageCheck = new PageCheck(factory, createdBy, context, values, work);
        ChunkCheck chunkCheck = new ChunkCheck(context, groupLevels, result);
        List<PageBatch> batches = PageBatch.of(pages);
        if (batches.isEmpty() || batches.get(0).first() > 0) {
            pageCheck.completeDictionary();
        }
        boolean allRead = true;
        for (PageBatch batch : batches) {
            allRead &= add(batch, pageCheck, chunkCheck);
        }
        boolean isComplete = allRead;
        work.addStep(() -> {
            chunkCheck.finish(isComplete);
            compareWithLog(chunk, statistics, chunkCheck.facts(isComplete));
        });
    }

    /** Returns the nesting of a column, or null if it does not restrict the levels. */
    private @Nullable Nesting nesting(@Nullable ColumnDescriptor column) {
        MessageType schema = footer.schema();
        if (column == null || schema == null) {
            return null;
        }
        Nesting nesting = Nesting.of(column, schema);
        return nesting.hasRules() ? nesting : null;
    }

    /** Returns the list or map whose nulls are counted in a column's pages, or null if there is none. */
    private @Nullable ListColumn listOf(@Nullable ColumnDescriptor column) {
        MessageType schema = footer.schema();
        return log == null || column == null || schema == null ? null : log.listOf(column, schema);
    }

    private void compareWithLog(ColumnChunk chunk, @Nullable ChunkStatistics statistics, ChunkFacts facts) {
        if (log != null && statistics != null) {
            log.add(chunk, statistics, facts, result);
        }
    }

    private void checkSizes(PageLayout pages) {
        ColumnChunk chunk = pages.chunk();
        if (!pages.isWhole()) {
            return;
        }
        if (pages.length() != chunk.statedLength()) {
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    "its pages take " + pages.length() + " bytes, but its total_compressed_size says "
                            + chunk.statedLength());
        }
        if (pages.uncompressedLength() != chunk.statedUncompressedLength()) {
            result.found(
                    FindingKind.UNCOMPRESSED_SIZE,
                    chunk.at(),
                    "its pages take " + pages.uncompressedLength()
                            + " bytes decompressed, but its total_uncompressed_size says "
                            + chunk.statedUncompressedLength());
        }
        if (!pages.newEncodings().containsAll(chunk.newEncodings())) {
            Set<Integer> unused = new TreeSet<>(chunk.newEncodings());
            unused.removeAll(pages.newEncodings());
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    "it lists the unknown encodings " + unused + ", which no page uses");
        }
        if (pages.isDataPageOffsetInDictionaryPage()) {
            result.found(
                    FindingKind.DATA_PAGE_OFFSET,
                    chunk.at(),
                    "its data_page_offset is within its dictionary page, as DuckDB before 0.10 and Kuzu write it");
        } else if (pages.isDataPageOffsetAtDictionaryPage()) {
            result.found(
                    FindingKind.DATA_PAGE_OFFSET,
                    chunk.at(),
                    "its data_page_offset is that of its dictionary page: Impala refuses the file");
        }
        if (chunk.promisesDictionary() && pages.count() > 0 && pages.dictionaryPages() == 0) {
            result.found(
                    FindingKind.COLUMN_CHUNK,
                    chunk.at(),
                    "it has no dictionary page, expected one because the footer gives its offset");
        }
    }

    private boolean canDecompress(ColumnChunk chunk) {
        if (chunk.codec() == CompressionCodecName.UNCOMPRESSED || withoutEngine.contains(chunk.codec())) {
            return chunk.codec() == CompressionCodecName.UNCOMPRESSED;
        }
        try {
            factory.getDecompressor(chunk.codec()).release();
            return true;
        } catch (UnsupportedOperationException e) {
            withoutEngine.add(chunk.codec());
            result.found(
                    FindingKind.NOT_CHECKED, chunk.at(), "the pages of this codec are not checked: " + e.getMessage());
            return false;
        }
    }

    private @Nullable Region region(ColumnChunk chunk, Region.Kind kind) {
        return regions.getOrDefault(chunk, Map.of()).get(kind);
    }

    private PageIndexes indexes(PageLayout pages, @Nullable ColumnDescriptor column) throws IOException {
        ColumnChunk chunk = pages.chunk();
        OffsetIndex offsets = null;
        Region region = region(chunk, Region.Kind.OFFSET_INDEX);
        if (region != null) {
            try {
                offsets = OffsetIndex.read(file.read(region), region.start());
            } catch (FileDefect e) {
                offsets = null; // reported when the structure was read
            } catch (IOException e) {
                result.failed(FindingKind.OFFSET_INDEX, chunk.at(), "its offset index", e);
            }
        }
        ColumnIndex columns = null;
        region = region(chunk, Region.Kind.COLUMN_INDEX);
        if (region != null) {
            try {
                byte[] bytes = file.read(region);
                columns = ColumnIndex.read(bytes, region.start());
                int dataPages = pages.count() - pages.dictionaryPages();
                if (pages.isWhole() && columns.count() != dataPages) {
                    throw new FileDefect(
                            "its column index has " + columns.count() + " pages, but the chunk has " + dataPages);
                }
                // This comes last: parquet-java creates several objects for each page that the index claims.
                if (column != null && pages.isWhole()) {
                    requireReadable(bytes, column);
                }
            } catch (IOException e) {
                result.failed(FindingKind.COLUMN_INDEX, chunk.at(), "its column index", e);
                columns = null;
            }
        }
        return new PageIndexes(pages.dictionaryPages(), offsets, columns);
    }

    private static void requireReadable(byte[] columnIndex, ColumnDescriptor column) throws IOException {
        try {
            org.apache.parquet.format.ColumnIndex index = Util.readColumnIndex(new ByteArrayInputStream(columnIndex));
            ParquetMetadataConverter.fromParquetColumnIndex(column.getPrimitiveType(), index);
            BoundaryOrderCheck.require(index, column.getPrimitiveType());
        } catch (RuntimeException e) {
            throw new FileDefect("parquet-java cannot read its column index: " + e.getMessage(), e);
        }
    }

    /** Returns the chunk's bloom filter, or null if values are not compared with a bloom filter. */
    private @Nullable BloomFilter bloomFilter(ColumnChunk chunk) throws IOException {
        Region region = region(chunk, Region.Kind.BLOOM_FILTER);
        if (region == null) {
            return null;
        }
        try {
            BloomFilterHeader header = file.readBloomFilterHeader(chunk);
            header.check();
            if (!header.isKnown()) {
                result.found(
                        FindingKind.NOT_CHECKED,
                        chunk.at(),
                        "its bloom filter is of an unsupported kind, expected split blocks and XXH64");
                return null;
            }
            if (!verification.checksValues) {
                return null;
            }
            byte[] bytes = file.read(region);
            return new BlockSplitBloomFilter(Arrays.copyOfRange(bytes, header.length(), bytes.length));
        } catch (IOException e) {
            result.failed(FindingKind.BLOOM_FILTER, chunk.at(), "its bloom filter", e);
            return null;
        }
    }

    /** Reads pages and submits their checks. Returns whether the pages could be read. */
    private boolean add(PageBatch batch, PageCheck pageCheck, ChunkCheck chunkCheck) throws IOException {
        Slab slab = read(batch, chunkCheck);
        if (slab == null) {
            if (batch.first() == 0) {
                pageCheck.completeDictionary();
            }
            return false;
        }
        List<PageFacts> pages = new ArrayList<>(batch.end() - batch.first());
        work.add(() -> {
            for (int page = batch.first(); page < batch.end(); page++) {
                pages.add(pageCheck.check(batch, page, slab));
            }
            return () -> {
                pages.forEach(chunkCheck::add);
                verification.progress.accept(batch.length());
            };
        });
        return true;
    }

    /** Reads pages once there is memory for them. If the pages cannot be read, adds a finding and returns null. */
    private @Nullable Slab read(PageBatch batch, ChunkCheck chunkCheck) throws IOException {
        // One page is decompressed at a time, and an engine or a decoder may copy it.
        long memory = batch.length() + 2L * batch.largestPage() + 1;
        if (memory > verification.memory) {
            result.found(
                    FindingKind.NOT_CHECKED,
                    batch.at(batch.first()),
                    "it is not checked: it needs " + Window.roundedUp(memory) + " of memory, pages may take "
                            + Window.roundedDown(verification.memory) + ": "
                            + Window.remedy(memory, verification.memory));
            work.addStep(() -> chunkCheck.skip(batch.first(), batch.end()));
            return null;
        }
        work.awaitRoom(memory);
        try {
            return batch.read(file.input());
        } catch (IOException e) {
            result.failed(FindingKind.PAGE, batch.at(batch.first()), "it", e);
            return null;
        }
    }
}
