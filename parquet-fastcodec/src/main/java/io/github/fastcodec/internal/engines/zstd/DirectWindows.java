// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.github.fastcodec.internal.memory.ThreadStripes;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The windows of an engine: a fixed number, in one piece of direct memory that is allocated once, at the first use. A thread
 * has one for the length of a call.
 *
 * <p>Direct memory is freed by garbage collection only, and a JVM that has none left answers a request for more with
 * collections and waiting. So there is one request in all, and it is made when the JVM has plenty. A block for which there
 * is no window is compressed without.
 *
 * <p>Safe for use by many threads.
 */
final class DirectWindows {

    /** How many there are: more than threads can be at work at once. */
    static final int COUNT = Math.max(16, 2 * ThreadStripes.PROCESSORS);

    /**
     * What the JVM must have to give before it is asked, in bytes. Other threads may take of it between the look and the
     * request; Netty takes up to 16 MiB at a time.
     */
    static final long PLENTY = 32L << 20;

    private final LongSupplier headroom;
    private final AtomicBoolean requested = new AtomicBoolean();

    /** Empty until the memory is there. */
    private final AtomicReferenceArray<DirectWindow> windows = new AtomicReferenceArray<>(ThreadStripes.length(COUNT));

    DirectWindows() {
        this(DirectWindows::headroom);
    }

    /** @param headroom tells how much direct memory the JVM has to give, in bytes */
    DirectWindows(LongSupplier headroom) {
        this.headroom = headroom;
    }

    /**
     * Returns a window that is the caller's until {@link #giveBack}; null if all are taken, or the JVM has had no memory to
     * spare for them.
     */
    @Nullable
    DirectWindow take() {
        if (!requested.get()) {
            request();
        }
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int place = ThreadStripes.index(attempt, COUNT);
            DirectWindow window = windows.get(place) == null ? null : windows.getAndSet(place, null);
            if (window != null) {
                return window;
            }
        }
        return null;
    }

    /** Returns a window that was taken. */
    void giveBack(DirectWindow window) {
        windows.set(ThreadStripes.index(window.number), window);
    }

    private void request() {
        if (headroom.getAsLong() < PLENTY || !requested.compareAndSet(false, true)) {
            return;
        }
        ByteBuffer memory;
        try {
            memory = ByteBuffer.allocateDirect(COUNT * 2 * DirectWindow.SIZE);
        } catch (OutOfMemoryError e) {
            return; // all of it went to others meanwhile; it is not tried again
        }
        for (int number = 0; number < COUNT; number++) {
            int start = number * 2 * DirectWindow.SIZE;
            ByteBuffer part = memory.duplicate().position(start).limit(start + 2 * DirectWindow.SIZE);
            windows.set(ThreadStripes.index(number), new DirectWindow(number, part.slice()));
        }
    }

    private static long headroom() {
        try {
            return DirectMemory.LIMIT - DirectMemory.POOL.getMemoryUsed();
        } catch (LinkageError e) {
            return 0; // a JVM of another make, or without the module, does not tell
        }
    }

    /** What the JVM says of its direct memory. A class of its own, because it does not load on every JVM. */
    private static final class DirectMemory {
        static final BufferPoolMXBean POOL = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .findFirst()
                .orElseThrow(IllegalStateException::new);

        /** In bytes. An option of 0, its default, means as much as the heap may have. */
        static final long LIMIT =
                limit(Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .getVMOption("MaxDirectMemorySize")
                        .getValue()));

        private static long limit(long option) {
            return option == 0 ? Runtime.getRuntime().maxMemory() : option;
        }
    }
}
