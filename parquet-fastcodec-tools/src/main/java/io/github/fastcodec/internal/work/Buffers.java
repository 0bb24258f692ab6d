// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Arrays that are used again, so that the work runs in memory that the processor has at hand, and no array is cleared before
 * it is filled. They hold what was there before. Safe for use by many threads.
 */
public final class Buffers {

    /** The length of the longest array that every common JVM can allocate, in bytes. */
    public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    /** Below this a new array costs less than looking for one, in bytes. */
    private static final int SMALL = 64 << 10;

    /** Larger arrays are rare, and would take the room of others, in bytes. */
    private static final int LARGE = 4 << 20;

    /** Lengths are multiples of this, so that arrays fit again, in bytes. */
    private static final int STEP = 64 << 10;

    /** Keeps none. */
    public static final Buffers NONE = new Buffers(0);

    private final long limit;
    private final ArrayDeque<byte[]> idle = new ArrayDeque<>();
    private long kept;

    /** @param limit how many bytes idle arrays may take */
    public Buffers(long limit) {
        this.limit = limit;
    }

    /** Returns an array of at least {@code length} bytes, and at most a quarter and 64 KiB more. */
    public byte[] take(int length) {
        if (length < SMALL || length > LARGE) {
            return new byte[length];
        }
        synchronized (idle) {
            int longest = length + length / 4 + STEP;
            for (Iterator<byte[]> all = idle.iterator(); all.hasNext(); ) {
                byte[] buffer = all.next();
                if (buffer.length >= length && buffer.length <= longest) {
                    all.remove();
                    kept -= buffer.length;
                    return buffer;
                }
            }
        }
        return new byte[(length + STEP - 1) / STEP * STEP];
    }

    /** Takes an array back, which the caller does not touch any more. */
    public void giveBack(byte[] buffer) {
        if (buffer.length < SMALL || buffer.length > LARGE) {
            return;
        }
        synchronized (idle) {
            idle.push(buffer); // the one that was used last is the likeliest to be in a cache
            kept += buffer.length;
            while (kept > limit) {
                kept -= idle.removeLast().length;
            }
        }
    }
}
