// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.github.fastcodec.internal.memory.RecentNeed;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory outside the heap through which a context passes blocks to native code and back. Because the library works on a copy,
 * the garbage collector can run during the call. Not thread-safe.
 *
 * <p>The memory comes from the C library through JNA. It is not direct memory, so the JVM's limit does not apply, and
 * {@link #close} frees it at once. Without JNA, the constructor or {@link #reserve} throws a {@link LinkageError}.
 */
public final class NativeScratch implements AutoCloseable {

    private final RecentNeed need = new RecentNeed();
    private @Nullable Memory memory;
    private @Nullable ByteBuffer view;

    /**
     * Provides memory of at least {@code size} bytes and returns its address. The address is valid until the next call.
     */
    public long reserve(long size) {
        long capacity = need.capacity(size, size());
        if (capacity != size()) {
            close();
            Memory allocated = allocate(capacity);
            memory = allocated;
            view = capacity <= Integer.MAX_VALUE ? allocated.getByteBuffer(0, capacity) : null;
        }
        return Pointer.nativeValue(memory);
    }

    /**
     * Allocates memory with JNA, which may start a thread. That thread would inherit the context class loader and outlive the
     * caller's session, so the loader is hidden from it.
     */
    private static Memory allocate(long size) {
        Thread current = Thread.currentThread();
        ClassLoader context = current.getContextClassLoader();
        if (context == ClassLoader.getSystemClassLoader()) {
            // This loader lives as long as the JVM. On threads of the common pool, early Java 25 could not set
            // it again (JDK-8368500).
            return new Memory(size);
        }
        current.setContextClassLoader(null);
        try {
            return new Memory(size);
        } finally {
            current.setContextClassLoader(context);
        }
    }

    /** Copies {@code source[sourceOffset, sourceOffset + length)} to {@code offset} in this memory. */
    public void put(long offset, byte[] source, int sourceOffset, int length) {
        if (view != null) {
            view.position((int) offset);
            view.put(source, sourceOffset, length);
        } else {
            memory().write(offset, source, sourceOffset, length);
        }
    }

    /**
     * Copies {@code length} bytes from {@code offset} in this memory to {@code target[targetOffset, targetOffset + length)}.
     */
    public void get(long offset, byte[] target, int targetOffset, int length) {
        if (view != null) {
            view.position((int) offset);
            view.get(target, targetOffset, length);
        } else {
            memory().read(offset, target, targetOffset, length);
        }
    }

    /**
     * Returns a view of all of this memory; null if it is too large for one. The view is valid until the next call of
     * {@link #reserve}, and its position is undefined.
     */
    public @Nullable ByteBuffer view() {
        return view;
    }

    /** Returns the 64-bit number at {@code offset} in this memory. */
    public long getLong(long offset) {
        return memory().getLong(offset);
    }

    private Memory memory() {
        return Objects.requireNonNull(memory, "nothing is reserved");
    }

    /** Returns the size of the memory, in bytes. */
    public long size() {
        return memory == null ? 0 : memory.size();
    }

    @Override
    public void close() {
        if (memory != null) {
            Memory closing = memory;
            memory = null; // cleared first: JNA needs heap memory to free it, and the heap may be full
            view = null;
            closing.close();
        }
    }
}
