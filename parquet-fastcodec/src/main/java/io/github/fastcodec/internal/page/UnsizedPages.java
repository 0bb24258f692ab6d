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
 * Decompresses pages whose size the caller does not know: parquet-java reads dictionaries from a stream, which is not told how
 * much it will have to give. The size is what the page says of itself, or what its content turns out to have. Without anybody
 * who vouches for more, a page has at most 1,024 times its compressed size, or 16 MiB.
 *
 * <p>For one thread at a time.
 */
public final class UnsizedPages {

    private final CompressionCodecName codec;
    private final PageDecompressor pages;
    private final PageChecks checks;
    private final PageClaim claim = new PageClaim();

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
     * @param memory where the page goes if it is large enough, else to a new array; what it held before is gone
     * @return the page, from position 0 to the limit, over {@code memory} or an array that this project never touches again
     * @throws IOException from {@link Corruption} if the page has no bytes, does not decompress, or is larger than the limit of
     *     pages or this class's; else if the input fails or ends early
     * @throws IllegalStateException if the decompressor was released, or another thread is using it
     */
    public ByteBuffer decompress(BytesInput bytes, byte[] memory) throws IOException {
        try (PageCall call = pages.begin()) {
            pages.take(bytes, 0);
            ByteBuffer page = decompress(call.source(), memory);
            call.done(page.remaining());
            return page;
        }
    }

    private ByteBuffer decompress(PageSource source, byte[] memory) throws IOException {
        if (source.length() == 0) {
            throw checks.corrupt(source, "there are no compressed bytes", 1, 0);
        }
        claim.read(codec, source.array(), source.offset(), source.length());
        if (claim.problem() != null || claim.minimum() == claim.maximum()) {
            checks.requireLegalSizes(source.length(), claim.maximum());
            return ofSize(claim.maximum(), cleared(memory, claim.maximum()));
        }
        int limit = (int) Math.min(claim.maximum(), checks.sizeOnTrust(source));
        long likely = LikelySize.of(codec, source.array(), source.offset(), source.length());
        IOException failure = null;
        if (likely >= 0 && likely <= limit) {
            try {
                // an LZ4 page that tells its size cannot show what is not its own
                return ofSize(likely, codec == CompressionCodecName.LZ4_RAW ? memory : cleared(memory, likely));
            } catch (IOException e) {
                failure = e; // damaged, or of an unusual shape: its content tells
            }
        }
        long length = pages.length(limit);
        if (failure != null && length == likely) {
            throw failure;
        }
        if (length == BlockDecompressor.UNKNOWN_LENGTH) {
            return ofTriedSize(limit);
        }
        if (length > limit) {
            throw checks.corrupt(
                    source,
                    "it holds more than the " + limit + " bytes that are read without knowing its size",
                    limit,
                    length);
        }
        return ofSize(length, cleared(memory, length));
    }

    /** Decompresses a page to the size in bytes that it states or seems to have. */
    private ByteBuffer ofSize(long size, byte[] memory) throws IOException {
        return ByteBuffer.wrap(pages.decompressed((int) size, memory), 0, (int) size);
    }

    /** For engines that cannot tell a size: arrays of growing sizes, until the page fits. */
    private ByteBuffer ofTriedSize(int limit) throws IOException {
        for (long size = Math.min(limit, 64 << 10); ; size = Math.min(limit, 2 * size)) {
            byte[] page = new byte[(int) size];
            try {
                return ByteBuffer.wrap(page, 0, pages.decompressUpTo(page));
            } catch (IOException e) {
                boolean refused = e.getCause() != null; // by the engine, which a larger array might please
                if (size == limit || !refused) {
                    throw e;
                }
            }
        }
    }

    /** Returns memory that is used again, without what it held if the engine could show that. */
    private byte[] cleared(byte[] memory, long size) {
        if (pages.mayRevealTarget() && size <= memory.length) {
            Arrays.fill(memory, 0, (int) size, (byte) 0);
        }
        return memory;
    }
}
