// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ChunkChange;
import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.FooterChange;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.parquet.RegionWalk;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Writes a copy of a file with other codecs, region by region in file order, and compares the copy with the original. Not
 * thread-safe; hands work to other threads.
 */
final class FileCopy implements RegionWalk.Visitor {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final ParquetFile file;
    private final Plan plan;
    private final long memory;
    private final PageChange pageChange;
    private final OrderedWork work;
    private final FileOutput output;
    private final FileProgress progress;
    private final FooterChange footerChange;
    private final PageDigests digests;
    private final PageCodecs.Pool pool;
    private final int[] maxRepetitions;

    /** The chunks that have an offset index, and a recompressed page that begins within a row. Other threads add to them. */
    private final Set<ColumnChunk> splitRows = ConcurrentHashMap.newKeySet();

    /** The layout of the source if it is walked before anything is written; otherwise null. */
    private @Nullable FileLayout known;

    /** The new codec and level of the current chunk, or null if its pages are kept. */
    private @Nullable CodecLevel target;

    private int changedChunks;

    FileCopy(
            ParquetFile file,
            RecompressOptions options,
            PageCodecs.Pool pool,
            OrderedWork work,
            FileOutput output,
            FileProgress progress)
            throws FileDefect {
        this.file = file;
        this.plan = options.plan();
        this.memory = options.memory();
        this.digests = new PageDigests(options.verify());
        this.pool = pool;
        this.pageChange = new PageChange(pool, work.buffers(), digests, plan.addsChecksums(), this::findSplitRow);
        this.maxRepetitions = file.footer().maxRepetitions();
        this.work = work;
        this.output = output;
        this.progress = progress;
        this.footerChange = new FooterChange(file.footer());
    }

