// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A page in a slab. Immutable; refers to the slab's bytes. */
final class SourcePage {

    private final byte[] bytes;
    private final int start;
    private final PageHeader header;

    private SourcePage(byte[] bytes, int start, PageHeader header) {
        this.bytes = bytes;
        this.start = start;
        this.header = header;
    }

    /**
     * Reads a page of a batch.
     *
     * @param page its index in the chunk
     * @param slab has the pages of the batch
     * @throws FileDefect if its checksum, where it has one, is not that of its bytes, or if the file has changed
     */
    static SourcePage read(PageBatch batch, int page, Slab slab) throws FileDefect {
        int start = slab.index(batch.offset(page));
        int end = slab.index(batch.offset(page + 1));
        PageHeader header = PageHeader.read(slab.bytes(), start, end, slab.start());
        if (header.length() != batch.headerLength(page)
                || header.compressedSize() != end - start - header.length()
                || header.uncompressedSize() != batch.uncompressedSize(page)) {
            throw new FileDefect("its header is not the one that stood there before");
        }
        SourcePage read = new SourcePage(slab.bytes(), start, header);
        read.requireChecksum();
        return read;
    }

    private void requireChecksum() throws FileDefect {
        if (header.hasChecksum()) {
            CRC32 checksum = new CRC32();
            checksum.update(bytes, body(), header.compressedSize());
            if (checksum.getValue() != header.checksum()) {
                throw new FileDefect("its checksum is " + Long.toHexString(header.checksum()) + ", its bytes have "
                        + Long.toHexString(checksum.getValue()) + ": the page is damaged");
            }
        }
    }

    PageHeader header() {
        return header;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the header. */
    int start() {
        return start;
    }

    /** Returns the index of what stands behind the header. */
    int body() {
        return start + header.length();
    }

    /** Returns the length of the header and the page, in bytes. */
    int length() {
        return header.length() + header.compressedSize();
    }

    /** Returns the levels that a V2 page has before its values, which are never compressed. */
    ByteBuffer levels() {
        return ByteBuffer.wrap(bytes, body(), header.levelsLength());
    }

    /** Returns what is compressed or could be: the page without {@link #levels}. */
    ByteBuffer values() {
        return ByteBuffer.wrap(bytes, body() + header.levelsLength(), header.compressedSize() - header.levelsLength());
    }

    /** Returns {@link #values} decompressed, valid as {@link PageCodecs#decompress} has it, or as they are if they are not compressed. */
    ByteBuffer plainValues(CompressionCodecName codec, PageCodecs codecs) throws IOException {
        ByteBuffer values = values();
        int size = header.uncompressedSize() - header.levelsLength();
        if (codec == CompressionCodecName.UNCOMPRESSED || !header.isCompressed()) {
            return values;
        }
        return codecs.decompress(codec, bytes, values.position(), values.remaining(), size);
    }
}
