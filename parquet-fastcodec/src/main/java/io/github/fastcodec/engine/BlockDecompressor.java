// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.io.IOException;

/**
 * A reusable context that decompresses one block at a time.
 *
 * <p>Only one thread uses a context at a time, but not always the same thread. The caller checks every range before a
 * call, and compares the produced size with the claimed size after the call. The bytes of the block are untrusted.
 */
public interface BlockDecompressor extends AutoCloseable {

    /** The result of {@link #decompressedLength} if the length is unknown. */
    long UNKNOWN_LENGTH = -1;

    /**
     * Decompresses all of {@code source[sourceOffset, sourceOffset + sourceLength)} into {@code target}, starting at
     * {@code targetOffset}. The implementation does not keep or access either array after the call. It reads and writes
     * nothing outside the two ranges, whatever the source contains.
     *
     * @param sourceLength size of the compressed block, in bytes, at least 1
     * @param targetLength room in {@code target}, in bytes; 0 is legal, for the encoding of an empty block
     * @return the number of bytes produced, at most {@code targetLength}
     * @throws IOException if the block is malformed, is truncated, has bytes after its end, or contains more than
     *     {@code targetLength} bytes; the caller then closes the context and does not use it again. An unchecked exception
     *     means the same, so an implementation need not translate its library's exceptions.
     */
    int decompress(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException;

    /**
     * Returns the memory that the context holds between calls, on and off the heap, in bytes. An estimate should be too
     * large rather than too small. This method is called after every block, so it must be cheap. The default, 0, means that
     * the memory is not worth counting.
     */
    default long footprint() {
        return 0;
    }

    /**
     * Decompresses {@code source[sourceOffset, sourceOffset + sourceLength)} without keeping the output, and returns its
     * size. Called before memory is allocated for a block that claims to be much larger than its compressed size.
     *
     * @param sourceLength size of the compressed block, in bytes, at least 1
     * @param limit the size at which counting may stop, in bytes
     * @return the size of the block's content, in bytes; if it exceeds {@code limit}, any number above {@code limit};
     *     {@link #UNKNOWN_LENGTH}, the default, if the engine cannot decompress without keeping the output
     * @throws IOException under the conditions of {@link #decompress}
     */
    default long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return UNKNOWN_LENGTH;
    }

    /** Frees the memory that the context holds off the heap. Called once, and never during another call. */
    @Override
    default void close() {}
}
