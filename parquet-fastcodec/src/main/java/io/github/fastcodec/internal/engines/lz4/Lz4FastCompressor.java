// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.lz4;

import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4JNIFastResetCompressor;

/**
 * Compresses a block with a search that skips most positions. What this search gains tells whether a thorough one is worth its time.
 * Needs lz4-java 1.11 or newer. For one thread at a time.
 */
final class Lz4FastCompressor implements AutoCloseable {

    /** The result of {@link #compress} for a block that is worth a thorough search. */
    static final int WORTH_MORE = -1;

    /** What an instance takes, in bytes: liblz4's table (LZ4_stream_t of lz4.h). */
    static final int SIZE = 16 << 10;

    /** liblz4 begins with every ninth position: every eighth would show only one byte of eight-byte values. */
    private static final int ACCELERATION = 9;

    /** The search of a longer block, in bytes, begins with its head, and ends there if it finds much. */
    private static final int SHORT = 24 << 10;

    /** The size of a head, in bytes: in less liblz4 does not clear its table first. */
    private static final int HEAD = 4 << 10;

    /** A thorough search is not worth its time if the fast one gains less than one part in so many. */
    private static final int LEAST_GAIN_PART = 800;

    private final LZ4JNIFastResetCompressor compressor =
            LZ4Factory.nativeInstance().fastResetCompressor(ACCELERATION);

    /**
     * Compresses a block, or gives up. The ranges are those of {@code BlockCompressor.compress}.
     *
     * @return the number of bytes written, or {@link #WORTH_MORE}
     */
    int compress(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength) {
        if (sourceLength > SHORT) {
            int head = compressor.compress(source, sourceOffset, HEAD, target, targetOffset, targetLength);
            if (!gainsNothing(head, HEAD)) {
                return WORTH_MORE;
            }
        }
        int written = compressor.compress(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        return gainsNothing(written, sourceLength) ? written : WORTH_MORE;
    }

    private static boolean gainsNothing(int written, int length) {
        int literals = length + length / 255; // each 255 literals take a byte more (lz4_Block_format.md)
        return written > literals - length / LEAST_GAIN_PART;
    }

    @Override
    public void close() {
        compressor.close();
    }
}
