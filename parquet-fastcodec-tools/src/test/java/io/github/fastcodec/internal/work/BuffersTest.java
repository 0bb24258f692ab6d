// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuffersTest {

    private static final int MIB = 1 << 20;

    private final Buffers buffers = new Buffers(4 * MIB);

    @Test
    void reusesAReturnedArray() {
        byte[] first = buffers.take(MIB);
        assertNotSame(first, buffers.take(MIB));
        buffers.giveBack(first);
        assertSame(first, buffers.take(MIB - 5));
        assertNotSame(first, buffers.take(MIB - 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 300_000, 4 * MIB, 4 * MIB + 1})
    void arrayIsLongEnoughButNotMuchLonger(int length) {
        buffers.giveBack(buffers.take(4 * MIB));
        int got = buffers.take(length).length;
        assertTrue(got >= length && got <= length + length / 4 + (64 << 10), length + " became " + got);
    }

    @Test
    void idleArraysTakeAtMostTheLimit() {
        byte[][] taken = new byte[5][];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = buffers.take(MIB);
        }
        for (byte[] array : taken) {
            buffers.giveBack(array);
        }
        for (int i = taken.length - 1; i > 0; i--) {
            assertSame(taken[i], buffers.take(MIB));
        }
        assertNotSame(taken[0], buffers.take(MIB));
    }
}
