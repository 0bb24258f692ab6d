// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.FooterChange;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.RegionWalk;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compares an existing target with a source, as thoroughly as a new file is verified. Not thread-safe; hands work to other threads.
 */
final class TargetComparison implements RegionWalk.Visitor {

    private final ParquetFile source;
    private final Recompression recompression;
    private final PageCodecs.Pool pool;
    private final OrderedWork work;
    private final FileProgress progress;
    private final PageDigests digests = new PageDigests(true);
    private boolean targetHasIndexes;

    TargetComparison(
            ParquetFile source,
            Recompression recompression,
            PageCodecs.Pool pool,
            OrderedWork work,
            FileProgress progress) {
        this.source = source;
        this.recompression = recompression;
        this.pool = pool;
        this.work = work;
        this.progress = progress;
    }

    /** Thrown if the target is not a recompressed copy of the source. */
    static final class Difference extends Exception {

        private static final long serialVersionUID = 1L;

        private Difference(FileDefect defect) {
            super(defect.getMessage(), defect);
        }
    }

    /**
     * Requires that the target is the source recompressed by the plan. The compression levels of its pages are unknown, so they
     * are not compared.
     *
     * @throws Difference if it is not; the message says why
     * @throws FileDefect if the source is damaged
     */
    void run(FileInput target) throws IOException, Difference {
        ParquetFile written;
        try {
            written = ParquetFile.open(target, recompression.structureLimit());
            if (!FooterChange.haveSame(source.footer(), written.footer()) || !hasCodecsOfPlan(written.footer())) {
                throw new FileDefect("its footer differs in more than offsets, sizes and the requested codecs");
            }
            targetHasIndexes = written.footer().chunks().stream().anyMatch(ColumnChunk::hasIndexes);
        } catch (FileDefect e) {
            throw new Difference(e);
        }
        source.input().fetch();
        target.fetch();
        FileLayout before = source.walk(this, work.buffers());
        work.finish();
        try {
            FileLayout after = written.walk();
            FooterChange.requireTrue(written.footer(), after.pages(), before);
            if (plan().addsChecksums() && !after.hasChecksums()) {
                throw new FileDefect("its pages lack the requested checksums");
            }
            new FileComparison(before, digests, pool, work, progress).run(after);
        } catch (FileDefect e) {
            throw new Difference(e);
        }
    }

    private Plan plan() {
        return recompression.options().plan();
    }

    private boolean hasCodecsOfPlan(Footer written) {
        return source.footer().chunks().stream()
                .allMatch(chunk -> allows(chunk, written.chunks().get(chunk.ordinal())));
    }

    /** Returns whether the plan may give a column chunk the codec that its counterpart in the target has. */
    private boolean allows(ColumnChunk before, ColumnChunk after) {
        CompressionCodecName wanted = plan().target(before.path(), before.codec())
                .map(CodecLevel::codec)
                .orElse(before.codec());
        return after.codec() == wanted || plan().keepsSmaller() && after.codec() == before.codec();
    }

    @Override
    public boolean begin(ColumnChunk chunk) {
        boolean changes = plan().target(chunk.path(), chunk.codec()).isPresent();
        digests.begin(chunk, PageDigests.Scope.of(changes, plan().addsChecksums()));
        return true;
    }

    /** The indexes were left out of a target without any, because one of them contradicts a page. */
    @Override
    public boolean contradictsIndex(ColumnChunk chunk) {
        return !targetHasIndexes;
    }

    @Override
    public void visit(PageBatch batch) throws IOException {
        batch.requireMemory(recompression.options().memory());
        work.awaitRoom(batch.memory());
        PageBatch.Bytes bytes = batch.readBy(source.input(), work.buffers());
        PageDigests.ChunkDigests chunkDigests = digests.of(batch.chunk());
        work.add(() -> {
            Slab slab = bytes.get();
            long[] found = chunkDigests.digests(batch, slab, pool);
            return () -> {
                for (long digest : found) {
                    chunkDigests.add(digest);
                }
                slab.giveBack();
                progress.add(batch.length());
            };
        });
    }
}
