// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.work.Window;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/**
 * A page of the sample in memory, raw and decompressed. Immutable; callers must not change its bytes.
 *
 * @param drawn the page and part that were drawn, with their weight
 * @param isCompressed whether the page's values are compressed in the file
 * @param values the decompressed values of the drawn part
 */
record LoadedPage(RawPage raw, Slice.Page drawn, boolean isCompressed, ByteBuffer values) {

    /**
     * Reads and decompresses a page.
     *
     * @param memory the most heap that the page may take, in bytes
     * @throws IOException if the page is damaged or too large; the message names the page
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
                throw new FileDefect("it takes " + Window.roundedUp(need) + " of memory, but a page may take "
                        + Window.roundedDown(memory)
                        + " here: use fewer threads, or raise the memory limit (option memory), which"
                        + " is by default half of the heap");
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

    /** Returns the values of the whole page as they are in the file. */
    BytesInput rawValues() {
        return input(raw.values());
    }

    /** Returns {@link #values} as the input of a compressor. */
    BytesInput plain() {
        return input(values);
    }

    /** Returns the length of {@link #plain}, in bytes. */
    int plainLength() {
        return values.remaining();
    }

    /** Returns whether {@link #values} are those of the whole page, not of a part. */
    boolean isWhole() {
        return plainLength() == raw.plainLength();
    }

    /** Returns whether a writer stores the page uncompressed if its values compress to the given length, in bytes. */
    boolean isStored(long compressedLength) {
        return raw.canBeStored() && compressedLength >= plainLength();
    }

    /** Returns the number of decompressed bytes that are measured. */
    long measuredBytes() {
        return drawn.of(raw.header().uncompressedSize());
    }

    /** Returns the number of the column's decompressed bytes that this page represents. */
    double weight() {
        return drawn.weight() * raw.header().uncompressedSize();
    }

    /** Returns the number of the column's current bytes that this page represents. */
    double bytes() {
        return drawn.weight() * raw.header().compressedSize();
    }

    /**
     * Returns the new value of {@link #bytes()} if the values compress to the given length, in bytes. Levels stay uncompressed.
     */
    double bytes(long compressedLength) {
        long written = isStored(compressedLength) ? plainLength() : compressedLength;
        double whole = isWhole() ? written : (double) written * raw.plainLength() / plainLength();
        return drawn.weight() * (raw.header().levelsLength() + whole);
    }

    private static BytesInput input(ByteBuffer bytes) {
        return BytesInput.from(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
}
