// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Arrays that pages and files reuse, so that idle writers and readers hold no memory. A thread uses only the slot that its
 * id selects. A garbage collection may free an idle array. Thread-safe.
 */
final class IdleMemory {

    private static final int SLOTS = 256;

    private static final byte[] NONE = new byte[0];

    private static final AtomicReferenceArray<WeakReference<byte[]>> IDLE = new AtomicReferenceArray<>(SLOTS);

    private IdleMemory() {}

    /** Returns an idle array with arbitrary content, for the caller's exclusive use, or an empty array if none is idle. */
    static byte[] take() {
        WeakReference<byte[]> idle = IDLE.getAndSet(slot(), null);
        byte[] memory = idle == null ? null : idle.get();
        return memory == null ? NONE : memory;
    }

    /** Takes back an array, which the caller must no longer use. */
    static void give(byte[] memory) {
        if (memory.length > 0) {
            IDLE.set(slot(), new WeakReference<>(memory));
        }
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() & SLOTS - 1;
    }
}
