// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.file.ChunkChange;
import io.github.fastcodec.internal.file.ColumnChunk;
import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.FileInput;
import io.github.fastcodec.internal.file.FileOutput;
import io.github.fastcodec.internal.file.FooterChange;
import io.github.fastcodec.internal.file.PageBatch;
import io.github.fastcodec.internal.file.ParquetFile;
import io.github.fastcodec.internal.file.Region;
import io.github.fastcodec.internal.file.RowGroup;
import io.github.fastcodec.internal.work.OrderedWork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Writes a file again with other codecs, region by region in their order; or a part of it, which holds the pages of those of
 * its chunks that change. For one thread, which gives work to others.
 */
final class FileCopy {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** Requires that what was written, as it is read back, holds what the source holds. */
    interface Comparison {
        /** @throws FileDefect if it does not; says where and why */
        void with(FileInput written, PageComparison pages) throws IOException;
    }

    private final ParquetFile file;
    private final Plan plan;
    private final long memory;
    private final PageChange pageChange;
    private final OrderedWork work;
    private final FileOutput output;
    private final FileProgress progress;
    private final FooterChange footerChange;
    private final PageDigests digests;

    /** What was compressed before, or null: then it is compressed here. */
    private final Parts parts;

    /** What stands in the part, or null if the whole file is written. */
    private PartIndex part;

    private int changedChunks;

    FileCopy(
            ParquetFile file,
            Recompression settings,
            PageCodecs.Shelf shelf,
            OrderedWork work,
            FileOutput output,
            PageDigests digests,
            FileProgress progress,
            Parts parts) {
        this.parts = parts;
        this.file = file;
        this.plan = settings.plan();
        this.memory = settings.memory();
        this.pageChange = new PageChange(shelf, work.buffers(), digests);
        this.digests = digests;
        this.work = work;
        this.output = output;
        this.progress = progress;
        this.footerChange = new FooterChange(file);
    }

