// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.io.IOException;

/**
 * A reusable context that compresses one block at a time.
 *
 * <p>Used by one thread at a time; different threads may use it one after the other. The caller has checked every range
 * before it calls, and gives room for the worst case, so that an implementation goes straight to its library.
 */
public interface BlockCompressor extends AutoCloseable {

    /**
     * Returns the most bytes that {@link #compress} can produce.
     *
     * @param sourceLength the size of the uncompressed block, in bytes, not negative
     * @return a size in bytes; larger than any array when such a block cannot be compressed in one step
     */
    long maxCompressedLength(int sourceLength);

    /**
     * Compresses {@code source[sourceOffset, sourceOffset + sourceLength)} into {@code target}, from {@code targetOffset}
     * on. Neither array is kept or touched after the call.
     *
     * @param sourceLength size of the uncompressed block, in bytes; 0 gives the codec's encoding of nothing
     * @param targetLength room in {@code target}, in bytes, at least {@code maxCompressedLength(sourceLength)}
     * @return the number of bytes written, at most {@code targetLength}
     * @throws IOException if the library fails; the context is closed by the caller then and not used again
     */
    int compress(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException;

    /**
     * Returns what the context holds between two calls, on the heap and outside, in bytes: an estimate, rather too large
     * than too small. It is asked for after every call, so it must be at hand. By default 0: not worth counting.
     */
    default long footprint() {
        return 0;
    }

    /** Frees what the context holds outside the heap. Called once, never during a call. */
    @Override
    default void close() {}
}
