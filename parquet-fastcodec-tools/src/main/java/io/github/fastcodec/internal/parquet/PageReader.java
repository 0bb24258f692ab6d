// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the headers of pages, together with small pages, in bounded memory. Large pages are skipped. Not thread-safe. Slabs that
 * were shared stay valid after the reader is closed.
 */
final class PageReader implements Closeable {

    /** The usual length of a read, in bytes. */
    static final int SLAB = 1 << 20;

    /** The length, in bytes, of a read after a large page, where a longer read would contain few further pages. */
    private static final int SMALL_READ = 8 << 10;

    /** A page longer than this, in bytes, is read by the thread that needs it, so that it is in the cache of that thread's processor. */
    private static final int LARGE_PAGE = 64 << 10;

    /** The longest header that parquet-java and Arrow read, in bytes. Statistics can make a header long. */
    private static final int MAX_HEADER = 16 << 20;

    private final FileInput input;
    private final Buffers buffers;
    private Slab slab = Slab.EMPTY;
    private boolean largePages;
    private long statedEnd;
    private long limit;

    /** @param buffers lends the memory */
    PageReader(FileInput input, Buffers buffers) {
        this.input = input;
        this.buffers = buffers;
    }

    /**
     * Begins a chunk.
     *
     * @param newStatedEnd the end of the chunk's pages according to the footer; bytes after this end are read only if necessary
     * @param newLimit the offset at which something else starts in the file
     */
    void begin(long newStatedEnd, long newLimit) {
        statedEnd = newStatedEnd;
        limit = newLimit;
    }

    /** Reads the header at {@code position}. The header is valid until the next call. */
    PageHeader header(long position) throws IOException {
        long missing = limit - position;
        if (!slab.holds(position)) {
            move(position, Math.min(toEnd(position), largePages ? SMALL_READ : SLAB));
        }
        while (true) {
            try {
                int end = slab.index(Math.min(slab.end(), limit));
                PageHeader header = PageHeader.read(slab.bytes(), slab.index(position), end, slab.start());
                largePages = header.compressedSize() > LARGE_PAGE;
                return header;
            } catch (CompactScanner.Truncated e) {
                long available = Math.min(slab.end(), limit) - position;
                if (available >= missing) {
                    throw e;
                }
                if (available >= MAX_HEADER) {
                    throw new FileDefect("PageHeader at offset " + position + " is longer than the limit of "
                            + MAX_HEADER + " bytes");
                }
                move(position, Math.min(missing, Math.min(MAX_HEADER, Math.max(SLAB, 2 * available))));
            }
        }
    }

    /**
     * Returns a slab that contains the page whose header was read last, or only its start if the page is large. Unless the slab
     * is shared, it is valid until the next call.
     *
     * @param end the offset at which the page ends
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