    /** Writes the copy, and returns the layout of the source. */
    FileLayout run() throws IOException {
        output.write(MAGIC);
        addChunksWithoutPages();
        known = writesAtOnce() ? null : file.walk();
        FileLayout source = file.walk(this, work.buffers());
        work.finish();
        byte[] footer = footerChange.footer(source);
        output.write(footer);
        output.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, Integer.reverseBytes(footer.length)));
        output.write(MAGIC);
        footerChange.requireMiddlesWithin(source, output.position());
        return source;
    }

    /**
     * Requires that the copy, when read back, has the content of the source.
     *
     * @throws FileDefect if it does not; the message says where and why
     */
    void compare(FileLayout source, FileInput written) throws IOException {
        new FileComparison(source, digests, pool, work, progress)
                .run(ParquetFile.readWritten(written, footerChange, source));
    }

    /** Returns the number of chunks whose pages were changed. */
    int changedChunks() {
        return changedChunks;
    }

    /**
     * Returns whether new pages are written as soon as they are compressed. If not, each chunk is first compressed only to learn
     * its new length. This is necessary if the output cannot drop the pages of a chunk that grows, or if the plan adds checksums,
     * so that the source's bytes cannot replace the chunk.
     */
    private boolean writesAtOnce() {
        return !plan.keepsSmaller() || output.canTruncate() && !plan.addsChecksums();
    }

    @Override
    public boolean begin(ColumnChunk chunk) throws IOException {
        target = plan.target(chunk.path(), chunk.codec()).orElse(null);
        if (target != null
                && known != null
                && newLength(known.pages(chunk)) > known.pages(chunk).compressedLength()) {
            target = null;
        }
        CompressionCodecName codec = codec(chunk, target);
        digests.begin(chunk, PageDigests.Scope.of(target != null, plan.addsChecksums()));
        work.addStep(() -> footerChange.of(chunk).begin(codec, output.position()));
        return true;
    }

    @Override
    public void visit(PageBatch batch) throws IOException {
        CodecLevel batchTarget = target;
        PageBatch.Bytes bytes = read(batch);
        work.add(() -> {
            Slab slab = bytes.get();
            PageChange.NewPages pages = pageChange.change(batch, slab, batchTarget);
            return () -> {
                try (pages) {
                    write(batch, pages);
                }
                slab.giveBack();
                progress.add(batch.length());
            };
        });
    }

    @Override
    public void end(Region region, PageLayout pages) throws IOException {
        CodecLevel chunkTarget = target;
        work.addStep(() -> finish(region, pages, chunkTarget));
    }

    @Override
    public void visit(Region region) throws IOException {
        work.addStep(() -> {
            if (region.kind() == Region.Kind.OFFSET_INDEX) {
                copyOffsetIndex(region);
            } else {
                copyAsIs(region);
            }
        });
    }

    private void findSplitRow(RawPage page, ByteBuffer plain) {
        ColumnChunk chunk = page.chunk();
        if (chunk.hasOffsetIndex() && page.beginsWithinRow(plain, maxRepetition(chunk))) {
            splitRows.add(chunk);
        }
    }

    @Override
    public boolean contradictsIndex(ColumnChunk chunk) throws IOException {
        if (maxRepetition(chunk) == 0) {
            return false; // without waiting for the other threads
        }
        work.finish(); // all pages so far are recompressed
        return splitRows.contains(chunk);
    }

    private int maxRepetition(ColumnChunk chunk) {
        return maxRepetitions[chunk.ordinal() % maxRepetitions.length]; // each row group has all columns
    }

    /** Waits until there is memory for the task of a batch, and returns the bytes of the batch. */
    private PageBatch.Bytes read(PageBatch batch) throws IOException {
        batch.requireMemory(memory);
        work.awaitRoom(batch.memory());
        return batch.readBy(file.input(), work.buffers());
    }

    /** Compresses a chunk without writing it, and returns the length of its new pages without their headers, in bytes. */
    private long newLength(PageLayout pagesOfChunk) throws IOException {
        work.finish();
        CodecLevel wanted = target;
        LongAdder length = new LongAdder();
        for (PageBatch batch : PageBatch.of(pagesOfChunk)) {
            PageBatch.Bytes bytes = read(batch);
            work.add(() -> {
                Slab slab = bytes.get();
                try (PageChange.NewPages pages = pageChange.change(batch, slab, wanted)) {
                    pages.pages().forEach(page -> length.add(page.size()));
                }
                slab.giveBack();
                return () -> {};
            });
        }
        work.finish();
        return length.sum();
    }

    private static CompressionCodecName codec(ColumnChunk chunk, @Nullable CodecLevel wanted) {
        return wanted == null ? chunk.codec() : wanted.codec();
    }

    private void write(PageBatch batch, PageChange.NewPages pages) throws IOException {
        for (ByteBuffer piece : pages.bytes()) {
            output.write(piece);
        }
        int index = batch.first();
        for (PageChange.NewPage page : pages.pages()) {
            digests.of(batch.chunk()).add(page.digest());
            footerChange.of(batch.chunk()).addPage(batch, index++, page.header().remaining(), page.size());
        }
    }

    private void finish(Region region, PageLayout before, @Nullable CodecLevel wanted) throws IOException {
        ChunkChange change = footerChange.of(region.chunk());
        // If writesAtOnce() is false, begin() has found that the pages do not grow. If they grow nevertheless,
        // the source has changed, which is detected before the new file gets its name.
        boolean drops = wanted != null && plan.keepsSmaller() && writesAtOnce();
        if (drops && change.length() > region.length()) {
            output.truncate(output.position() - change.length());
            change.restore(before);
            copy(region);
        } else if (wanted != null
                || change.length() != region.length()) { // checksums were added to a chunk that keeps its codec
            changedChunks++;
        }
    }

    private void copyOffsetIndex(Region region) throws IOException {
        ChunkChange change = footerChange.of(region.chunk());
        change.move(region.kind(), output.position());
        output.write(change.offsetIndex(file.read(region), region.start()));
    }

    private void copyAsIs(Region region) throws IOException {
        footerChange.of(region.chunk()).move(region.kind(), output.position());
        copy(region);
    }

    private void copy(Region region) throws IOException {
        output.transfer(file.input(), region.start(), region.length());
    }

    private void addChunksWithoutPages() {
        for (ColumnChunk chunk : file.footer().chunks()) {
            if (chunk.start() == 0) {
                CodecLevel wanted = plan.target(chunk.path(), chunk.codec()).orElse(null);
                footerChange.of(chunk).begin(codec(chunk, wanted), 0);
                changedChunks += wanted == null ? 0 : 1;
            }
        }
    }
}
