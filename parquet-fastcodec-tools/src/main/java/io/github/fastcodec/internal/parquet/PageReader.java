// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the headers of pages, and small pages with them, in memory that no page can enlarge. Large pages are passed over. For one
 * thread, which closes it; what is shared of it stays.
 */
final class PageReader implements Closeable {

    /** How much is read at once, in bytes. */
    static final int SLAB = 1 << 20;

    /** How much is read behind a page that is so large that few neighbours would come with it, in bytes. */
    private static final int GLANCE = 8 << 10;

    /** A larger page is read by the thread that needs it, which has it in its processor's cache then; in bytes. */
    private static final int LARGE_PAGE = 64 << 10;

    /** Statistics can make a header long; parquet-java and Arrow read no header beyond this. */
    private static final int MAX_HEADER = 16 << 20;

    private final FileInput input;
    private final Buffers buffers;
    private Slab slab = Slab.EMPTY;
    private boolean largePages;
    private long statedEnd;
    private long limit;

    /** @param buffers lends memory for what is read */
    PageReader(FileInput input, Buffers buffers) {
        this.input = input;
        this.buffers = buffers;
    }

    /**
     * Begins a chunk.
     *
     * @param newStatedEnd where its pages end, as the footer has it: nothing behind is read without need
     * @param newLimit where the file holds something else
     */
    void begin(long newStatedEnd, long newLimit) {
        statedEnd = newStatedEnd;
        limit = newLimit;
    }

    /** Reads the header at {@code position}, which is valid until the next call. */
    PageHeader header(long position) throws IOException {
        long missing = limit - position;
        if (!slab.holds(position)) {
            move(position, Math.min(toEnd(position), largePages ? GLANCE : SLAB));
        }
        while (true) {
            try {
                int end = slab.index(Math.min(slab.end(), limit));
                PageHeader header = PageHeader.read(slab.bytes(), slab.index(position), end, slab.start());
                largePages = header.compressedSize() > LARGE_PAGE;
                return header;
            } catch (CompactScanner.Truncated e) {
                long had = Math.min(slab.end(), limit) - position;
                if (had >= missing) {
                    throw e;
                }
                if (had >= MAX_HEADER) {
                    throw new FileDefect("PageHeader at offset " + position + " is longer than the limit of "
                            + MAX_HEADER + " bytes");
                }
                move(position, Math.min(missing, Math.min(MAX_HEADER, Math.max(SLAB, 2 * had))));
            }
        }
    }

    /**
     * Returns a slab with the page whose header was read last, or with its start if the page is large. Valid until the next call
     * unless it is shared.
     *
     * @param end where the page ends
     */
    Slab page(long position, long end) throws IOException {
        if (end > slab.end() && end - position <= LARGE_PAGE) {
            move(position, Math.min(Math.max(end - position, toEnd(position)), SLAB));
        }
        return slab;
    }

    private long toEnd(long position) {
        return (position < statedEnd ? statedEnd : limit) - position;
    }

    private void move(long position, long length) throws IOException {
        Slab next = slab.next(input, position, (int) length, buffers);
        slab.giveBack();
        slab = next;
    }

    @Override
    public void close() {
        slab.giveBack();
    }
}
