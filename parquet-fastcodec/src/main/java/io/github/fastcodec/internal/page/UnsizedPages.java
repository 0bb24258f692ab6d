// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.internal.format.PageClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages whose size the caller does not know: parquet-java reads dictionaries from a stream and does not pass
 * their size. If the page itself states its size, that size is used; otherwise larger and larger arrays are tried. A page that
 * does not state its size is limited to 1,024 times its compressed size or to 16 MiB, whichever is larger.
 *
 * <p>Thread-safe.
 */
public final class UnsizedPages {

    /** The size of the smallest array that is tried, in bytes, and how much larger each array is than what came before. */
    private static final int LEAST_ROOM = 64 << 10;

    private static final int GROWTH = 8;

    private final CompressionCodecName codec;
    private final PageDecompressor pages;
    private final PageChecks checks;

    /** @param pages decompresses pages of the codec */
    public UnsizedPages(CompressionCodecName codec, PageDecompressor pages) {
        this.codec = codec;
        this.pages = pages;
        this.checks = pages.checks;
    }

    /**
     * Decompresses one page.
     *
     * @param bytes the compressed page, consumed by this call
     * @return the page, from position 0 to the limit, in an array that this project never touches again
     * @throws IOException created by the decompressor's {@code corruption} if the page has no bytes, does not decompress, or
     *     exceeds the limit for all pages or the limit of this class; another {@code IOException} if the input fails or ends
     *     early
     * @throws IllegalStateException if the decompressor was released
     */
    public ByteBuffer decompress(BytesInput bytes) throws IOException {
        try (PageCall call = pages.begin()) {
            pages.take(bytes, 0, call.source());
            ByteBuffer page = decompress(call.source());
            call.done(page.remaining());
            return page;
        }
    }

    private ByteBuffer decompress(PageSource source) throws IOException {
        if (source.length() == 0) {
            throw checks.corrupt(source, "there are no compressed bytes", 1, 0);
        }
        PageClaim claim = source.claim(codec);
        if (claim.problem() != null || claim.minimum() == claim.maximum()) {
            checks.requireLegalSizes(source.length(), claim.maximum());
            int size = (int) claim.maximum();
            return ByteBuffer.wrap(pages.decompressed(source, size, PageDecompressor.NO_MEMORY), 0, size);
        }
        int limit = (int) Math.min(claim.maximum(), checks.sizeOnTrust(source));
        long room = Math.max(LEAST_ROOM, (long) GROWTH * source.length());
        for (; ; room *= GROWTH) {
            byte[] page = new byte[(int) Math.min(limit, room)];
            try {
                return ByteBuffer.wrap(page, 0, pages.decompressUpTo(source, page));
            } catch (IOException e) {
                boolean refused = e.getCause() != null; // by the engine, which may accept a larger array
                if (page.length == limit || !refused) {
                    throw e;
                }
            }
        }
    }
}
