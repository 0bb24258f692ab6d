// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.file.ColumnChunk;
import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.FileInput;
import io.github.fastcodec.internal.file.PageBatch;
import io.github.fastcodec.internal.file.Reason;
import io.github.fastcodec.internal.file.Slab;
import io.github.fastcodec.internal.work.OrderedWork;
import java.io.IOException;

/** Compares new pages with the digests of the source's pages. For one thread, which gives work to others. */
final class PageComparison {

    private final PageDigests digests;
    private final PageCodecs.Shelf shelf;
    private final OrderedWork work;
    private final FileProgress progress;

    PageComparison(PageDigests digests, PageCodecs.Shelf shelf, OrderedWork work, FileProgress progress) {
        this.digests = digests;
        this.shelf = shelf;
        this.work = work;
        this.progress = progress;
    }

    /** Requires that each page of a chunk holds what that of the source's chunk holds; known when this is {@link #finish}ed. */
    void compare(ColumnChunk expected, ColumnChunk chunk, FileInput input) throws IOException {
        if (chunk.pages().count() != expected.pages().count()) {
            throw new FileDefect("it has " + chunk.pages().count() + " pages, expected "
                            + expected.pages().count())
                    .in(chunk.place());
        }
        PageDigests.OfChunk digestsOfChunk = digests.of(expected);
        for (PageBatch sourceBatch : PageBatch.of(expected)) {
            PageBatch batch = sourceBatch.in(chunk);
            work.awaitRoom(batch.memory());
            PageBatch.Bytes there = batch.readBy(input, work.buffers());
            work.add(() -> {
                Slab slab = there.get();
                compare(digestsOfChunk, batch, slab);
                slab.giveBack();
                return () -> progress.add(sourceBatch.length());
            });
        }
    }

    /** Waits until all pages are compared. */
    void finish() throws IOException {
        work.finish();
    }

    private void compare(PageDigests.OfChunk expected, PageBatch batch, Slab slab) throws IOException {
        PageCodecs codecs = shelf.take();
        for (int i = batch.first(); i < batch.end(); i++) {
            try {
                expected.requireSame(
                        i, SourcePage.read(batch, i, slab), batch.chunk().codec(), codecs);
            } catch (IOException e) {
                FileDefect defect = e instanceof FileDefect ? (FileDefect) e : new FileDefect(Reason.of(e), e);
                throw defect.in(batch.place(i));
            }
        }
        shelf.giveBack(codecs);
    }
}
