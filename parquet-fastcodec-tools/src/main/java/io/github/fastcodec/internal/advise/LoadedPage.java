// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

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
 * @param drawn which page it is, which part, and for how many pages it stands
 * @param isCompressed whether its values were decompressed
 * @param values the part's values, decompressed
 */
record LoadedPage(RawPage raw, Slice.Page drawn, boolean isCompressed, ByteBuffer values) {

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
            PageBatch batch = PageBatch.ofPage(chunk.pages(), index, input);
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
            int start = values.position() + Slice.Page.start(values.remaining(), page.part(), page.parts());
            return new LoadedPage(raw, page, isCompressed, values.slice(start, page.of(values.remaining())));
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

    /** Returns how many decompressed bytes are measured. */
    long measuredBytes() {
        return drawn.of(raw.header().uncompressedSize());
    }

    /** Returns how many decompressed bytes of the column this stands for. */
    double weight() {
        return drawn.weight() * raw.header().uncompressedSize();
    }

    /** Returns how many bytes the column has for what this stands for, as it is. */
    double bytes() {
        return drawn.weight() * raw.header().compressedSize();
    }

    /** Returns how many bytes the column has for it if the values compress to so many. Levels are not compressed. */
    double bytes(long compressedLength) {
        long written = isStored(compressedLength) ? plainLength() : compressedLength;
        double whole = isWhole() ? written : (double) written * raw.plainLength() / plainLength();
        return drawn.weight() * (raw.header().levelsLength() + whole);
    }

    private static BytesInput input(ByteBuffer bytes) {
        return BytesInput.from(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
}
