// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.internal.events.PageEvent;
import io.github.fastcodec.internal.events.Recorder;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a page pays for the events of Flight Recorder. {@code nothing} is the cost of a benchmark's own frame. */
@State(Scope.Thread)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventCostBenchmark {

    /**
     * {@code never}: Flight Recorder has not started, as in most JVMs; {@code others}: it records, but none of our events;
     * {@code pages}: it records them.
     */
    @Param({"never", "others", "pages"})
    public String recording;

    private Recording running;

    /** Starts the recording. */
    @Setup
    public void setUp() {
        if (recording.equals("never")) {
            return;
        }
        running = new Recording();
        running.enable("jdk.GarbageCollection");
        if (recording.equals("pages")) {
            running.enable("io.github.fastcodec.Compress");
        }
        running.setMaxSize(1 << 20);
        running.start();
    }

    /** Ends the recording. */
    @TearDown
    public void tearDown() {
        if (running != null) {
            running.close();
        }
    }

    /** Nothing. */
    @Benchmark
    public boolean nothing() {
        return false;
    }

    /** Begin and end of a page, as far as they are about events. */
    @Benchmark
    public boolean event() {
        Recorder recorder = io.github.fastcodec.internal.events.Recording.recorder();
        PageEvent event = recorder == null ? null : recorder.beginPage(true);
        if (event == null) {
            return false;
        }
        event.done("ZSTD", "zstd-jni", 3, 65536, 20000);
        return true;
    }
}
