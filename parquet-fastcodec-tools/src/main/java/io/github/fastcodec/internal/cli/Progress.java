// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.io.Closeable;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar of bytes on the standard error, with speed, time left and files. If the standard error is not a terminal, the
 * same as a line every ten seconds. Thread-safe.
 */
final class Progress implements Closeable {

    private static final long MEGABYTE = 1_000_000;

    private static final long LINE_NANOS = 10_000_000_000L;

    /** Means that the number of files is unknown, so the bar does not count files. */
    static final int UNKNOWN_FILES = -1;

    /** Means that the number of bytes is unknown. */
    static final long UNKNOWN_BYTES = -1;

    private final int files;
    private final @Nullable ProgressBar bar;
    private final AtomicInteger done = new AtomicInteger();

    private Progress(int files, @Nullable ProgressBar bar) {
        this.files = files;
        this.bar = bar;
        showFiles();
    }

    /**
     * Starts a bar if the standard error is a terminal.
     *
     * @param log receives lines if the standard error is not a terminal; null for no lines
     */
    static Progress start(String task, int files, long bytes, @Nullable PrintWriter log) {
        if (Console.isTerminal(Console.STDERR)) {
            int width = Math.min(Console.WIDTH, Console.terminalWidth()) - 1;
            return start(task, files, bytes, new ConsoleProgressBarConsumer(System.err, width));
        }
        return log == null ? silent() : start(task, files, bytes, lines(log, System::nanoTime));
    }

    /**
     * Returns a consumer that prints a line every ten seconds, and drops the others.
     *
     * @param clock returns the time in nanoseconds
     */
    static ProgressBarConsumer lines(PrintWriter log, LongSupplier clock) {
        AtomicLong last = new AtomicLong(clock.getAsLong());
        return new DelegatingProgressBarConsumer(
                line -> {
                    long now = clock.getAsLong();
                    if (now - last.get() >= LINE_NANOS) {
                        last.set(now);
                        log.println(line.stripTrailing());
                    }
                },
                Console.WIDTH - 1);
    }

    static Progress start(String task, int files, long bytes, ProgressBarConsumer lines) {
        return new Progress(files, bar(task, bytes, lines));
    }

    /** Returns an instance that shows nothing. */
    static Progress silent() {
        return new Progress(0, null);
    }

    private static ProgressBar bar(String task, long bytes, ProgressBarConsumer lines) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(bytes)
                .setUnit(" MB", MEGABYTE)
                .showSpeed()
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .continuousUpdate() // of the time and the files, which change without bytes
                .setConsumer(lines)
                .clearDisplayOnFinish()
                .build();
    }

    /** Adds {@code count} to the bytes done. */
    void bytes(long count) {
        if (bar != null) {
            bar.stepBy(count);
        }
    }

    /** Adds one to the files done. */
    void file() {
        done.incrementAndGet();
        showFiles();
    }

    private void showFiles() {
        if (bar != null) {
            bar.setExtraMessage(files == UNKNOWN_FILES ? "" : " " + done + "/" + files + " files");
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
