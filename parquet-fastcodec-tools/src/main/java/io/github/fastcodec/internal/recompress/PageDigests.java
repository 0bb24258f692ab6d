// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Digests of the pages of a source, 8 bytes per page, so that the new file can be compared with the source although the source is
 * decompressed only once. Not thread-safe, except for the methods that compute or compare the digests of given pages.
 */
final class PageDigests {

    /** The part of a page that its digest covers. */
    enum Scope {
        /** All bytes of the page, with its header. */
        BYTES,
        /** The unchanging fields of the header, the levels, and the values as stored. */
        STORED,
        /** The unchanging fields of the header, the levels, and the decompressed values. */
        VALUES;

        /**
         * Returns the scope of the digests of a chunk's pages.
         *
         * @param changes whether the pages are recompressed, possibly with another codec
         * @param addsChecksums whether pages without a checksum get one, which changes their headers
         */
        static Scope of(boolean changes, boolean addsChecksums) {
            return changes ? VALUES : addsChecksums ? STORED : BYTES;
        }
    }

    /** The digests of the pages of a chunk. */
    static final class ChunkDigests {

        private final Scope scope;
        private long[] digests = new long[4];
        private int count;

        private ChunkDigests(Scope scope) {
            this.scope = scope;
        }

        /** Adds the digest of the next page. */
        void add(long digest) {
            if (count == digests.length) {
                digests = Arrays.copyOf(digests, Math.multiplyExact(count, 2));
            }
            digests[count++] = digest;
        }

        /**
         * Requires that the pages of a batch have the same content as the source's pages.
         *
         * @param slab contains the pages of the batch
         * @throws FileDefect if a page is damaged or differs from the source's page; the message names the page
         */
        void requireSame(PageBatch batch, Slab slab, PageCodecs.Pool pool) throws FileDefect {
            long[] found = digests(batch, slab, pool);
            for (int i = 0; i < found.length; i++) {
                int page = batch.first() + i;
                if (page >= count || digests[page] != found[i]) {
                    String what = scope == Scope.VALUES ? "the decompressed page" : "the page";
                    throw new FileDefect(what + " differs from the source")
                            .in(batch.at(page).toString());
                }
            }
        }

        /**
         * @param slab contains the pages of the batch
         * @throws FileDefect if a page is damaged; the message names the page
         */
        long[] digests(PageBatch batch, Slab slab, PageCodecs.Pool pool) throws FileDefect {
            PageCodecs codecs = pool.take();
            long[] found = new long[batch.end() - batch.first()];
            RawPage.readAll(batch, slab, (page, read) -> found[page - batch.first()] = digest(read, codecs));
            pool.giveBack(codecs);
            return found;
        }

        private long digest(RawPage page, PageCodecs codecs) throws IOException {
            return switch (scope) {
                case BYTES -> digestOf(page.bytes());
                case STORED -> digestOf(page, page.values());
                case VALUES -> digestOf(page, page.plainValues(codecs));
            };
        }
    }

    private final boolean wanted;
    private final Map<ColumnChunk, ChunkDigests> chunks = new IdentityHashMap<>();

    /** @param wanted whether the digests will be compared; if not, all are 0 and cost nothing */
    PageDigests(boolean wanted) {
        this.wanted = wanted;
    }

    /** @param scope the scope of the digests of its pages */
    void begin(ColumnChunk chunk, Scope scope) {
        chunks.put(chunk, new ChunkDigests(scope));
    }

    /** Returns the digests of a chunk for which {@link #begin} was called. */
    ChunkDigests of(ColumnChunk chunk) {
        return Objects.requireNonNull(chunks.get(chunk), "begin was not called");
    }

    /**
     * Returns the digest of a page.
     *
     * @param values the values, decompressed or as stored
     */
    long digest(RawPage page, ByteBuffer values) {
        return wanted ? digestOf(page, values) : 0;
    }

    /** Returns the digest of all bytes of a page, with its header. */
    long digest(RawPage page) {
        return wanted ? digestOf(page.bytes()) : 0;
    }

    private static long digestOf(RawPage page, ByteBuffer values) {
        return digestOf(ByteBuffer.wrap(page.header().unchanging()), page.levels(), values);
    }

    /**
     * Returns a CRC-32 and a CRC-32C combined. Processors have instructions for both, and each checksum detects changes that the
     * other misses.
     */
    private static long digestOf(ByteBuffer... parts) {
        CRC32 crc32 = new CRC32();
        CRC32C crc32c = new CRC32C();
        for (ByteBuffer part : parts) {
            crc32.update(part.duplicate());
            crc32c.update(part.duplicate());
        }
        return crc32.getValue() << Integer.SIZE | crc32c.getValue();
    }
}
