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
import io.github.fastcodec.internal.file.RegionWalk;
import io.github.fastcodec.internal.file.RowGroup;
import io.github.fastcodec.internal.file.Slab;
import io.github.fastcodec.internal.work.OrderedWork;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Writes a file again with other codecs, region by region in their order; or a part of it, which holds the pages of those of
 * its chunks that change. For one thread, which gives work to others.
 */
final class FileCopy implements RegionWalk.Visitor {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** Requires that what was written, as it is read back, holds what the source holds. */
    interface Comparison {
        /** @throws FileDefect if it does not; says where and why */
        void with(FileInput written) throws IOException;
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
    private final PageComparison comparison;

    /** What was compressed before, or null: then it is compressed here. */
    private final Parts parts;

    /** What stands in the part, or null if the whole file is written. */
    private PartIndex part;

    /** What the pages of the chunk become that was begun last, or null if they stay. */
    private Target target;

    private int changedChunks;

    FileCopy(
            ParquetFile file,
            Recompression settings,
            PageCodecs.Shelf shelf,
            OrderedWork work,
            FileOutput output,
            FileProgress progress,
            Parts parts) {
        this.parts = parts;
        this.file = file;
        this.plan = settings.plan();
        this.memory = settings.memory();
        this.digests = new PageDigests(settings.verifies());
        this.comparison = new PageComparison(digests, shelf, work, progress);
        this.pageChange = new PageChange(shelf, work.buffers(), digests);
        this.work = work;
        this.output = output;
        this.progress = progress;
        this.footerChange = new FooterChange(file);
    }

    /** Writes the whole file, and returns how to compare it with its source. */
    Comparison run() throws IOException {
        output.write(MAGIC);
        addChunksWithoutPages();
        walk();
        byte[] footer = footerChange.footer();
        output.write(footer);
        output.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, Integer.reverseBytes(footer.length)));
        output.write(MAGIC);
        return written -> new FileComparison(file, ParquetFile.readWritten(written, footerChange), comparison).run();
    }

    /** Writes the new pages of all chunks that change, and an index of them, and returns how to compare what was written. */
    Comparison runPart() throws IOException {
        part = new PartIndex(file.rowGroups());
        walk();
        part.write(output);
        return written -> part.compare(footerChange, written, comparison);
    }

    /** Returns the number of chunks that were compressed anew. */
    int changedChunks() {
        return changedChunks;
    }

    private void walk() throws IOException {
        if (!writesAtOnce()) {
            file.walk(region -> {}); // for the lengths of the old pages, which the new ones are compared with
        }
        file.walk(this, work.buffers());
        work.finish();
    }

    /** Returns whether a chunk's new pages may be written before it is known how long all of them are. */
    private boolean writesAtOnce() {
        return parts != null || !plan.keepsSmaller() || output.canTruncate();
    }

    @Override
    public boolean begin(ColumnChunk chunk) throws IOException {
        if (parts != null && parts.has(chunk)) {
            return false;
        }
        target = parts == null ? plan.target(chunk.path(), chunk.codec()) : null;
        if (target != null
                && !writesAtOnce()
                && newLength(chunk) > chunk.pages().length()) {
            target = null;
        }
        if (part != null && target == null) {
            return false; // who joins the parts has it
        }
        CompressionCodecName codec = codec(chunk, target);
        digests.begin(chunk, target != null);
        work.then(() -> begin(chunk, codec));
        return true;
    }

    @Override
    public void visit(PageBatch batch) throws IOException {
        Target ofBatch = target;
        PageBatch.Bytes there = read(batch);
        work.add(() -> {
            Slab slab = there.get();
            PageChange.NewPages pages = pageChange.change(batch, slab, ofBatch);
            return () -> {
                try (pages) {
                    write(batch.chunk(), pages);
                }
                slab.giveBack();
                progress.add(batch.length());
            };
        });
    }

    @Override
    public void visit(Region region) throws IOException {
        switch (region.kind()) {
            case PAGES:
                endPages(region);
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

    private void endPages(Region region) throws IOException {
        PartIndex.Chunk inPart = parts == null ? null : parts.of(region.chunk());
        Target ofChunk = target;
        if (inPart == null && (part == null || ofChunk != null)) {
            work.then(() -> finish(region, ofChunk));
            return;
        }
        for (PageBatch batch : PageBatch.of(region.chunk())) {
            requireMemory(batch); // for who joins the parts, and compares the file with its source
        }
        if (inPart != null) {
            work.then(() -> copyFromPart(region, inPart));
        }
    }

    private void requireMemory(PageBatch batch) throws FileDefect {
        batch.requireMemory(memory, Recompression.HEAP_SHARE);
    }

    /** Makes room for a task that has a batch. */
    private PageBatch.Bytes read(PageBatch batch) throws IOException {
        requireMemory(batch);
        work.awaitRoom(batch.memory());
        return batch.readBy(file.input(), work.buffers());
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
    private long newLength(ColumnChunk chunk) throws IOException {
        work.finish();
        Target wanted = target;
        LongAdder length = new LongAdder();
        for (PageBatch batch : PageBatch.of(chunk)) {
            PageBatch.Bytes there = read(batch);
            work.add(() -> {
                Slab slab = there.get();
                try (PageChange.NewPages pages = pageChange.change(batch, slab, wanted)) {
                    length.add(pages.length());
                }
                slab.giveBack();
                return () -> {};
            });
        }
        work.finish();
        return length.sum();
    }

    private static CompressionCodecName codec(ColumnChunk chunk, Target wanted) {
        return wanted == null ? chunk.codec() : wanted.codec();
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

    private void finish(Region region, Target wanted) throws IOException {
        ChunkChange change = footerChange.of(region.chunk());
        // Of an output that cannot drop them the pages were found smaller before. If they are larger now, somebody has
        // written to the source in between, which ends the run before the new file gets its name.
        boolean drops = wanted != null && plan.keepsSmaller() && output.canTruncate();
        if (drops && change.length() > region.length()) {
            output.truncate(output.position() - change.length());
            if (part != null) {
                part.remove(region.chunk());
                return;
            }
            change.restore();
            copy(region);
        } else if (wanted != null) {
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
                    Target wanted = plan.target(chunk.path(), chunk.codec());
                    footerChange.add(new ChunkChange(chunk, codec(chunk, wanted), 0));
                    changedChunks += wanted == null ? 0 : 1;
                }
            }
        }
    }
}
