// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.zstd;

import io.github.fastcodec.engine.RecentNeed;
import java.nio.ByteBuffer;

/**
 * Memory outside the heap for a context's slow work, kept between blocks. The JDK frees it once the context is dropped. For
 * one thread at a time.
 */
final class DirectScratch {

    private final RecentNeed need = new RecentNeed();
    private ByteBuffer memory;

    /**
     * Returns a direct buffer of at least {@code size} bytes with unknown contents and its limit at its capacity; null if the
     * JVM has none to give, which may have little such memory and a large heap.
     */
    ByteBuffer reserve(long size) {
        long capacity = Math.min(Integer.MAX_VALUE, need.capacity(size, size()));
        if (capacity < size) {
            return null;
        }
        if (capacity != size()) {
            memory = null;
            try {
                memory = ByteBuffer.allocateDirect((int) capacity);
            } catch (OutOfMemoryError e) {
                return null; // -XX:MaxDirectMemorySize; the caller does without
            }
        }
        return memory;
    }

    /** Notes a block that was done without; after many of them in a row nothing is kept. */
    void unneeded() {
        if (memory != null && need.capacity(0, size()) != size()) {
            memory = null;
        }
    }

    /** Returns what is kept, in bytes. */
    long size() {
        return memory == null ? 0 : memory.capacity();
    }
}
