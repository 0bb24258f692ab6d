// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an adapter calls for each page. Its failures are the application's own, of its input, or exceptions of the JDK's types.
 * For one thread at a time.
 */
final class AdaptedPages implements BiFunction<Object, Object, ByteBuffer> {

    private interface Work {
        @Nullable
        ByteBuffer page(Object size, Object content) throws IOException;
    }

    private final Work work;

    private AdaptedPages(Work work) {
        this.work = work;
    }

    /**
     * Returns what compresses pages. The first argument is a page's size in bytes, a {@code Long}, the second a
     * {@code Consumer<OutputStream>} that writes it; the result is the compressed page, valid until the next call.
     */
    @SuppressWarnings("unchecked") // as the adapter says
    static AdaptedPages by(PageCompressor compressor) {
        return new AdaptedPages(
                (size, content) -> compressor.compress((Long) size, ((Consumer<OutputStream>) content)::accept));
    }

    /**
     * Returns what decompresses pages. The first argument is a {@code long[]}, a page's compressed size and its size in bytes; the
     * second a {@code Supplier<ByteBuffer>} of the compressed page, or two buffers, from the first to the second of which it
     * goes. The result is the page in memory of its own; null if it went to a buffer.
     */
    @SuppressWarnings("unchecked") // as the adapter says
    static AdaptedPages by(PageDecompressor decompressor) {
        return new AdaptedPages((sizes, content) -> {
            int compressedSize = (int) Math.min(Integer.MAX_VALUE, ((long[]) sizes)[0]);
            int size = (int) ((long[]) sizes)[1];
            if (content instanceof ByteBuffer[]) {
                ByteBuffer[] buffers = (ByteBuffer[]) content;
                decompressor.decompress(buffers[0], compressedSize, buffers[1], size);
                return null;
            }
            return ByteBuffer.wrap(decompressor.decompress((Supplier<ByteBuffer>) content, compressedSize, size));
        });
    }

    @Override
    public @Nullable ByteBuffer apply(Object size, Object content) {
        try {
            return work.page(size, content);
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
