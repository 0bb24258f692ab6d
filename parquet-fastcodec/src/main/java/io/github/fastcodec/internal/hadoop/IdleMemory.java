// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Memory that pages and files use one after the other, so that idle writers and readers hold none. Each thread uses only the slot of
 * its id. A garbage collection may free an idle array. Safe for use by many threads.
 */
final class IdleMemory {

    private static final int SLOTS = 256;

    private static final byte[] NONE = new byte[0];

    private static final AtomicReferenceArray<WeakReference<byte[]>> IDLE = new AtomicReferenceArray<>(SLOTS);

    private IdleMemory() {}

    /** Returns an array with unknown contents for exclusive use; an empty one if none is idle. */
    static byte[] take() {
        WeakReference<byte[]> idle = IDLE.getAndSet(slot(), null);
        byte[] memory = idle == null ? null : idle.get();
        return memory == null ? NONE : memory;
    }

    /** Takes an array that its user is done with. */
    static void give(byte[] memory) {
        if (memory.length > 0) {
            IDLE.set(slot(), new WeakReference<>(memory));
        }
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() & SLOTS - 1;
    }
}
