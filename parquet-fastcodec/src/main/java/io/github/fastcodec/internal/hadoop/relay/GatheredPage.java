// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relay;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of one page so far, in {@link IdleMemory}. For one thread at a time. */
final class GatheredPage {

    private static final int SMALLEST = 64 << 10;

    /** The longest byte array that every common JVM allocates, in bytes. */
    private static final int MAX_ARRAY_SIZE = Integer.MAX_VALUE - 8;

    private static final byte[] NONE = new byte[0];

    private byte[] memory = NONE;
    private int length;

    void write(int value) {
        reserve(1);
        memory[length++] = (byte) value;
    }

    void write(byte[] bytes, int offset, int count) {
        reserve(count);
        System.arraycopy(bytes, offset, memory, length, count);
        length += count;
    }

    /** Returns the page, in memory that is this object's until {@link #clear}. */
    ByteBuffer bytes() {
        reserve(0);
        return ByteBuffer.wrap(memory, 0, length);
    }

    /** Forgets the page and gives its memory back. */
    void clear() {
        length = 0;
        if (memory.length > 0) {
            IdleMemory.give(memory);
            memory = NONE;
        }
    }

    private void reserve(int count) {
        if (memory.length == 0) {
            memory = IdleMemory.take();
            if (memory.length < SMALLEST) {
                memory = new byte[SMALLEST];
            }
        }
        if (count > memory.length - length) {
            if (count > MAX_ARRAY_SIZE - length) {
                throw new OutOfMemoryError("A page of " + ((long) length + count)
                        + " bytes cannot be held in one array; write smaller pages (parquet.page.size)");
            }
            long doubled = Math.max(2L * memory.length, (long) length + count);
            memory = Arrays.copyOf(memory, (int) Math.min(MAX_ARRAY_SIZE, doubled));
        }
    }
}
