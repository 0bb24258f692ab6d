// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.parquet.StoredPage;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/**
 * A page of the sample in memory, as it is stored and decompressed. Immutable; its bytes are not to be changed.
 *
 * @param isCompressed whether its values were decompressed
 * @param values the values decompressed, or their first part if they are long
 */
record LoadedPage(StoredPage stored, boolean isCompressed, ByteBuffer values) {

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
            PageBatch batch = PageBatch.ofPage(chunk.chunk(), page);
            StoredPage stored = StoredPage.read(batch, page, batch.read(chunk.input()));
            boolean isCompressed = stored.isCompressed() && stored.plainLength() > 0;
            ByteBuffer values = isCompressed
                    ? stored.plainValues((codec, bytes, size) ->
                            decompressor.decompress(bytes, size).toInputStream().slice(size))
                    : stored.values();
            values.limit(values.position() + Math.min(values.remaining(), Sampler.CUT));
            return new LoadedPage(stored, isCompressed, values);
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

    PageHeader header() {
        return stored.header();
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

    private static BytesInput input(ByteBuffer bytes) {
        return BytesInput.from(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    }
}
