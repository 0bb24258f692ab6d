// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Whether bytes are UTF-8. */
final class Utf8 {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    /** The highest bit of each byte, which is set in those that are not ASCII. */
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /** Returns whether the remaining bytes of a buffer with an array are UTF-8. Its position does not change. */
    static boolean isValid(ByteBuffer text) {
        byte[] bytes = text.array();
        int start = text.arrayOffset() + text.position();
        int end = start + text.remaining();
        if (isAscii(bytes, start, end)) {
            return true;
        }
        // Java decodes malformed input to the replacement character, which it encodes to other bytes.
        byte[] again = new String(bytes, start, end - start, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(again, 0, again.length, bytes, start, end);
    }

    private static boolean isAscii(byte[] bytes, int start, int end) {
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            if (((long) LONG.get(bytes, at) & HIGH_BITS) != 0) {
                return false;
            }
        }
        int last = 0;
        for (; at < end; at++) {
            last |= bytes[at];
        }
        return last >= 0;
    }
}
