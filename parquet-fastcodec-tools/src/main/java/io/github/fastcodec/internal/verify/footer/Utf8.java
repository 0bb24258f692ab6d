// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Validates UTF-8. */
public final class Utf8 {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The highest bit of each byte, which is set in bytes that are not ASCII. */
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Returns whether a buffer's remaining bytes are UTF-8. The buffer must have an array; its position does not change. */
    public static boolean isValid(ByteBuffer text) {
        byte[] bytes = text.array();
        int start = text.arrayOffset() + text.position();
        int end = start + text.remaining();
        int at = endOfAscii(bytes, start, end);
        while (at < end) {
            int length = length(bytes, at, end);
            if (length == 0) {
                return false;
            }
            at = endOfAscii(bytes, at + length, end);
        }
        return true;
    }

    /** Returns the length, in bytes, of a character that is not ASCII, or 0 if the character is malformed (RFC 3629, section 4). */
    private static int length(byte[] bytes, int at, int end) {
        int first = bytes[at];
        int length = first >= (byte) 0xf0 ? 4 : first >= (byte) 0xe0 ? 3 : 2;
        if (first < (byte) 0xc2 || first > (byte) 0xf4 || length > end - at) {
            return 0;
        }
        for (int i = 1; i < length; i++) {
            if (bytes[at + i] >= (byte) 0xc0) {
                return 0;
            }
        }
        int second = bytes[at + 1];
        boolean isShortest = first != (byte) 0xe0 || second >= (byte) 0xa0;
        boolean isNotSurrogate = first != (byte) 0xed || second < (byte) 0xa0;
        return switch (first) {
            case (byte) 0xf0 -> second >= (byte) 0x90 ? length : 0;
            case (byte) 0xf4 -> second < (byte) 0x90 ? length : 0;
            default -> isShortest && isNotSurrogate ? length : 0;
        };
    }

    /** Returns the index of the first byte that is not ASCII, or {@code end} if there is none. */
    private static int endOfAscii(byte[] bytes, int start, int end) {
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long high = (long) LONG.get(bytes, at) & HIGH_BITS;
            if (high != 0) {
                return at + Long.numberOfTrailingZeros(high) / Byte.SIZE;
            }
        }
        while (at < end && bytes[at] >= 0) {
            at++;
        }
        return at;
    }
}
