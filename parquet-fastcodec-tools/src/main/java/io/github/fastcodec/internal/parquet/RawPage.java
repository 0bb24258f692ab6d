// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A page of a file as it is stored, whose checksum is right if it has one. Immutable; refers to the slab's bytes. */
public final class RawPage {

    /** Decompresses values. */
    public interface Decompressor {

        /**
         * Returns values decompressed, in an array. The implementation says how long they are valid.
         *
         * @param size the length of the result, in bytes
         */
        ByteBuffer decompress(CompressionCodecName codec, BytesInput values, int size) throws IOException;
    }

    private final byte[] bytes;
    private final int start;

    /** Where the page starts behind its header. */
    private final int body;

    private final PageHeader header;
    private final ColumnChunk chunk;

    private RawPage(byte[] bytes, int start, int body, PageHeader header, ColumnChunk chunk) {
        this.bytes = bytes;
        this.start = start;
        this.body = body;
        this.header = header;
        this.chunk = chunk;
    }

    /**
     * Reads a page of a batch.
     *
     * @param page its index in the chunk
     * @param slab has the pages of the batch
     * @throws FileDefect if its checksum, where it has one, is not that of its bytes, or if the file has changed
     */
    public static RawPage read(PageBatch batch, int page, Slab slab) throws FileDefect {
        int start = slab.index(batch.offset(page));
        int end = slab.index(batch.offset(page + 1));
        PageHeader header = header(batch, page, slab);
        if (header.length() != batch.headerLength(page)
                || header.compressedSize() != end - start - header.length()
                || header.uncompressedSize() != batch.uncompressedSize(page)) {
            throw new FileDefect("its header is not the one that stood there before");
        }
        RawPage read = new RawPage(slab.bytes(), start, start + header.length(), header, batch.chunk());
        read.requireChecksum();
        return read;
    }

    /**
     * Reads the header of a page, and nothing else of it.
     *
     * @param page its index in the chunk
     * @param slab has the pages of the batch
     */
    public static PageHeader header(PageBatch batch, int page, Slab slab) throws FileDefect {
        return PageHeader.read(
                slab.bytes(), slab.index(batch.offset(page)), slab.index(batch.offset(page + 1)), slab.start());
    }

    private void requireChecksum() throws FileDefect {
        if (header.hasChecksum()) {
            CRC32 checksum = new CRC32();
            checksum.update(bytes, body, header.compressedSize());
            if (checksum.getValue() != header.checksum()) {
                throw new FileDefect("its bytes have the checksum " + Long.toHexString(checksum.getValue())
                        + ", expected " + Long.toHexString(header.checksum()) + " as its header says");
            }
        }
    }

    public PageHeader header() {
        return header;
    }

    /** Returns this page with a header that has a field for a checksum, which is 0; this one if its header has it. */
    public RawPage withChecksum() throws FileDefect {
        PageHeader with = header.withChecksum();
        return with == header ? this : new RawPage(bytes, start, body, with, chunk);
    }

    /** Returns the bytes of the header as it is stored. */
    public ByteBuffer headerBytes() {
        return ByteBuffer.wrap(bytes, start, body - start);
    }

    /** Returns the bytes of the header and the page as they are stored. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes, start, body - start + header.compressedSize());
    }

    /** Returns the levels that a V2 page has before its values, which are never compressed. */
    public ByteBuffer levels() {
        return ByteBuffer.wrap(bytes, body, header.levelsLength());
    }

    /** Returns what is compressed or could be: the page without {@link #levels}. */
    public ByteBuffer values() {
        return ByteBuffer.wrap(bytes, body + header.levelsLength(), header.compressedSize() - header.levelsLength());
    }

    /** Returns the length of {@link #values} when they are decompressed, in bytes. */
    public int plainLength() {
        return header.uncompressedSize() - header.levelsLength();
    }

    /** Returns whether {@link #values} are compressed. */
    public boolean isCompressed() {
        return chunk.isCompressed(header);
    }

    /** Returns whether the page can say that its values are not compressed, and its readers believe it. */
    public boolean canBeStored() {
        return chunk.canBeStored(header);
    }

    /** Returns {@link #values} decompressed, valid as the decompressor has it, or as they are if they are not compressed. */
    public ByteBuffer plainValues(Decompressor decompressor) throws IOException {
        ByteBuffer values = values();
        return isCompressed()
                ? decompressor.decompress(
                        chunk.codec(), BytesInput.from(bytes, values.position(), values.remaining()), plainLength())
                : values;
    }
}
