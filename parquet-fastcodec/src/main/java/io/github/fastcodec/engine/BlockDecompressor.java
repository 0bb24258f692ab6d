// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.io.IOException;

/**
 * A reusable context that decompresses one block at a time.
 *
 * <p>One thread uses it at a time; different threads may use it one after the other. The caller checks every range before the
 * call, and compares the produced size with the claimed one after it. The bytes of the block are untrusted.
 */
public interface BlockDecompressor extends AutoCloseable {

    /** The value of {@link #decompressedLength} if it is not known. */
    long UNKNOWN_LENGTH = -1;

    /**
     * Decompresses {@code source[sourceOffset, sourceOffset + sourceLength)}, all of it, into {@code target}, from
     * {@code targetOffset} on. The implementation does not keep or touch either array after the call. It reads and writes
     * nothing outside the two ranges, whatever the source contains.
     *
     * @param sourceLength size of the compressed block, in bytes, at least 1
     * @param targetLength room in {@code target}, in bytes; 0 is legal, for a block that encodes nothing
     * @return the number of bytes produced, at most {@code targetLength}
     * @throws IOException if the block is malformed, is truncated, goes on after its end, or holds more than
     *     {@code targetLength} bytes; the caller then closes the context and does not use it again. An unchecked exception
     *     means the same, so an implementation need not translate its library's.
     */
    int decompress(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException;

    /**
     * Returns how much memory the context holds between two calls, on the heap and outside, in bytes. An estimate should be
     * too large rather than too small. It is requested after every call, so it must be cheap. The default, 0, means not worth
     * counting.
     */
    default long footprint() {
        return 0;
    }

    /**
     * Decompresses {@code source[sourceOffset, sourceOffset + sourceLength)} without keeping the output, and returns its size.
     * Called before memory is allocated for a block that claims much more than its own size, and for a block of unknown
     * size.
     *
     * @param sourceLength size of the compressed block, in bytes, at least 1
     * @param limit where counting may stop, in bytes
     * @return the size of the block's content, in bytes, or any number above {@code limit} if it is larger;
     *     {@link #UNKNOWN_LENGTH}, the default, if the engine cannot decompress without keeping the output
     * @throws IOException under the conditions of {@link #decompress}
     */
    default long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return UNKNOWN_LENGTH;
    }

    /** Frees the memory that the context holds outside the heap. Called once, never during another call. */
    @Override
    default void close() {}
}
