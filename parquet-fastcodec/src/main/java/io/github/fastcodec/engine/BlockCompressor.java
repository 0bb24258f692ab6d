// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.io.IOException;

/**
 * A reusable context that compresses one block at a time.
 *
 * <p>Only one thread uses a context at a time, but not always the same thread. The caller checks every range and provides
 * room for the worst case, so an implementation can call its library directly.
 */
public interface BlockCompressor extends AutoCloseable {

    /**
     * Returns the largest number of bytes that {@link #compress} can produce.
     *
     * @param sourceLength the size of the uncompressed block, in bytes, not negative
     * @return a size in bytes; larger than the longest possible array if a block of this size cannot be compressed in one
     *     step
     */
    long maxCompressedLength(int sourceLength);

    /**
     * Compresses {@code source[sourceOffset, sourceOffset + sourceLength)} into {@code target}, starting at
     * {@code targetOffset}. The implementation does not keep or access either array after the call.
     *
     * @param sourceLength size of the uncompressed block, in bytes; 0 produces the codec's encoding of an empty block
     * @param targetLength room in {@code target}, in bytes, at least {@code maxCompressedLength(sourceLength)}
     * @return the number of bytes written, at most {@code targetLength}
     * @throws IOException if the library fails; the caller then closes the context and does not use it again
     */
    int compress(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException;

    /**
     * Returns the memory that the context holds between calls, on and off the heap, in bytes. An estimate should be too
     * large rather than too small. This method is called after every block, so it must be cheap. The default, 0, means that
     * the memory is not worth counting.
     */
    default long footprint() {
        return 0;
    }

    /** Frees the memory that the context holds off the heap. Called once, and never during another call. */
    @Override
    default void close() {}
}
