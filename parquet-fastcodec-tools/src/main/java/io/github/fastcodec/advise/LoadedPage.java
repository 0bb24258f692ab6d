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
 * A page of the sample in memory, raw and decompressed. Immutable; its bytes are not to be changed.
 *
 * @param weight how many decompressed bytes of the column it stands for
 * @param isCompressed whether its values were decompressed
 * @param values the values decompressed, or their first part if they are long
 */
record LoadedPage(RawPage raw, double weight, boolean isCompressed, ByteBuffer values) {

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
            RawPage raw = RawPage.read(batch, index, batch.read(input));
            boolean isCompressed = raw.isCompressed() && raw.plainLength() > 0;
            ByteBuffer values = isCompressed
                    ? raw.plainValues((codec, bytes, length) -> decompressor
                            .decompress(bytes, length)
                            .toInputStream()
                            .slice(length))
                    : raw.values();
            values.limit(values.position() + Math.min(values.remaining(), Sampler.CUT));
            double weight = page.weight()
                    * size
                    / chunk.pages().uncompressedSize(index); // it was drawn by the size it was thought to have
            return new LoadedPage(raw, weight, isCompressed, values);
        } catch (IOException e) {
            throw new FileDefect(Reason.of(e), e).in(chunk.place(index));
        }
    }

    /** Decompresses the whole raw page again. */
    void decompressRaw(BytesInputDecompressor decompressor) throws IOException {
        if (isCompressed) {
            decompressor.decompress(input(raw.values()), raw.plainLength());
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
        return plainLength() == raw.plainLength();
    }

    /** Returns whether the page is written as it is where it compresses to so many bytes. */
    boolean isStored(long compressedLength) {
        return raw.canBeStored() && compressedLength >= plainLength();
    }

    /** Returns how many bytes the column has for what this page stands for, as it is. */
    double bytes() {
        return weight == 0
                ? 0
                : weight * raw.header().compressedSize() / raw.header().uncompressedSize();
    }

    /** Returns how many bytes the column has for it if the values compress to so many. Levels are not compressed. */
    double bytes(long compressedLength) {
        long written = isStored(compressedLength) ? plainLength() : compressedLength;
        double whole = isWhole() ? written : (double) written * raw.plainLength() / plainLength();
        return weight == 0 // a page of 0 bytes, such as the dictionary of a column of nulls
                ? 0
                : weight * (raw.header().levelsLength() + whole) / raw.header().uncompressedSize();
    }

    private static BytesInput input(ByteBuffer bytes) {
        return BytesInput.from(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
}
