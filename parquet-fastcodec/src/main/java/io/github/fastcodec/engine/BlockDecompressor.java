// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.io.IOException;

/**
 * A reusable context that decompresses one block at a time.
 *
 * <p>Used by one thread at a time; different threads may use it one after the other. The caller has checked every range
 * before it calls and compares what was produced with what the page claims afterwards; the bytes of the block itself are
 * untrusted.
 */
public interface BlockDecompressor extends AutoCloseable {

    /** What {@link #decompressedLength} returns where it cannot tell. */
    long UNKNOWN_LENGTH = -1;

    /**
     * Decompresses {@code source[sourceOffset, sourceOffset + sourceLength)}, all of it, into {@code target}, from
     * {@code targetOffset} on. Neither array is kept or touched after the call, and nothing outside the two ranges is read
     * or written, whatever the source holds.
     *
     * @param sourceLength size of the compressed block, in bytes, at least 1
     * @param targetLength room in {@code target}, in bytes; 0 is legal, for a block that encodes nothing
     * @return the number of bytes produced, at most {@code targetLength}
     * @throws IOException if the block is malformed, is truncated, goes on after its end, or holds more than
     *     {@code targetLength} bytes; the context is closed by the caller then and not used again. An unchecked exception
     *     means the same, so that a library's own may pass.
     */
    int decompress(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
            throws IOException;

    /**
     * Returns what the context holds between two calls, on the heap and outside, in bytes: an estimate, rather too large
     * than too small. It is asked for after every call, so it must be at hand. By default 0: not worth counting.
     */
    default long footprint() {
        return 0;
    }

    /**
     * Decompresses {@code source[sourceOffset, sourceOffset + sourceLength)} without keeping what comes out, and counts it.
     * Asked, of codecs without a bound that tells, when a block claims so much more than it has that memory is not to be
     * allocated for it on trust.
     *
     * @param sourceLength size of the compressed block, in bytes, at least 1
     * @param limit where counting may stop, in bytes
     * @return the size of the block's content, in bytes, or something above {@code limit}; {@link #UNKNOWN_LENGTH}, as by
     *     default, from an engine that cannot decompress to nowhere
     * @throws IOException under the conditions of {@link #decompress}
     */
    default long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) throws IOException {
        return UNKNOWN_LENGTH;
    }

    /** Frees what the context holds outside the heap. Called once, never during a call. */
    @Override
    default void close() {}
}
