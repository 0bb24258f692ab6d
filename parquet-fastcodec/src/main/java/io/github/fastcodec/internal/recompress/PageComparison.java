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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;

/** Compares new pages with the digests of the source's pages. For one thread, which gives work to others. */
final class PageComparison {

    private final PageDigests digests;
    private final PageCodecs.Shelf shelf;
    private final OrderedWork work;
    private final FileProgress progress;
    private final Function<FileDefect, IOException> failure;

    /** The batches of the source that are not compared yet, by chunk, of those chunks that were begun. */
    private final Map<ColumnChunk, Iterator<PageBatch>> begun = new IdentityHashMap<>();

    /** @param failure turns what differs into what is thrown */
    PageComparison(
            PageDigests digests,
            PageCodecs.Shelf shelf,
            OrderedWork work,
            FileProgress progress,
            Function<FileDefect, IOException> failure) {
        this.digests = digests;
        this.shelf = shelf;
        this.work = work;
        this.progress = progress;
        this.failure = failure;
    }

    /**
     * Requires that each page of a chunk holds what that of the source's chunk holds; known when this is {@link #finish}ed. Pages
     * that were compared before are left out.
     */
    void compare(ColumnChunk expected, ColumnChunk chunk, FileInput input) throws IOException {
        while (compareNext(expected, chunk, input)) {
            // go on
        }
    }

    /** Requires the same of some more pages of the chunk, and returns whether there were any. */
    boolean compareNext(ColumnChunk expected, ColumnChunk chunk, FileInput input) throws IOException {
        if (chunk.pages().count() != expected.pages().count()) {
            throw failure.apply(new FileDefect("it has " + chunk.pages().count() + " pages, expected "
                            + expected.pages().count())
                    .in(chunk.place()));
        }
        Iterator<PageBatch> rest =
                begun.computeIfAbsent(expected, source -> PageBatch.of(source).iterator());
        if (!rest.hasNext()) {
            begun.put(expected, Collections.emptyIterator()); // drops the batches
            return false;
        }
        PageDigests.OfChunk digestsOfChunk = digests.of(expected);
        PageBatch sourceBatch = rest.next();
        PageBatch batch = sourceBatch.in(chunk);
        work.awaitRoom(batch.memory());
        PageBatch.Bytes there = batch.readBy(input, work.buffers());
        work.add(() -> {
            Slab slab = there.get();
            compare(digestsOfChunk, batch, slab);
            slab.giveBack();
            return () -> progress.add(sourceBatch.length());
        });
        return true;
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
                throw failure.apply(defect.in(batch.place(i)));
            }
        }
        shelf.giveBack(codecs);
    }
}
