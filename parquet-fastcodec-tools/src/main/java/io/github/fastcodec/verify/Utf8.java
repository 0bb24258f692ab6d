// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

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
        try {
            StandardCharsets.UTF_8.newDecoder().decode(text.duplicate());
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
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
