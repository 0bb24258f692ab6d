// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many bytes may be held at the same time by all that share it. Something that is larger than a thread's share may go
 * beyond the window, up to the memory, so that a few large pages are handled side by side; what is larger than that
 * goes alone. Waiters are served first come, first served, so that the large do not wait forever. Safe for use by many threads.
 */
public final class Window {

    /**
     * The share of the heap that pages may take if nothing else is asked for. The rest is for what threads decompress into, and
     * for the application.
     */
    public static final int HEAP_SHARE = 2;

    private static final long GLANCE_MILLIS = 50;

    private final long size;
    private final long memory;
    private final int threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private long small;
    private long large;
    private int largeOnes;

    /**
     * @param size how many bytes may be held by what is not large
     * @param memory how many bytes may be held in all, at least {@code size}
     * @param threads how many share it
     */
    public Window(long size, long memory, int threads) {
        this.size = size;
        this.memory = memory;
        this.threads = threads;
    }

    /** Returns how many bytes pages may take, where 0 asks for that share of the heap. */
    public static long memory(long asked) {
        return asked > 0 ? asked : Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    }

    /** Takes bytes if there is room, and no other caller waits for it. */
    public boolean tryTake(long bytes) {
        lock.lock();
        try {
            return waiting.isEmpty() && takeIfThereIsRoom(bytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for room, and takes bytes. The caller must hold none.
     *
     * @param check is called now and then, and ends the waiting by its exception
     * @throws java.io.InterruptedIOException if this thread is interrupted, which it stays
     */
    public void take(long bytes, OrderedWork.Step check) throws IOException {
        Object ticket = new Object();
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            throw OrderedWork.interrupted();
        }
        try {
            waiting.add(ticket);
            while (waiting.element() != ticket || !takeIfThereIsRoom(bytes)) {
                changed.await(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
                check.run();
            }
        } catch (InterruptedException e) {
            throw OrderedWork.interrupted();
        } finally {
            waiting.remove(ticket);
            changed.signalAll();
            lock.unlock();
        }
    }

    private boolean takeIfThereIsRoom(long bytes) {
        boolean isLarge = isLarge(bytes);
        long inUse = small + large;
        boolean fits = inUse + bytes <= memory && (isLarge ? largeOnes < threads : small + bytes <= size);
        if (inUse > 0 && !fits) {
            return false;
        }
        if (isLarge) {
            large += bytes;
            largeOnes++;
        } else {
            small += bytes;
        }
        return true;
    }

    private boolean isLarge(long bytes) {
        return bytes > size / threads;
    }

    /** Gives back what was taken at once. */
    public void giveBack(long bytes) {
        lock.lock();
        try {
            if (isLarge(bytes)) {
                large -= bytes;
                largeOnes--;
            } else {
                small -= bytes;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
