// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.inside;

import io.github.fastcodec.internal.page.PageCompressor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** What an adapter of a compressor calls for each page. For one thread at a time. */
final class CompressedPages implements BiFunction<Object, Object, ByteBuffer> {

    private final PageCompressor compressor;

    CompressedPages(PageCompressor compressor) {
        this.compressor = compressor;
    }

    /**
     * Compresses a page.
     *
     * @param size its size in bytes, a {@code Long}
     * @param content a {@code Consumer<OutputStream>} that writes it
     * @return the compressed page, valid until the next call
     */
    @Override
    @SuppressWarnings("unchecked") // as the adapter says
    public ByteBuffer apply(Object size, Object content) {
        try {
            return compressor.compress((Long) size, ((Consumer<OutputStream>) content)::accept);
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
