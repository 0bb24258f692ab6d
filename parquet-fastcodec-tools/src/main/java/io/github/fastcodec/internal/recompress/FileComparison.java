// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.OrderedWork;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Compares a new file with its source: the digests of the pages, the bloom filters and the indexes. Not thread-safe; hands work
 * to other threads.
 */
record FileComparison(
        FileLayout before, PageDigests digests, PageCodecs.Pool pool, OrderedWork work, FileProgress progress) {

    /**
     * Requires that the files have the same content.
     *
     * @param after the new file, whose footer has already been compared
     * @throws FileDefect if they differ; the message says where
     */
    void run(FileLayout after) throws IOException {
        List<Region> expected = before.regions();
        if (expected.size() != after.regions().size()) {
            throw new FileDefect("it has " + after.regions().size() + " regions, expected " + expected.size());
        }
        for (int i = 0; i < expected.size(); i++) {
            compare(expected.get(i), after, after.regions().get(i));
        }
        work.finish();
    }

    private void compare(Region expected, FileLayout after, Region region) throws IOException {
        if (region.kind() != expected.kind()
                || !region.chunk().at().equals(expected.chunk().at())) {
            throw new FileDefect("it has " + region + ", expected " + expected);
        }
        switch (region.kind()) {
            case PAGES ->
                comparePages(
                        before.pages(expected.chunk()),
                        after.pages(region.chunk()),
                        after.file().input());
            case OFFSET_INDEX -> {
                byte[] index = after.file().unchangingOffsetIndex(region);
                if (!Arrays.equals(before.file().unchangingOffsetIndex(expected), index)) {
                    throw differs(region);
                }
            }
            default -> compareBytes(expected, after.file().input(), region);
        }
    }

    private void compareBytes(Region expected, FileInput after, Region region) throws IOException {
        FileInput input = before.file().input();
        if (region.length() != expected.length()
                || !input.hasBytesOf(expected.start(), after, region.start(), region.length())) {
            throw differs(region);
        }
    }

    private void comparePages(PageLayout expected, PageLayout pages, FileInput input) throws IOException {
        PageDigests.ChunkDigests chunkDigests = digests.of(expected.chunk());
        for (PageBatch sourceBatch : PageBatch.of(expected)) {
            PageBatch batch = sourceBatch.in(pages);
            work.awaitRoom(batch.memory());
            PageBatch.Bytes bytes = batch.readBy(input, work.buffers());
            work.add(() -> {
                Slab slab = bytes.get();
                chunkDigests.requireSame(batch, slab, pool);
                slab.giveBack();
                return () -> progress.add(sourceBatch.length());
            });
        }
    }

    private static FileDefect differs(Region region) {
        return new FileDefect(region + " differs from the source");
    }
}
