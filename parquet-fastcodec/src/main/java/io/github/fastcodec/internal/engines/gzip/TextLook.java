// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

/** Tells pages of text from others by 256 of their bytes, at four places. */
final class TextLook {

    private static final int PLACES = 4;
    private static final int PLACE = 64;

    /** Of the bytes that are looked at. The length before a string has bytes that are 0. */
    private static final int MIN_PRINTABLE = 150;

    private static final int MIN_PRINTABLE_OR_ZERO = 230;

    private TextLook() {}

    /** Returns whether {@code source[offset, offset + length)} is text, with or without lengths between the strings. */
    static boolean isText(byte[] source, int offset, int length) {
        if (length < PLACES * PLACE) {
            return false;
        }
        int printable = 0;
        int zeros = 0;
        for (int place = 0; place < PLACES; place++) {
            int from = offset + (int) ((2 * place + 1L) * (length - PLACE) / (2 * PLACES));
            for (int i = from; i < from + PLACE; i++) {
                printable += source[i] >= ' ' && source[i] <= '~' ? 1 : 0;
                zeros += source[i] == 0 ? 1 : 0;
            }
        }
        return printable >= MIN_PRINTABLE && printable + zeros >= MIN_PRINTABLE_OR_ZERO;
    }
}
