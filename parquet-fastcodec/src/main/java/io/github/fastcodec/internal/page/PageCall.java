// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.internal.events.ActiveRecorder;
import io.github.fastcodec.internal.events.PageEvent;
import io.github.fastcodec.internal.events.Recorder;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one compressor or decompressor, each for one page. Between {@link #begin} and {@link #close} the instance is
 * in use and holds the bytes of the page. The effects of a call are visible to the thread that makes the next one.
 *
 * <p>One compare-and-set per page detects a second thread. A compressor reuses its output, so the second thread gets an
 * exception instead of wrong bytes. parquet-java gives one decompressor to all threads that share a codec factory, so the
 * second thread's page gets a call of its own.
 */
final class PageCall implements AutoCloseable {

    private final PageCounters counters;
    private final String engine;
    private final int level;
    private final PageSource source = new PageSource();

    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean released;

    /** The time at which the call began, from {@link System#nanoTime}. */
    private long started;

    private boolean done;

    /** The event that records the page; null if pages are not recorded. */
    private @Nullable PageEvent event;

    /**
     * Creates the calls of one compressor or decompressor.
     *
     * @param counters counts its pages
     * @param engine the name of its engine
     * @param level its compression level; meaningless for decompression and for codecs without levels
     */
    PageCall(PageCounters counters, String engine, int level) {
        this.counters = counters;
        this.engine = engine;
        this.level = level;
    }

    /**
     * Begins a call.
     *
     * @return the call, which the caller must close: this instance or, if another thread is decompressing with it, a new one
     * @throws IllegalStateException if the instance was released, or if another thread is compressing with it
     */
    PageCall begin() {
        // called before the compare-and-set, because a failure after it would leave the instance busy
        Recorder recorder = ActiveRecorder.get();
        PageEvent begun = recorder == null ? null : recorder.beginPage(counters.isCompression());
        long now = System.nanoTime();
        if (released) {
            throw new IllegalStateException(
                    "This " + description() + " was released; get another one from its factory");
        }
        if (!busy.compareAndSet(false, true)) {
            if (!counters.isCompression()) {
                return new PageCall(counters, engine, level).begin();
            }
            throw new IllegalStateException("This " + description()
                    + " is in use by another thread. Use a writer, or a compressor, in one thread at a time; threads may"
                    + " share a codec factory");
        }
        started = now;
        done = false;
        event = begun;
        return this;
    }

    private String description() {
        return counters.codec() + (counters.isCompression() ? " compressor" : " decompressor");
    }

    /** Returns the bytes of the page. */
    PageSource source() {
        return source;
    }

    /**
     * Counts the page as successful.
     *
     * @param size the size of the result, in bytes
     */
    void done(long size) {
        counters.add(source.length(), size, System.nanoTime() - started);
        done = true;
        if (event != null) {
            event.done(counters.codec().name(), engine, level, source.length(), size);
        }
    }

    /** Ends the call: releases the page's bytes, and counts the page as failed unless {@link #done} was called. */
    @Override
    public void close() {
        boolean failed = !done;
        try {
            source.clear();
        } finally {
            busy.set(false);
            if (failed) {
                counters.addFailure();
            }
        }
    }

    /** Makes every later {@link #begin} fail. A call in progress on another thread completes normally. */
    void release() {
        released = true;
    }
}
