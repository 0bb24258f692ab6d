// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

/**
 * The frame of a block of which the library was not told how long it is. It states the block's size nevertheless, so that it is
 * what decoders expect of a block.
 */
final class UntoldFrame {

    /** From this size on, in bytes, a frame may state its content's size in two bytes, which count from here. */
    static final int SMALLEST = 256;

    /** A frame header descriptor: two bytes for the size of the content, which is the window, and nothing else. */
    private static final byte SIZE_OF_TWO_BYTES_NO_WINDOW = 0x60;

    private UntoldFrame() {}

    /**
     * Makes the header of a frame, which the library wrote from the second byte of its target on, state the size.
     *
     * @param targetOffset where the target begins, and the frame from now on
     * @param sourceLength at least {@value #SMALLEST}, and less than 64 KiB more
     */
    static void stateSize(byte[] target, int targetOffset, int sourceLength) {
        // RFC 8878 section 3.1.1.1: the library has written a byte for the window, where two for the size shall stand
        int size = sourceLength - SMALLEST;
        System.arraycopy(target, targetOffset + 1, target, targetOffset, 4);
        target[targetOffset + 4] = SIZE_OF_TWO_BYTES_NO_WINDOW;
        target[targetOffset + 5] = (byte) size;
        target[targetOffset + 6] = (byte) (size >>> 8);
    }
}
