// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/**
 * A page of the sample in memory, as it is stored and decompressed. Immutable; its bytes are not to be changed.
 *
 * @param weight how many decompressed bytes of the column it stands for
 * @param isCompressed whether its values were decompressed
 * @param values the values decompressed, or their first part if they are long
 */
record LoadedPage(RawPage stored, double weight, boolean isCompressed, ByteBuffer values) {

    /**
     * Reads and decompresses a page.
     *
     * @param memory how much of the heap it may take, in bytes
     * @throws IOException if the page is damaged or too large; names it
     */
    static LoadedPage read(
            ColumnSample.Chunk chunk,
            Slice.Page page,
            FileInput input,
            BytesInputDecompressor decompressor,
            long memory)
            throws IOException {
        int index = page.index();
        try {
            PageBatch batch = PageBatch.ofPage(chunk.chunk(), chunk.pages(), index, input);
            int size = batch.uncompressedSize(index);
            long need = size + batch.length();
            if (need > memory) {
                throw new FileDefect("it takes " + (need >> 20) + " MiB, a page may take " + (memory >> 20)
                        + " MiB here: use a larger heap (-Xmx) or fewer threads");
            }
            RawPage stored = RawPage.read(batch, index, batch.read(input));
            boolean isCompressed = stored.isCompressed() && stored.plainLength() > 0;
            ByteBuffer values = isCompressed
                    ? stored.plainValues((codec, bytes, length) -> decompressor
                            .decompress(bytes, length)
                            .toInputStream()
                            .slice(length))
                    : stored.values();
            values.limit(values.position() + Math.min(values.remaining(), Sampler.CUT));
            double weight = page.weight()
                    * size
                    / chunk.pages().uncompressedSize(index); // it was drawn by the size it was thought to have
            return new LoadedPage(stored, weight, isCompressed, values);
        } catch (IOException e) {
            throw new FileDefect(Reason.of(e), e).in(chunk.place(index));
        }
    }

    /** Decompresses the whole page again as it is stored. */
    void decompressStored(BytesInputDecompressor decompressor) throws IOException {
        if (isCompressed) {
            decompressor.decompress(input(stored.values()), stored.plainLength());
        }
    }

    /** Returns what is to be compressed: {@link #values}. */
    BytesInput plain() {
        return input(values);
    }

    /** Returns the length of {@link #plain}, in bytes. */
    int plainLength() {
        return values.remaining();
    }

    /** Returns whether {@link #values} are all of the page. */
    boolean isWhole() {
        return plainLength() == stored.plainLength();
    }

    /** Returns the length of the values as they are stored, in bytes. */
    int storedLength() {
        return stored.header().compressedSize() - stored.header().levelsLength();
    }

    /** Returns whether the page is written as it is where it compresses to so many bytes. */
    boolean isStored(long compressedLength) {
        return stored.canBeStored() && compressedLength >= plainLength();
    }

    /** Returns how many bytes the column has for what this page stands for, as it is. */
    double bytes() {
        return weight == 0
                ? 0
                : weight * stored.header().compressedSize() / stored.header().uncompressedSize();
    }

    /** Returns how many bytes the column has for it if the values compress to so many. Levels are not compressed. */
    double bytes(long compressedLength) {
        long written = isStored(compressedLength) ? plainLength() : compressedLength;
        double whole = isWhole() ? written : (double) written * stored.plainLength() / plainLength();
        return weight == 0 // a page of 0 bytes, such as the dictionary of a column of nulls
                ? 0
                : weight
                        * (stored.header().levelsLength() + whole)
                        / stored.header().uncompressedSize();
    }

    private static BytesInput input(ByteBuffer bytes) {
        return BytesInput.from(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
}