    /** Writes the whole file, and returns how to compare it with its source. */
    Comparison run() throws IOException {
        output.write(MAGIC);
        addChunksWithoutPages();
        file.walk(this::queue);
        work.finish();
        byte[] footer = footerChange.footer();
        output.write(footer);
        output.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, Integer.reverseBytes(footer.length)));
        output.write(MAGIC);
        return (written, pages) ->
                new FileComparison(file, ParquetFile.readWritten(written, footerChange), pages).run();
    }

    private void queue(Region region) throws IOException {
        switch (region.kind()) {
            case PAGES:
                copyPages(region);
                break;
            case OFFSET_INDEX:
                work.then(() -> copyOffsetIndex(region));
                break;
            case BLOOM_FILTER:
            case COLUMN_INDEX:
                work.then(() -> copyAsIs(region));
                break;
            default: // what no reader uses
        }
    }

    /** Writes the new pages of all chunks that change, and an index of them, and returns how to compare what was written. */
    Comparison runPart() throws IOException {
        part = new PartIndex(file.rowGroups());
        file.walk(this::copyPages);
        work.finish();
        part.write(output);
        return (written, pages) -> part.compare(footerChange, written, pages);
    }

    /** Returns the number of chunks that were compressed anew. */
    int changedChunks() {
        return changedChunks;
    }

    private void copyPages(Region region) throws IOException {
        ColumnChunk chunk = region.chunk();
        List<PageBatch> batches = PageBatch.of(chunk);
        requireMemory(batches);
        PartIndex.Chunk inPart = parts == null ? null : parts.of(chunk);
        if (inPart != null) {
            work.then(() -> copyFromPart(region, inPart));
            return;
        }
        Target wanted = parts == null ? plan.target(chunk.path(), chunk.codec()) : null;
        boolean canGrowAway = wanted != null && plan.keepsSmaller() && !output.canTruncate();
        Target target = canGrowAway && newLength(batches, wanted) > region.length() ? null : wanted;
        if (part != null && target == null) {
            return; // who joins the parts has it
        }
        digests.begin(chunk, target != null);
        work.then(() -> begin(chunk, codec(chunk, target)));
        for (PageBatch batch : batches) {
            work.awaitRoom(batch.memory());
            PageBatch.Bytes there = batch.readBy(file.input(), work.buffers()::take);
            work.add(() -> {
                byte[] bytes = there.get();
                PageChange.NewPages pages = pageChange.change(batch, bytes, target);
                return () -> {
                    try (pages) {
                        write(chunk, pages);
                    }
                    work.buffers().giveBack(bytes);
                    progress.add(batch.length());
                };
            });
        }
        work.then(() -> finish(region, target));
    }

    private void requireMemory(List<PageBatch> batches) throws FileDefect {
        for (PageBatch batch : batches) {
            batch.requireMemory(memory, Recompression.HEAP_SHARE);
        }
    }

    private void begin(ColumnChunk chunk, CompressionCodecName codec) {
        footerChange.add(new ChunkChange(chunk, codec, output.position()));
        if (part != null) {
            part.begin(chunk, codec, output.position());
        }
    }

    private void copyFromPart(Region region, PartIndex.Chunk pages) throws IOException {
        ColumnChunk chunk = region.chunk();
        digests.begin(chunk, false);
        begin(chunk, pages.codec());
        for (int page = 0; page < pages.pages(); page++) {
            footerChange.of(chunk).addPage(pages.headerLength(page), pages.size(page));
            digests.of(chunk).add(pages.digest(page));
        }
        parts.write(chunk, output);
        changedChunks++;
        progress.add(region.length());
    }

    /** Compresses a chunk only to know how long it becomes, for an output that cannot drop it again. */
    private long newLength(List<PageBatch> batches, Target target) throws IOException {
        work.finish();
        LongAdder length = new LongAdder();
        for (PageBatch batch : batches) {
            work.awaitRoom(batch.memory());
            PageBatch.Bytes there = batch.readBy(file.input(), work.buffers()::take);
            work.add(() -> {
                byte[] bytes = there.get();
                try (PageChange.NewPages pages = pageChange.change(batch, bytes, target)) {
                    length.add(pages.length());
                }
                work.buffers().giveBack(bytes);
                return () -> {};
            });
        }
        work.finish();
        return length.sum();
    }

    private static CompressionCodecName codec(ColumnChunk chunk, Target target) {
        return target == null ? chunk.codec() : target.codec();
    }

    private void write(ColumnChunk chunk, PageChange.NewPages pages) throws IOException {
        for (ByteBuffer piece : pages.bytes()) {
            output.write(piece);
        }
        ChunkChange change = footerChange.of(chunk);
        for (PageChange.NewPage page : pages.pages()) {
            digests.of(chunk).add(page.digest());
            int headerLength = page.header().remaining();
            change.addPage(headerLength, page.size());
            if (part != null) {
                long digest = digests.digest(page.header(), page.levels(), page.values());
                part.of(chunk).add(headerLength, page.size(), digest);
            }
        }
    }

    private void finish(Region region, Target target) throws IOException {
        ChunkChange change = footerChange.of(region.chunk());
        // Of an output that cannot drop them the pages were found smaller before. If they are larger now, somebody has
        // written
        // to the source in between, which ends the run before the new file gets its name.
        boolean drops = target != null && plan.keepsSmaller() && output.canTruncate();
        if (drops && change.length() > region.length()) {
            output.truncate(output.position() - change.length());
            if (part != null) {
                part.remove(region.chunk());
                return;
            }
            change.restore();
            copy(region);
        } else if (target != null) {
            changedChunks++;
        }
    }

    private void copyOffsetIndex(Region region) throws IOException {
        ChunkChange change = footerChange.of(region.chunk());
        change.move(region.kind(), output.position());
        output.write(change.offsetIndex(file.readOffsetIndex(region), region.start()));
    }

    private void copyAsIs(Region region) throws IOException {
        footerChange.of(region.chunk()).move(region.kind(), output.position());
        copy(region);
    }

    private void copy(Region region) throws IOException {
        output.transfer(file.input(), region.start(), region.length());
    }

    private void addChunksWithoutPages() {
        for (RowGroup group : file.rowGroups()) {
            for (ColumnChunk chunk : group.chunks()) {
                if (chunk.start() == 0) {
                    Target target = plan.target(chunk.path(), chunk.codec());
                    footerChange.add(new ChunkChange(chunk, codec(chunk, target), 0));
                    changedChunks += target == null ? 0 : 1;
                }
            }
        }
    }
}
