// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.work.Buffers;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Recompresses the pages of a batch, or keeps them as they are. Thread-safe.
 *
 * @param buffers lends memory for pages that are written together
 * @param digests computes the digests of the source's pages
 * @param addsChecksums whether pages without a checksum get one
 * @param observer receives each page that is recompressed, with its decompressed values; thread-safe
 */
record PageChange(
        PageCodecs.Pool pool,
        Buffers buffers,
        PageDigests digests,
        boolean addsChecksums,
        BiConsumer<RawPage, ByteBuffer> observer) {

    /**
     * A page to write: header, then levels, then values.
     *
     * @param digest the digest of the source's page, see {@link PageDigests.Scope}
     */
    record NewPage(ByteBuffer header, ByteBuffer levels, ByteBuffer values, long digest) {

        /** Returns the length without the header, in bytes. */
        int size() {
            return levels.remaining() + values.remaining();
        }

        /** Returns the length with the header, in bytes. */
        int length() {
            return header.remaining() + size();
        }

        /** Copies the page to a buffer, at the buffer's position, and returns the copy. */
        private NewPage copiedTo(ByteBuffer room) {
            return new NewPage(copy(header, room), copy(levels, room), copy(values, room), digest);
        }

        private static ByteBuffer copy(ByteBuffer part, ByteBuffer room) {
            ByteBuffer copy = room.slice();
            copy.limit(part.remaining());
            room.put(part.duplicate());
            return copy;
        }
    }

    /**
     * The pages to write for a batch. Not thread-safe; the caller closes it when they are written.
     *
     * @param pages valid until this is closed
     * @param bytes the bytes of all pages, in as few pieces as possible, valid until this is closed
     */
    record NewPages(List<NewPage> pages, List<ByteBuffer> bytes, Runnable end) implements AutoCloseable {

        @Override
        public void close() {
            end.run();
        }
    }

    /**
     * @param slab contains the pages of the batch; the new pages may refer to its bytes
     * @param target the new codec and level, or null to keep the pages except for added checksums
     * @throws FileDefect if a page is damaged or cannot be compressed; the message names the page
     */
    NewPages change(PageBatch batch, Slab slab, @Nullable CodecLevel target) throws FileDefect {
        if (target == null && !addsChecksums) {
            List<NewPage> pages = change(batch, slab, page -> kept(page, digests.digest(page)));
            ByteBuffer all = ByteBuffer.wrap(slab.bytes(), slab.index(batch.offset()), Math.toIntExact(batch.length()));
            return new NewPages(pages, List.of(all), () -> {});
        }
        PageCodecs codecs = pool.take();
        if (batch.isOnePage()) {
            List<NewPage> pages = change(batch, slab, page -> changed(page, target, codecs));
            NewPage page = pages.get(0);
            List<ByteBuffer> parts = List.of(page.header(), page.levels(), page.values());
            // The page may be in the memory of these codecs, so they are reused only after it is written.
            return new NewPages(pages, parts, () -> pool.giveBack(codecs));
        }
        PageBuffer buffer = new PageBuffer(batch);
        List<NewPage> pages = change(batch, slab, page -> buffer.add(changed(page, target, codecs)));
        pool.giveBack(codecs); // early, so that this thread's next batch uses them while they are in the cache
        return new NewPages(pages, List.of(buffer.bytes()), buffer::giveBack);
    }

    /** The new pages of a batch, one after the other in one array. */
    private final class PageBuffer {

        private ByteBuffer room;

        private PageBuffer(PageBatch batch) {
            room = ByteBuffer.wrap(buffers.take(Math.toIntExact(batch.uncompressedLength())));
        }

        private NewPage add(NewPage page) {
            if (page.length() > room.remaining()) {
                // The pages grow. Pages added earlier still refer to the old array.
                ByteBuffer larger = ByteBuffer.allocate(Math.addExact(room.capacity(), 2 * page.length()));
                room = larger.put(bytes());
            }
            return page.copiedTo(room);
        }

        private ByteBuffer bytes() {
            return ByteBuffer.wrap(room.array(), 0, room.position());
        }

        private void giveBack() {
            buffers.giveBack(room.array());
        }
    }

    private interface PageFunction {
        NewPage of(RawPage page) throws IOException;
    }

    private static List<NewPage> change(PageBatch batch, Slab slab, PageFunction newPage) throws FileDefect {
        List<NewPage> pages = new ArrayList<>(batch.end() - batch.first());
        RawPage.readAll(batch, slab, (page, read) -> pages.add(newPage.of(read)));
        return pages;
    }

    private static NewPage kept(RawPage page, long digest) {
        return new NewPage(page.headerBytes(), page.levels(), page.values(), digest);
    }

    private NewPage changed(RawPage stored, @Nullable CodecLevel target, PageCodecs codecs) throws IOException {
        RawPage page = addsChecksums ? stored.withChecksum() : stored;
        if (target == null || staysEmpty(page)) {
            long digest = digests.digest(page, page.values());
            return page == stored
                    ? kept(page, digest)
                    : newPage(page, page.values(), page.header().isCompressed(), digest);
        }
        return compressed(page, target, codecs);
    }

    private NewPage compressed(RawPage page, CodecLevel target, PageCodecs codecs) throws IOException {
        PageHeader header = page.header();
        ByteBuffer plain = page.plainValues(codecs);
        observer.accept(page, plain);
        long digest = digests.digest(page, plain);
        if (target.codec() == CompressionCodecName.UNCOMPRESSED) {
            return newPage(page, plain, header.isCompressed(), digest);
        }
        ByteBuffer compressed = codecs.compress(target, plain);
        if (page.canBeStored() && compressed.remaining() >= plain.remaining()) {
            return newPage(page, plain, false, digest);
        }
        return newPage(page, compressed, true, digest);
    }

    /**
     * Returns whether the values of a page are empty and stay empty. Many readers fail if they decompress zero bytes, so this is
     * true only if the source's page has no bytes of values, and either is marked as compressed or is a V2 page whose header, as
     * parquet-java writes it, cannot mark it as stored.
     */
    private static boolean staysEmpty(RawPage page) {
        PageHeader header = page.header();
        boolean isEmpty = page.values().remaining() == 0 && page.plainLength() == 0;
        return isEmpty && (page.isCompressed() || header.kind() == PageHeader.Kind.DATA_V2 && !page.canBeStored());
    }

    private static NewPage newPage(RawPage page, ByteBuffer values, boolean isCompressed, long digest)
            throws FileDefect {
        ByteBuffer levels = page.levels();
        long size = (long) levels.remaining() + values.remaining();
        if (size + page.header().length() + Long.BYTES > Integer.MAX_VALUE) {
            throw new FileDefect("it would take " + size + " bytes, but a page has at most " + Integer.MAX_VALUE);
        }
        CRC32 checksum = new CRC32();
        if (page.header().hasChecksum()) {
            checksum.update(levels.duplicate());
            checksum.update(values.duplicate());
        }
        byte[] newHeader = page.header().withPage((int) size, checksum.getValue(), isCompressed);
        return new NewPage(ByteBuffer.wrap(newHeader), levels, values, digest);
    }
}
