// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import io.github.fastcodec.internal.memory.Buffers;
import java.io.IOException;

/**
 * Reads the headers of pages, and small pages with them, in memory that no page can enlarge. Large pages are passed over. For one
 * thread.
 */
final class PageReader {

    /** How much is read at once, in bytes. */
    static final int SLAB = 1 << 20;

    /** How much is read behind a page that is so large that its neighbour would not come with it, in bytes. */
    private static final int GLANCE = 8 << 10;

    /** What is larger is not worth a copy where it lies across two slabs, in bytes. */
    private static final int LARGE_PAGE = 64 << 10;

    /** Statistics can make a header long; parquet-java and Arrow read no header beyond this. */
    private static final int MAX_HEADER = 16 << 20;

    private final FileInput input;
    private final Buffers buffers;
    private Slab slab = Slab.empty();
    private boolean largePages;

    /** @param buffers lends memory for what is read */
    PageReader(FileInput input, Buffers buffers) {
        this.input = input;
        this.buffers = buffers;
    }

    /**
     * Reads the header at {@code position}, which is valid until the next call.
     *
     * @param limit where the file holds something else, in bytes
     */
    PageHeader header(long position, long limit) throws IOException {
        long missing = limit - position;
        if (!slab.holds(position)) {
            move(position, Math.min(missing, largePages ? GLANCE : SLAB));
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
     * @param limit where the file holds something else
     */
    Slab page(long position, long end, long limit) throws IOException {
        if (end > slab.end() && end - position <= LARGE_PAGE) {
            move(position, Math.min(limit - position, SLAB));
        }
        return slab;
    }

    private void move(long position, long length) throws IOException {
        Slab next = slab.next(input, position, (int) length, buffers);
        slab.giveBack();
        slab = next;
    }
}
