// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.adapter;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.parquet.bytes.BytesInput;

/** The bytes of one page. They can be requested only once: either written to a stream in parts, or as one buffer. */
@SuppressWarnings("deprecation") // toByteBuffer() is deprecated, but in every parquet-java since 1.10
final class PageContent implements Consumer<OutputStream>, Supplier<ByteBuffer> {

    private final BytesInput bytes;

    PageContent(BytesInput bytes) {
        this.bytes = bytes;
    }

    @Override
    public void accept(OutputStream out) {
        try {
            bytes.writeAllTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ByteBuffer get() {
        try {
            return bytes.toByteBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
