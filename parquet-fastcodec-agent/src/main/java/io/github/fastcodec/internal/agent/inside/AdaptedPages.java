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
 * The function that an adapter calls for each page. It throws the exceptions of the application's input unchanged, and
 * otherwise only exceptions of JDK types. Thread-safe if it decompresses, not if it compresses.
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
     * Returns a function that compresses pages. The first argument is a {@code Long}, the page's size in bytes; the second
     * is a {@code Consumer<OutputStream>} that writes the page. The result is the compressed page, valid until the next
     * call.
     */
    @SuppressWarnings("unchecked") // the adapter passes these types
    static AdaptedPages compressing(PageCompressor compressor) {
        return new AdaptedPages(
                (size, content) -> compressor.compress((Long) size, ((Consumer<OutputStream>) content)::accept));
    }

    /**
     * Returns a function that decompresses pages. The first argument is a {@code long[]}: the page's compressed and
     * uncompressed sizes, in bytes. The second is a {@code Supplier<ByteBuffer>} of the compressed page, or a
     * {@code ByteBuffer[]} of a source and a target. The result is the page in a new array, or null if there is a target.
     */
    @SuppressWarnings("unchecked") // the adapter passes these types
    static AdaptedPages decompressing(PageDecompressor decompressor) {
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
            throw e; // the application's own exception, from its input
        } catch (IOException e) {
            throw PlainExceptions.of(e);
        } catch (RuntimeException e) {
            throw PlainExceptions.of(e);
        } catch (Error e) {
            throw PlainExceptions.of(e);
        }
    }
}
