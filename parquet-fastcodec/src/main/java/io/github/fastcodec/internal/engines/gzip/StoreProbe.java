// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

/**
 * Finds the blocks that deflate could shrink by about a percent at most, such as bit-packed dictionary ids and delta-encoded
 * integers, so that they are stored. Alone among Parquet's codecs, deflate would search every position of such a block in
 * vain. For one thread at a time.
 *
 * <p>Deflate gains in two ways, and both must be out of reach: by Huffman codes for bytes that are unevenly distributed, and by
 * matches with sequences that stood in its window already.
 */
final class StoreProbe {

    /** What an instance takes on the heap, in bytes. */
    static final int SIZE = EvennessProbe.SIZE + RepeatProbe.SIZE;

    /** Larger blocks, in bytes, are compressed; so that positions are counted in an int. */
    private static final int MAX_BLOCK = 1 << 30;

    private final EvennessProbe evenness = new EvennessProbe();
    private final RepeatProbe repeats = new RepeatProbe();

    /** Returns whether {@code source[offset, offset + length)} may be stored because there is nothing to gain. */
    boolean shouldStore(byte[] source, int offset, int length) {
        return length >= EvennessProbe.REGION
                && length <= MAX_BLOCK
                && evenness.isEven(source, offset, length)
                && !repeats.repeats(source, offset, length);
    }
}
