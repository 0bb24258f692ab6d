// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.internal.page.PageDecompressor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** What an adapter of a decompressor calls for each page. For one thread at a time. */
final class DecompressedPages implements BiFunction<Object, Object, ByteBuffer> {

    private final PageDecompressor decompressor;

    DecompressedPages(PageDecompressor decompressor) {
        this.decompressor = decompressor;
    }

    /**
     * Decompresses a page.
     *
     * @param sizes a {@code long[]}: its compressed size and its size, in bytes
     * @param content a {@code Supplier<ByteBuffer>} of the compressed page; or two buffers, from the first to the second of which
     *     it goes
     * @return the page in memory of its own; null if it went to a buffer
     */
    @Override
    @SuppressWarnings("unchecked") // as the adapter says
    public ByteBuffer apply(Object sizes, Object content) {
        int compressedSize = (int) Math.min(Integer.MAX_VALUE, ((long[]) sizes)[0]);
        int size = (int) ((long[]) sizes)[1];
        try {
            if (content instanceof ByteBuffer[]) {
                ByteBuffer[] buffers = (ByteBuffer[]) content;
                decompressor.decompress(buffers[0], compressedSize, buffers[1], size);
                return null;
            }
            return ByteBuffer.wrap(decompressor.decompress((Supplier<ByteBuffer>) content, compressedSize, size));
        } catch (UncheckedIOException e) {
            throw e; // the application's own, of its input
        } catch (IOException e) {
            throw PlainExceptions.of(e);
        } catch (RuntimeException e) {
            throw PlainExceptions.of(e);
        } catch (Error e) {
            throw PlainExceptions.of(e);
        }
    }
}
