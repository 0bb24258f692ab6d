// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * A pool of byte arrays. Reused arrays are likely to be in a processor cache, and are not cleared: they contain the bytes of
 * their last use. Thread-safe.
 */
public final class Buffers {

    /** The longest array that every common JVM can allocate, in bytes. */
    public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    /** The shortest array that is pooled, in bytes: a shorter one costs less to allocate than to find. */
    private static final int MIN_POOLED = 64 << 10;

    /** The longest array that is pooled, in bytes: longer ones are rare, and would displace many shorter ones. */
    private static final int MAX_POOLED = 4 << 20;

    /** The lengths of pooled arrays are multiples of this number of bytes, so that the arrays fit later requests. */
    private static final int STEP = 64 << 10;

    /** A pool that keeps no arrays. */
    public static final Buffers NONE = new Buffers(0);

    private final long limit;
    private final ArrayDeque<byte[]> idle = new ArrayDeque<>();
    private long kept;

    /** @param limit the limit for the total length of idle arrays, in bytes */
    public Buffers(long limit) {
        this.limit = limit;
    }

    /** Returns an array of at least {@code length} bytes; it may be longer by up to {@code length / 4} bytes and 64 KiB. */
    public byte[] take(int length) {
        if (length < MIN_POOLED || length > MAX_POOLED) {
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

    /** Takes an array back. The caller must not use it afterwards. */
    public void giveBack(byte[] buffer) {
        if (buffer.length < MIN_POOLED || buffer.length > MAX_POOLED) {
            return;
        }
        synchronized (idle) {
            idle.push(buffer); // the array used last is the most likely to be in a cache
            kept += buffer.length;
            while (kept > limit) {
                kept -= idle.removeLast().length;
            }
        }
    }
}
