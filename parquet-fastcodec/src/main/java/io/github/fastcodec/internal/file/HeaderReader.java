// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.IOException;

/** Reads the headers of pages, and passes over the pages, in memory that no page can enlarge. For one thread. */
final class HeaderReader {

    /** How much is read at once. Small pages come with their neighbours' headers. */
    private static final int SLAB = 1 << 20;

    /** How much is read behind a page that is so large that its neighbour would not come with it. */
    private static final int GLANCE = 8 << 10;

    private static final int LARGE_PAGE = 64 << 10;

    /** Statistics can make a header long; parquet-java and Arrow read no header beyond this. */
    private static final int MAX_HEADER = 16 << 20;

    private final FileInput input;
    private byte[] slab = new byte[0];
    private long origin;
    private int filled;
    private boolean largePages;

    HeaderReader(FileInput input) {
        this.input = input;
    }

    /**
     * Reads the header at {@code position}, which is valid until the next call.
     *
     * @param limit where the file holds something else, in bytes
     */
    PageHeader read(long position, long limit) throws IOException {
        long missing = limit - position;
        if (position < origin || position >= origin + filled) {
            fill(position, Math.min(missing, largePages ? GLANCE : SLAB));
        }
        while (true) {
            try {
                int start = (int) (position - origin);
                int end = (int) Math.min(filled, limit - origin);
                PageHeader header = PageHeader.read(slab, start, end, origin);
                largePages = header.compressedSize() > LARGE_PAGE;
                return header;
            } catch (CompactScanner.Truncated e) {
                long had = Math.min(origin + filled, limit) - position;
                if (had >= missing) {
                    throw e;
                }
                if (had >= MAX_HEADER) {
                    throw new FileDefect("PageHeader at offset " + position + " is longer than the limit of "
                            + MAX_HEADER + " bytes");
                }
                fill(position, Math.min(missing, Math.min(MAX_HEADER, Math.max(SLAB, 2 * had))));
            }
        }
    }

    private void fill(long position, long length) throws IOException {
        filled = 0;
        if (slab.length < length) {
            slab = new byte[(int) Math.max(length, Math.min(SLAB, 2L * slab.length))];
        }
        input.read(position, slab, 0, (int) length);
        origin = position;
        filled = (int) length;
    }
}
