// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.brotli;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Collects the library's output, which comes in pieces. A piece is in the library's own memory until the next call to the
 * library.
 */
final class Brotli4jOutput {

    private Brotli4jOutput() {}

    /**
     * Copies a piece to {@code target[from, end)}, or only counts it if {@code target} is null. Returns the index after the
     * piece.
     *
     * @throws IOException if the piece does not fit
     */
    static int take(ByteBuffer piece, byte @Nullable [] target, int from, int end) throws IOException {
        int length = piece.remaining();
        if (length > end - from) {
            throw new IOException("brotli output exceeds the expected size");
        }
        if (target != null) {
            piece.get(target, from, length);
        }
        return from + length;
    }
}
