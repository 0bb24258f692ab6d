// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A page of the sample in memory, as it is stored and decompressed. Immutable; its bytes are not to be changed. */
final class LoadedPage {

    private final byte[] stored;
    private final PageHeader header;
    private final boolean isCompressed;
    private final byte[] plain;
    private final int plainOffset;
    private final int plainLength;

    private LoadedPage(byte[] stored, PageHeader header, boolean isCompressed, byte[] plain, int offset, int length) {
        this.stored = stored;
        this.header = header;
        this.isCompressed = isCompressed;
        this.plain = plain;
        this.plainOffset = offset;
        this.plainLength = length;
    }

    /**
     * Reads and decompresses a page.
     *
     * @param memory how much of the heap it may take, in bytes
     * @throws IOException if the page is damaged or too large; names it
     */
    static LoadedPage read(Column.Chunk chunk, int page, BytesInputDecompressor decompressor, long memory)
            throws IOException {
        try {
            requireMemory(chunk, page, memory);
            long start = chunk.pages().offset(page);
            byte[] bytes = new byte[Math.toIntExact(chunk.pages().offset(page + 1) - start)];
            chunk.input().read(start, bytes, 0, bytes.length);
            PageHeader header = PageHeader.read(bytes, 0, bytes.length, start);
            requireChecksum(header, bytes);
            return decompressed(chunk.chunk().codec(), bytes, header, decompressor);
        } catch (IOException e) {
            throw new FileDefect(Reason.of(e), e).in(chunk.place(page));
        }
    }

    private static void requireMemory(Column.Chunk chunk, int page, long memory) throws FileDefect {
        long need = (long) chunk.pages().uncompressedSize(page) + chunk.pages().compressedSize(page);
        if (need > memory) {
            throw new FileDefect("it takes " + (need >> 20) + " MiB, a page may take " + (memory >> 20)
                    + " MiB here: use a larger heap (-Xmx) or fewer threads");
        }
    }

    private static void requireChecksum(PageHeader header, byte[] bytes) throws FileDefect {
        if (header.hasChecksum()) {
            CRC32 checksum = new CRC32();
            checksum.update(bytes, header.length(), bytes.length - header.length());
            if (checksum.getValue() != header.checksum()) {
                throw new FileDefect("its checksum is " + Long.toHexString(header.checksum()) + ", its bytes have "
                        + Long.toHexString(checksum.getValue()) + ": the page is damaged");
            }
        }
    }

    private static LoadedPage decompressed(
            CompressionCodecName codec, byte[] bytes, PageHeader header, BytesInputDecompressor decompressor)
            throws IOException {
        int size = header.uncompressedSize() - header.levelsLength();
        int values = header.length() + header.levelsLength();
        boolean isCompressed = codec != CompressionCodecName.UNCOMPRESSED && header.isCompressed() && size > 0;
        if (!isCompressed) {
            return new LoadedPage(bytes, header, false, bytes, values, Math.min(bytes.length - values, Sampler.CUT));
        }
        byte[] plain = copy(decompressor.decompress(BytesInput.from(bytes, values, bytes.length - values), size));
        return new LoadedPage(bytes, header, true, plain, 0, Math.min(size, Sampler.CUT));
    }

    /** Returns a copy of bytes that may be valid for a while only. */
    static byte[] copy(BytesInput bytes) throws IOException {
        byte[] copy = new byte[Math.toIntExact(bytes.size())];
        bytes.toInputStream().slice(copy.length).get(copy);
        return copy;
    }

    /** Decompresses the whole page again as it is stored. */
    void decompressStored(BytesInputDecompressor decompressor) throws IOException {
        if (isCompressed) {
            decompressor.decompress(storedValues(), valuesLength());
        }
    }

    private BytesInput storedValues() {
        int values = header.length() + header.levelsLength();
        return BytesInput.from(stored, values, stored.length - values);
    }

    /** Returns what is to be compressed: the values decompressed, or their first part if they are long. */
    BytesInput plain() {
        return BytesInput.from(plain, plainOffset, plainLength);
    }

    /** Returns the length of {@link #plain}, in bytes. */
    int plainLength() {
        return plainLength;
    }

    /** Returns the length of what stands uncompressed before the values in any case, in bytes. */
    int levelsLength() {
        return header.levelsLength();
    }

    /** Returns the length of the stored page behind its header, in bytes. */
    int storedLength() {
        return header.compressedSize();
    }

    /** Returns the length of the page behind its header when it is decompressed, in bytes. */
    int uncompressedLength() {
        return header.uncompressedSize();
    }

    /** Returns the length of the page's values when they are decompressed, in bytes. */
    int valuesLength() {
        return header.uncompressedSize() - header.levelsLength();
    }

    /** Returns whether the page's header can say that its values are stored, as they are then if they do not shrink. */
    boolean canBeStored() {
        return header.canBeStored();
    }

    boolean isCompressed() {
        return isCompressed;
    }
}
