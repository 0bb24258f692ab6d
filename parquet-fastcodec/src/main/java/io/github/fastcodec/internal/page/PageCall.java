// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import io.github.fastcodec.internal.events.PageEvent;
import io.github.fastcodec.internal.events.Recorder;
import io.github.fastcodec.internal.events.Recording;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One page after the other on its way through a compressor or decompressor. From {@link #begin} to {@link #close} the instance is in
 * use and holds the bytes of the page.
 *
 * <p>parquet-java declares its compressors and decompressors not to be thread-safe. This turns use by two threads at once, and
 * use after release, into an exception instead of wrong bytes, by one compare-and-set for each page. What a call did is visible
 * to the thread of the next one.
 */
final class PageCall implements AutoCloseable {

    private final PageCounters counters;
    private final String engine;
    private final int level;
    private final PageSource source = new PageSource();

    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean released;

    /** When the call began, as {@link System#nanoTime} has it. */
    private long started;

    private boolean done;

    /** The record of the page; null if pages are not recorded. */
    private @Nullable PageEvent event;

    /**
     * Creates the calls of one instance.
     *
     * @param counters where its pages count
     * @param engine the name of its engine
     * @param level the level that it compresses at, if that means anything
     */
    PageCall(PageCounters counters, String engine, int level) {
        this.counters = counters;
        this.engine = engine;
        this.level = level;
    }

    /**
     * Begins a call.
     *
     * @return this, to be closed
     * @throws IllegalStateException if the instance was released, or another thread is in a call
     */
    PageCall begin() {
        // first: nothing that may fail can follow the compare-and-set
        Recorder recorder = Recording.recorder();
        PageEvent begun = recorder == null ? null : recorder.beginPage(counters.isCompression());
        long now = System.nanoTime();
        if (released) {
            throw new IllegalStateException("This " + what() + " was released; get another one from its factory");
        }
        if (!busy.compareAndSet(false, true)) {
            throw new IllegalStateException("This " + what()
                    + " is in use by another thread; each thread needs its own, a factory may be shared");
        }
        started = now;
        done = false;
        event = begun;
        return this;
    }

    private String what() {
        return counters.codec() + (counters.isCompression() ? " compressor" : " decompressor");
    }

    /** Returns the bytes of the page. */
    PageSource source() {
        return source;
    }

    /**
     * Counts the page as one that succeeded.
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

    /** Ends the call: lets go of the page's bytes, and counts the page as failed if it is not done. */
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

    /** Ends the instance's use for good; a call that is under way on another thread finishes unharmed. */
    void release() {
        released = true;
    }
}
