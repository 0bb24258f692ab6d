// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.PageBatch;
import io.github.fastcodec.internal.file.PageHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses the pages of a batch anew, or passes them on as they are. Safe for use by many threads. */
final class PageChange {

    /** A page as it is to be written: header, then levels, then values. */
    static final class NewPage {

        private final byte[] header;
        private final ByteBuffer levels;
        private final ByteBuffer values;
        private final long digest;

        private NewPage(byte[] header, ByteBuffer levels, ByteBuffer values, long digest) {
            this.header = header;
            this.levels = levels;
            this.values = values;
            this.digest = digest;
        }

        byte[] header() {
            return header;
        }

        ByteBuffer levels() {
            return levels;
        }

        ByteBuffer values() {
            return values;
        }

        /** Returns the digest of the source's page: of what it decompresses to if it is compressed anew, else of its bytes. */
        long digest() {
            return digest;
        }

        /** Returns the length of all three, in bytes. */
        int length() {
            return header.length + levels.remaining() + values.remaining();
        }
    }

    /** The pages of a batch as they are to be written. For one thread, which closes them when they are written. */
    static final class NewPages implements AutoCloseable {

        private final List<NewPage> pages;
        private final PageCodecs.Shelf shelf;
        private final PageCodecs codecs;

        private NewPages(List<NewPage> pages, PageCodecs.Shelf shelf, PageCodecs codecs) {
            this.pages = pages;
            this.shelf = shelf;
            this.codecs = codecs;
        }

        /** Returns the pages, which are valid until this is closed. */
        List<NewPage> pages() {
            return pages;
        }

        /** Returns the length of all pages, in bytes. */
        long length() {
            return pages.stream().mapToLong(NewPage::length).sum();
        }

        @Override
        public void close() {
            shelf.giveBack(codecs);
        }
    }

    private final PageCodecs.Shelf shelf;
    private final PageDigests digests;

    /** @param digests takes those of the source's pages */
    PageChange(PageCodecs.Shelf shelf, PageDigests digests) {
        this.shelf = shelf;
        this.digests = digests;
    }

    /**
     * Returns the pages of a batch as they are to be written.
     *
     * @param target what to compress with, or null to pass the pages on as they are
     * @throws FileDefect if a page is damaged, or cannot be compressed; names it
     */
    NewPages change(PageBatch batch, byte[] bytes, Target target) throws FileDefect {
        List<NewPage> pages = new ArrayList<>(batch.end() - batch.first());
        PageCodecs codecs = shelf.take();
        for (int i = batch.first(); i < batch.end(); i++) {
            try {
                SourcePage page = SourcePage.read(batch, i, bytes);
                pages.add(target == null ? same(page, digests.digest(page)) : change(page, batch, target, codecs));
            } catch (IOException e) {
                throw (e instanceof FileDefect ? (FileDefect) e : new FileDefect(e.getMessage(), e))
                        .in(batch.chunk().place(i));
            }
        }
        return new NewPages(pages, shelf, codecs);
    }

    private static NewPage same(SourcePage page, long digest) {
        byte[] header = Arrays.copyOfRange(page.bytes(), page.start(), page.body());
        return new NewPage(header, page.levels(), page.values(), digest);
    }

    private NewPage change(SourcePage page, PageBatch batch, Target target, PageCodecs codecs) throws IOException {
        CompressionCodecName codec = batch.chunk().codec();
        if (isEmptyForItsReaders(page, codec)) {
            return same(page, digests.digest(page, page.values()));
        }
        PageHeader header = page.header();
        ByteBuffer plain = page.plainValues(codec, codecs);
        long digest = digests.digest(page, plain);
        if (target.codec() == CompressionCodecName.UNCOMPRESSED) {
            codecs.keep();
            return newPage(page, plain, header.isCompressed(), digest);
        }
        ByteBuffer compressed = codecs.compress(target, plain);
        if (header.canBeStored() && compressed.remaining() >= plain.remaining()) {
            codecs.keep();
            return newPage(page, plain, false, digest);
        }
        if (batch.isOnePage()) {
            return newPage(page, compressed, true, digest); // nobody compresses with these codecs before it is written
        }
        byte[] own = new byte[compressed.remaining()];
        compressed.get(own);
        return newPage(page, ByteBuffer.wrap(own), true, digest);
    }

    /**
     * Returns whether a page without bytes stays one. Many readers decompress what has no bytes, and fail. So a page gets none
     * unless it has none already although its codec should make some, or is a V2 page that cannot say that it is stored:
     * parquet-java writes those.
     */
    private static boolean isEmptyForItsReaders(SourcePage page, CompressionCodecName codec) {
        PageHeader header = page.header();
        boolean isEmpty = page.values().remaining() == 0 && header.uncompressedSize() == header.levelsLength();
        boolean isCompressed = codec != CompressionCodecName.UNCOMPRESSED && header.isCompressed();
        return isEmpty && (isCompressed || header.kind() == PageHeader.Kind.DATA_V2 && !header.canBeStored());
    }

    private static NewPage newPage(SourcePage page, ByteBuffer values, boolean isCompressed, long digest)
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
        return new NewPage(newHeader, levels, values, digest);
    }
}
