// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * What the pages of a source hold, 8 bytes a page, so that the new file can be compared with it although the source is
 * decompressed only once. For one thread, but for the digests themselves and what {@code OfChunk} does with a page, which are safe for use
 * by many.
 */
final class PageDigests {

    /** What the digest of a page is made of. */
    enum Of {
        /** All of its bytes. */
        BYTES,
        /** Its header, but for what may change, and its levels and values as they are stored. */
        STORED,
        /** Its header, but for what may change, its levels, and its values decompressed. */
        VALUES;

        /**
         * Returns what the digests of a chunk's pages are made of.
         *
         * @param changes whether the pages are compressed anew, so that even the codec may be another
         * @param addsChecksums whether their headers change otherwise
         */
        static Of of(boolean changes, boolean addsChecksums) {
            return changes ? VALUES : addsChecksums ? STORED : BYTES;
        }
    }

    /** The pages of a chunk. */
    static final class OfChunk {

        private final Of of;
        private long[] digests = new long[4];
        private int count;

        private OfChunk(Of of) {
            this.of = of;
        }

        /** Adds the digest of the next page. */
        void add(long digest) {
            if (count == digests.length) {
                digests = Arrays.copyOf(digests, Math.multiplyExact(count, 2));
            }
            digests[count++] = digest;
        }

        /**
         * Requires that pages hold what the source's pages hold.
         *
         * @param slab has the pages of the batch
         * @throws FileDefect if one of them is damaged, or holds something else; names it
         */
        void requireSame(PageBatch batch, Slab slab, PageCodecs.Pool pool) throws FileDefect {
            long[] found = digests(batch, slab, pool);
            for (int i = 0; i < found.length; i++) {
                int page = batch.first() + i;
                if (page >= count || digests[page] != found[i]) {
                    throw new FileDefect(
                                    (of == Of.VALUES ? "the decompressed page" : "the page") + " differs from the source")
                            .in(batch.at(page).toString());
                }
            }
        }

        /**
         * Returns the digests of what pages hold.
         *
         * @param slab has the pages of the batch
         * @throws FileDefect if one of them is damaged; names it
         */
        long[] digests(PageBatch batch, Slab slab, PageCodecs.Pool pool) throws FileDefect {
            PageCodecs codecs = pool.take();
            long[] found = new long[batch.end() - batch.first()];
            for (int i = 0; i < found.length; i++) {
                int page = batch.first() + i;
                try {
                    found[i] = digest(RawPage.read(batch, page, slab), codecs);
                } catch (IOException e) {
                    FileDefect defect = e instanceof FileDefect fileDefect ? fileDefect : new FileDefect(Reason.of(e), e);
                    throw defect.in(batch.at(page).toString());
                }
            }
            pool.giveBack(codecs);
            return found;
        }

        private long digest(RawPage page, PageCodecs codecs) throws IOException {
            return switch (of) {
                case BYTES -> digestOf(page.bytes());
                case STORED -> digestOf(page, page.values());
                case VALUES -> digestOf(page, page.plainValues(codecs));
            };
        }
    }

    private final boolean wanted;
    private final Map<ColumnChunk, OfChunk> chunks = new IdentityHashMap<>();

    /** @param wanted whether anything will be compared; if not, all digests are 0 and cost nothing */
    PageDigests(boolean wanted) {
        this.wanted = wanted;
    }

    /**
     * Begins a chunk of the source.
     *
     * @param of what the digests of its pages are made of
     */
    void begin(ColumnChunk chunk, Of of) {
        chunks.put(chunk, new OfChunk(of));
    }

    /** Returns the digests of a chunk of the source that was begun. */
    OfChunk of(ColumnChunk chunk) {
        return Objects.requireNonNull(chunks.get(chunk), "a chunk that was begun");
    }

    /**
     * Returns the digest of what a page holds.
     *
     * @param values decompressed, or as they are stored
     */
    long digest(RawPage page, ByteBuffer values) {
        return wanted ? digestOf(page, values) : 0;
    }

    /** Returns the digest of the bytes of a page, header included. */
    long digest(RawPage page) {
        return wanted ? digestOf(page.bytes()) : 0;
    }

    private static long digestOf(RawPage page, ByteBuffer values) {
        return digestOf(ByteBuffer.wrap(page.header().unchanging()), page.levels(), values);
    }

    /** Returns two checksums in one. The processor has instructions for both, and what deceives one does not deceive the other. */
    private static long digestOf(ByteBuffer... parts) {
        CRC32 one = new CRC32();
        CRC32C other = new CRC32C();
        for (ByteBuffer part : parts) {
            one.update(part.duplicate());
            other.update(part.duplicate());
        }
        return one.getValue() << Integer.SIZE | other.getValue();
    }
}
