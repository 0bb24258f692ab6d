// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine.gzip;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/**
 * Memory outside the heap through which a context hands blocks to native code and takes them back. JNA gives native code
 * no view of a heap array, and copying keeps the collector free to run while the library works. For one thread at a time.
 */
final class NativeScratch implements AutoCloseable {

    /** What is kept between blocks, in bytes; the memory for a larger block is freed after it. */
    private static final long MAX_KEPT = 8 << 20;

    private static final long STEP = 64 << 10;

    private Memory memory;
    private ByteBuffer view;

    /**
     * Makes sure that there is room, and returns its address, which stays the same until the next call or {@link #trim}.
     *
     * @param size in bytes
     */
    long reserve(long size) {
        if (memory == null || memory.size() < size) {
            close();
            memory = new Memory((size + STEP - 1) / STEP * STEP);
            view = memory.size() <= Integer.MAX_VALUE ? memory.getByteBuffer(0, memory.size()) : null;
        }
        return Pointer.nativeValue(memory);
    }

    /** Copies {@code source[sourceOffset, sourceOffset + length)} to {@code offset}. */
    void put(long offset, byte[] source, int sourceOffset, int length) {
        if (view != null) {
            view.position((int) offset);
            view.put(source, sourceOffset, length);
        } else {
            memory.write(offset, source, sourceOffset, length);
        }
    }

    /** Copies {@code length} bytes from {@code offset} to {@code target[targetOffset, targetOffset + length)}. */
    void get(long offset, byte[] target, int targetOffset, int length) {
        if (view != null) {
            view.position((int) offset);
            view.get(target, targetOffset, length);
        } else {
            memory.read(offset, target, targetOffset, length);
        }
    }

    /** Returns the 64-bit number at {@code offset}. */
    long getLong(long offset) {
        return memory.getLong(offset);
    }

    /** Frees memory beyond what is kept between blocks. */
    void trim() {
        if (memory != null && memory.size() > MAX_KEPT) {
            close();
        }
    }

    @Override
    public void close() {
        if (memory != null) {
            view = null;
            memory.close();
            memory = null;
        }
    }
}
