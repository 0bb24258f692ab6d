// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {

    private static boolean isValidByTheJdk(byte[] text) {
        // the decoder replaces what is invalid
        return Arrays.equals(text, new String(text, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

    private static void requireSame(byte... text) {
        assertEquals(
                isValidByTheJdk(text),
                Utf8.isValid(ByteBuffer.wrap(text)),
                () -> HexFormat.of().formatHex(text));
    }

    // Would catch: overlong forms, surrogates, characters beyond the last one, or truncated ones that pass for
    // text.
    @Test
    void agreesWithTheDecoderOfTheJdk() {
        int[] edges = {0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff};
        for (int first = 0; first < 0x100; first++) {
            requireSame((byte) first);
            for (int second : edges) {
                requireSame((byte) first, (byte) second);
                for (int third : edges) {
                    requireSame((byte) first, (byte) second, (byte) third);
                    for (int fourth : edges) {
                        requireSame((byte) first, (byte) second, (byte) third, (byte) fourth);
                        requireSame(
                                (byte) 'x',
                                (byte) first,
                                (byte) second,
                                (byte) third,
                                (byte) fourth,
                                (byte) 'y',
                                (byte) 'z',
                                (byte) 'z',
                                (byte) 'z',
                                (byte) 0xc3,
                                (byte) 0xb6);
                    }
                }
            }
        }
        Random random = new Random(20_261_126);
        for (int i = 0; i < 10_000; i++) {
            byte[] text = random.ints(random.nextInt(20), 0, 0x3000)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
            requireSame(text);
        }
    }
}
