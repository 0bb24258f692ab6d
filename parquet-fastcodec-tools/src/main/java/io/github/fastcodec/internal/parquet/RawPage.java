// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A page as it is stored in a file. Its checksum, if any, is correct. Immutable; refers to the bytes of a slab. */
public final class RawPage {

    /** Decompresses values. */
    public interface Decompressor {

        /**
         * Returns the decompressed values, backed by an array. The implementation defines how long they are valid.
         *
         * @param size the length of the result, in bytes
         */
        ByteBuffer decompress(CompressionCodecName codec, BytesInput values, int size) throws IOException;
    }

    /** Receives the pages of a batch. */
    public interface Visitor {

        /**
         * Takes the next page.
         *
         * @param page the index of the page in the chunk
         */
        void take(int page, RawPage read) throws IOException;
    }

    private final byte[] bytes;
    private final int start;

    /** The index of the first byte after the page's header. */
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
     * @param page the index of the page in the chunk
     * @param slab contains the pages of the batch
     * @throws FileDefect if the page has a checksum that does not match its bytes, or if the file has changed
     */
    public static RawPage read(PageBatch batch, int page, Slab slab) throws FileDefect {
        int start = slab.index(batch.offset(page));
        int end = slab.index(batch.offset(page + 1));
        PageHeader header = header(batch, page, slab);
        if (header.length() != batch.headerLength(page)
                || header.compressedSize() != end - start - header.length()
                || header.uncompressedSize() != batch.uncompressedSize(page)) {
            throw new FileDefect("its header is not the one that was there before");
        }
        RawPage read = new RawPage(slab.bytes(), start, start + header.length(), header, batch.chunk());
        read.requireChecksum();
        return read;
    }

    /**
     * Reads the pages of a batch, in order.
     *
     * @param slab contains the pages of the batch
     * @throws FileDefect if a page cannot be read, or the visitor throws an {@link IOException}; the message names the page
     */
    public static void readAll(PageBatch batch, Slab slab, Visitor visitor) throws FileDefect {
        for (int page = batch.first(); page < batch.end(); page++) {
            try {
                visitor.take(page, read(batch, page, slab));
            } catch (IOException e) {
                FileDefect defect = e instanceof FileDefect fileDefect ? fileDefect : new FileDefect(Reason.of(e), e);
                throw defect.in(batch.at(page).toString());
            }
        }
    }

    /**
     * Reads only the header of a page.
     *
     * @param page the index of the page in the chunk
     * @param slab contains the pages of the batch
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

    /** Returns the chunk that contains the page. */
    public ColumnChunk chunk() {
        return chunk;
    }

    /** Returns this page with an added checksum of 0 in its header, or this page if it already has a checksum. */
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

    /** Returns the levels of a V2 page, which precede its values and are never compressed. */
    public ByteBuffer levels() {
        return ByteBuffer.wrap(bytes, body, header.levelsLength());
    }

    /** Returns the part of the page that is or could be compressed: all but {@link #levels}. */
    public ByteBuffer values() {
        return ByteBuffer.wrap(bytes, body + header.levelsLength(), header.compressedSize() - header.levelsLength());
    }

    /** Returns the decompressed length of {@link #values}, in bytes. */
    public int plainLength() {
        return header.uncompressedSize() - header.levelsLength();
    }

    /** Returns whether {@link #values} are compressed. */
    public boolean isCompressed() {
        return chunk.isCompressed(header);
    }

    /** Returns whether the page's header can mark the page's values as uncompressed in a way that readers honor. */
    public boolean canBeStored() {
        return chunk.canBeStored(header);
    }

    /**
     * Returns whether this is a data page whose first value continues the last row of the page before it. Returns false if the levels
     * are cut off.
     *
     * @param plain the decompressed {@link #values}
     * @param maxRepetition the maximum repetition level of the column
     */
    public boolean beginsWithinRow(ByteBuffer plain, int maxRepetition) {
        if (maxRepetition == 0 || header.isDictionary() || header.valueCount() == 0) {
            return false;
        }
        boolean isV2 = header.kind() == PageHeader.Kind.DATA_V2;
        boolean isBitPacked = !isV2 && header.repetitionEncoding() != Fields.RLE;
        ByteBuffer levels = isV2 ? levels().slice() : plain.slice();
        int first = isV2 || isBitPacked ? 0 : Integer.BYTES; // after the length of the levels
        if (!isBitPacked) {
            while (first < levels.limit() && levels.get(first) < 0) {
                first++; // the header of a run or group is a varint
            }
            first++;
        }
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(maxRepetition);
        for (int bit = 0; bit < bits && first + bit / Byte.SIZE < levels.limit(); bit++) {
            int shift = isBitPacked ? Byte.SIZE - 1 - bit % Byte.SIZE : bit % Byte.SIZE;
            if ((levels.get(first + bit / Byte.SIZE) >>> shift & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the {@link #values}, decompressed if they are compressed. Decompressed values are valid for as long as the
     * decompressor defines.
     */
    public ByteBuffer plainValues(Decompressor decompressor) throws IOException {
        ByteBuffer values = values();
        return isCompressed()
                ? decompressor.decompress(
                        chunk.codec(), BytesInput.from(bytes, values.position(), values.remaining()), plainLength())
                : values;
    }
}
