// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.work.Buffers;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the pages of a batch anew, or passes them on as they are. Safe for use by many threads.
 *
 * @param buffers lends memory for pages that are written together
 * @param digests takes those of the source's pages
 * @param addsChecksums whether each page gets a checksum that has none
 */
record PageChange(PageCodecs.Pool pool, Buffers buffers, PageDigests digests, boolean addsChecksums) {

    /**
     * A page as it is to be written: header, then levels, then values.
     *
     * @param digest of the source's page: of what it decompresses to if it is compressed anew, else of its bytes
     */
    record NewPage(ByteBuffer header, ByteBuffer levels, ByteBuffer values, long digest) {

        /** Returns the length without the header, in bytes. */
        int size() {
            return levels.remaining() + values.remaining();
        }

        /** Returns the length of all three, in bytes. */
        int length() {
            return header.remaining() + size();
        }

        /** Copies the page to where a buffer stands, and returns it from there. */
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
     * The pages of a batch as they are to be written. For one thread, which closes them when they are written.
     *
     * @param pages valid until this is closed
     * @param bytes those of all pages, in as few pieces as they lie in, valid until this is closed
     */
    record NewPages(List<NewPage> pages, List<ByteBuffer> bytes, Runnable end) implements AutoCloseable {

        @Override
        public void close() {
            end.run();
        }
    }

    /**
     * Returns the pages of a batch as they are to be written.
     *
     * @param slab has the pages of the batch, and the new ones if they are the same
     * @param target what to compress with, or null to pass the pages on as they are, but for checksums
     * @throws FileDefect if a page is damaged, or cannot be compressed; names it
     */
    NewPages change(PageBatch batch, Slab slab, @Nullable CodecLevel target) throws FileDefect {
        if (target == null && !addsChecksums) {
            List<NewPage> pages = change(batch, slab, page -> same(page, digests.digest(page)));
            ByteBuffer all = ByteBuffer.wrap(slab.bytes(), slab.index(batch.offset()), Math.toIntExact(batch.length()));
            return new NewPages(pages, List.of(all), () -> {});
        }
        PageCodecs codecs = pool.take();
        if (batch.isOnePage()) {
            List<NewPage> pages = change(batch, slab, page -> changed(page, target, codecs));
            NewPage page = pages.get(0);
            List<ByteBuffer> parts = List.of(page.header(), page.levels(), page.values());
            // The page may be in these codecs' memory, so they are not used again before it is written.
            return new NewPages(pages, parts, () -> pool.giveBack(codecs));
        }
        Gathering gathering = new Gathering(batch);
        List<NewPage> pages = change(batch, slab, page -> gathering.add(changed(page, target, codecs)));
        pool.giveBack(codecs); // at once, for the next batch of this thread: its memory is in the cache
        return new NewPages(pages, List.of(gathering.bytes()), gathering::giveBack);
    }

    /** The pages of a batch, one behind the other. */
    private final class Gathering {

        private ByteBuffer room;

        private Gathering(PageBatch batch) {
            room = ByteBuffer.wrap(buffers.take(Math.toIntExact(batch.uncompressedLength())));
        }

        private NewPage add(NewPage page) {
            if (page.length() > room.remaining()) {
                // Pages that grow. Those that were added before stay where they are, too.
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
        for (int i = batch.first(); i < batch.end(); i++) {
            try {
                pages.add(newPage.of(RawPage.read(batch, i, slab)));
            } catch (IOException e) {
                throw (e instanceof FileDefect fileDefect ? fileDefect : new FileDefect(Reason.of(e), e))
                        .in(batch.at(i).toString());
            }
        }
        return pages;
    }

    private static NewPage same(RawPage page, long digest) {
        return new NewPage(page.headerBytes(), page.levels(), page.values(), digest);
    }

    private NewPage changed(RawPage stored, @Nullable CodecLevel target, PageCodecs codecs) throws IOException {
        RawPage page = addsChecksums ? stored.withChecksum() : stored;
        if (target == null || isEmptyForItsReaders(page)) {
            long digest = digests.digest(page, page.values());
            return page == stored
                    ? same(page, digest)
                    : newPage(page, page.values(), page.header().isCompressed(), digest);
        }
        return compressed(page, target, codecs);
    }

    private NewPage compressed(RawPage page, CodecLevel target, PageCodecs codecs) throws IOException {
        PageHeader header = page.header();
        ByteBuffer plain = page.plainValues(codecs);
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
     * Returns whether a page without bytes stays one. Many readers decompress what has no bytes, and fail. So a page gets none
     * unless it has none already although its codec should make some, or is a V2 page that cannot say that it is stored:
     * parquet-java writes those.
     */
    private static boolean isEmptyForItsReaders(RawPage page) {
        PageHeader header = page.header();
        boolean isEmpty = page.values().remaining() == 0 && page.plainLength() == 0;
        return isEmpty && (page.isCompressed() || header.kind() == PageHeader.Kind.DATA_V2 && !page.canBeStored());
    }

    private static NewPage newPage(RawPage page, ByteBuffer values, boolean isCompressed, long digest)
            throws FileDefect {
        ByteBuffer levels = page.levels();
        long size = (long) levels.remaining() + values.remaining();
        if (size + page.header().length() + Long.BYTES > Integer.MAX_VALUE) {
            throw new FileDefect("it would take " + size + " bytes, a page has at most " + Integer.MAX_VALUE);
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
