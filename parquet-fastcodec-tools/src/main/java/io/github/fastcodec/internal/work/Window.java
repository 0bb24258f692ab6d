// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.work;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the memory that threads hold at the same time. A request larger than a thread's share may exceed the window, up to the memory
 * limit, so that a few large pages can be processed concurrently. A request larger than the memory limit is granted when nothing
 * else is held. Waiters are served first come, first served, so that large requests do not starve. Thread-safe.
 */
public final class Window {

    /**
     * The default memory limit for pages is the heap divided by this. The rest of the heap is for the arrays into which threads
     * decompress, and for the application.
     */
    public static final int HEAP_SHARE = 2;

    private static final long CHECK_MILLIS = 50;

    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    private final long size;
    private final long memory;
    private final int threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private long smallBytes;
    private long largeBytes;
    private int largeCount;

    /**
     * @param size the limit for the total of all requests that are not large, in bytes
     * @param memory the limit for the total of all requests, in bytes; at least {@code size}
     * @param threads the number of threads; requests for more than {@code size / threads} bytes are large, and at most {@code threads} of
     *     them are granted at the same time
     */
    public Window(long size, long memory, int threads) {
        this.size = size;
        this.memory = memory;
        this.threads = threads;
    }

    /** Returns the memory limit for pages, in bytes: the requested limit, or half of the heap if that is 0. */
    public static long memory(long requested) {
        return requested > 0 ? requested : Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    }

    /**
     * Returns what to do about something that needs more memory than the limit. The limit has the same name, memory, in the options
     * of each API, of the command line and of Python.
     *
     * @param need the memory that it needs, in bytes
     * @param limit the memory limit for pages, in bytes
     */
    public static String remedy(long need, long limit) {
        String raise = "raise the memory limit (option memory) to at least " + roundedUp(need);
        long ofHeap = memory(0);
        if (need <= ofHeap) {
            return raise;
        }
        String heap = "use a heap of at least " + roundedUp(need * HEAP_SHARE) + " (-Xmx)";
        return limit == ofHeap ? heap : heap + ", and " + raise;
    }

    /** Returns a need for memory in KiB or MiB, rounded up, so that it never looks like a {@linkplain #roundedDown limit} below it. */
    public static String roundedUp(long bytes) {
        long unit = unit(bytes);
        return (bytes + unit - 1) / unit + name(unit);
    }

    /** Returns a limit in KiB or MiB, rounded down. */
    public static String roundedDown(long bytes) {
        long unit = unit(bytes);
        return bytes / unit + name(unit);
    }

    private static long unit(long bytes) {
        return bytes < 64 * MIB ? KIB : MIB;
    }

    private static String name(long unit) {
        return unit == KIB ? " KiB" : " MiB";
    }

    /** If there is room and no other caller is waiting, takes the bytes and returns true; otherwise returns false. */
    public boolean tryTake(long bytes) {
        lock.lock();
        try {
            return waiting.isEmpty() && takeIfRoom(bytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until there is room for the bytes, and takes them. The caller must not hold any bytes yet.
     *
     * @param check is called at least every 50 ms; if it throws an exception, the wait ends with that exception
     * @throws java.io.InterruptedIOException if this thread is interrupted; its interrupt status stays set
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
            while (waiting.element() != ticket || !takeIfRoom(bytes)) {
                changed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS);
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

    private boolean takeIfRoom(long bytes) {
        boolean isLarge = isLarge(bytes);
        long inUse = smallBytes + largeBytes;
        boolean fits = inUse + bytes <= memory && (isLarge ? largeCount < threads : smallBytes + bytes <= size);
        if (inUse > 0 && !fits) {
            return false;
        }
        if (isLarge) {
            largeBytes += bytes;
            largeCount++;
        } else {
            smallBytes += bytes;
        }
        return true;
    }

    private boolean isLarge(long bytes) {
        return bytes > size / threads;
    }

    /** Gives back the bytes of one request. */
    public void giveBack(long bytes) {
        lock.lock();
        try {
            if (isLarge(bytes)) {
                largeBytes -= bytes;
                largeCount--;
            } else {
                smallBytes -= bytes;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
