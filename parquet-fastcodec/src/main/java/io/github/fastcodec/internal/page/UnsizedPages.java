// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.format.LikelySize;
import io.github.fastcodec.internal.format.PageClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses pages whose size the caller does not know: parquet-java reads dictionaries from a stream and does not pass
 * their size. If the page itself states its size, that size is used; otherwise, the size is found by decompressing the page.
 * A page that does not state its size is limited to 1,024 times its compressed size or to 16 MiB, whichever is larger.
 *
 * <p>Thread-safe.
 */
public final class UnsizedPages {

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
     * @param memory an array for the page, used if it is large enough; its old content is lost
     * @return the page, from position 0 to the limit, in {@code memory} or in an array that this project never touches again
     * @throws IOException from {@link Corruption} if the page has no bytes, does not decompress, or exceeds the limit for
     *     all pages or the limit of this class; another {@code IOException} if the input fails or ends early
     * @throws IllegalStateException if the decompressor was released
     */
    public ByteBuffer decompress(BytesInput bytes, byte[] memory) throws IOException {
        try (PageCall call = pages.begin()) {
            pages.take(bytes, 0, call.source());
            ByteBuffer page = decompress(call.source(), memory);
            call.done(page.remaining());
            return page;
        }
    }

    private ByteBuffer decompress(PageSource source, byte[] memory) throws IOException {
        if (source.length() == 0) {
            throw checks.corrupt(source, "there are no compressed bytes", 1, 0);
        }
        PageClaim claim = source.claim(codec);
        if (claim.problem() != null || claim.minimum() == claim.maximum()) {
            checks.requireLegalSizes(source.length(), claim.maximum());
            return ofSize(source, claim.maximum(), cleared(memory, claim.maximum()));
        }
        int limit = (int) Math.min(claim.maximum(), checks.sizeOnTrust(source));
        long likely = LikelySize.of(codec, source.array(), source.offset(), source.length());
        IOException failure = null;
        if (likely >= 0 && likely <= limit) {
            try {
                // LikelySize has checked the matches of an LZ4_RAW page: they expose no old content
                return ofSize(source, likely, codec == CompressionCodecName.LZ4_RAW ? memory : cleared(memory, likely));
            } catch (IOException e) {
                failure = e; // the page is damaged, or the size was a wrong guess
            }
        }
        long length = pages.length(source, limit);
        if (failure != null && length == likely) {
            throw failure;
        }
        if (length == BlockDecompressor.UNKNOWN_LENGTH) {
            return ofTriedSize(source, limit);
        }
        if (length > limit) {
            throw checks.corrupt(
                    source,
                    "it holds more than " + limit + " bytes, the limit for a page whose size is unknown",
                    limit,
                    length);
        }
        return ofSize(source, length, cleared(memory, length));
    }

    /** Decompresses a page whose size, in bytes, is stated or likely. */
    private ByteBuffer ofSize(PageSource source, long size, byte[] memory) throws IOException {
        return ByteBuffer.wrap(pages.decompressed(source, (int) size, memory), 0, (int) size);
    }

    /** Tries larger and larger arrays until the page fits. For engines that cannot determine the size of a page. */
    private ByteBuffer ofTriedSize(PageSource source, int limit) throws IOException {
        for (long size = Math.min(limit, 64 << 10); ; size = Math.min(limit, 2 * size)) {
            byte[] page = new byte[(int) size];
            try {
                return ByteBuffer.wrap(page, 0, pages.decompressUpTo(source, page));
            } catch (IOException e) {
                boolean refused = e.getCause() != null; // by the engine, which may accept a larger array
                if (size == limit || !refused) {
                    throw e;
                }
            }
        }
    }

    /** Returns {@code memory}, cleared up to {@code size} if the engine could expose its old content. */
    private byte[] cleared(byte[] memory, long size) {
        if (pages.mayRevealTarget() && size <= memory.length) {
            Arrays.fill(memory, 0, (int) size, (byte) 0);
        }
        return memory;
    }
}
