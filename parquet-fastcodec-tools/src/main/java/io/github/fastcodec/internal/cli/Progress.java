// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.io.Closeable;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar of bytes on the standard error, with speed, time left and files. If the standard error is not a terminal, a line
 * every ten seconds, for which nothing of the bar is loaded. Thread-safe.
 */
final class Progress implements Closeable {

    private static final long MEGABYTE = 1_000_000;

    private static final long LINE_MILLIS = 10_000;

    /** Means that the number of files is unknown, so files are not counted. */
    static final int UNKNOWN_FILES = -1;

    /** Means that the number of bytes is unknown. */
    static final long UNKNOWN_BYTES = -1;

    private final String task;
    private final int files;
    private final long bytes;
    private final @Nullable ProgressBar bar;
    private final @Nullable Timer timer;
    private final long start = System.nanoTime();
    private final AtomicInteger doneFiles = new AtomicInteger();
    private final AtomicLong doneBytes = new AtomicLong();

    private Progress(String task, int files, long bytes, @Nullable ProgressBar bar, @Nullable Timer timer) {
        this.task = task;
        this.files = files;
        this.bytes = bytes;
        this.bar = bar;
        this.timer = timer;
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
        return log == null ? silent() : start(task, files, bytes, log, LINE_MILLIS);
    }

    /** Starts a bar. */
    static Progress start(String task, int files, long bytes, ProgressBarConsumer consumer) {
        return new Progress(task, files, bytes, bar(task, bytes, consumer), null);
    }

    /** Starts lines, the first of them after {@code millis}. */
    static Progress start(String task, int files, long bytes, PrintWriter log, long millis) {
        Timer timer = new Timer("progress", true);
        Progress progress = new Progress(task, files, bytes, null, timer);
        TimerTask print = new TimerTask() {
            @Override
            public void run() {
                log.println(progress.line(System.nanoTime() - progress.start));
            }
        };
        timer.schedule(print, millis, millis);
        return progress;
    }

    /** Returns an instance that shows nothing. */
    static Progress silent() {
        return new Progress("", UNKNOWN_FILES, UNKNOWN_BYTES, null, null);
    }

    private static ProgressBar bar(String task, long bytes, ProgressBarConsumer consumer) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(bytes)
                .setUnit(" MB", MEGABYTE)
                .showSpeed()
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .continuousUpdate() // of the time and the files, which change without bytes
                .setConsumer(consumer)
                .clearDisplayOnFinish()
                .build();
    }

    /** Adds {@code count} to the bytes done. */
    void bytes(long count) {
        doneBytes.addAndGet(count);
        if (bar != null) {
            bar.stepBy(count);
        }
    }

    /** Adds one to the files done. */
    void file() {
        doneFiles.incrementAndGet();
        showFiles();
    }

    private void showFiles() {
        if (bar != null) {
            bar.setExtraMessage(files == UNKNOWN_FILES ? "" : " " + doneFiles + "/" + files + " files");
        }
    }

    /** Returns the line for the log after {@code nanos} of work. */
    String line(long nanos) {
        long done = doneBytes.get();
        double seconds = Math.max(nanos, 1) / (double) TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT,
                "%s: %d%s MB in %.0f s, %.1f MB/s%s",
                task,
                done / MEGABYTE,
                bytes == UNKNOWN_BYTES ? "" : " of " + bytes / MEGABYTE,
                seconds,
                done / seconds / MEGABYTE,
                files == UNKNOWN_FILES ? "" : ", " + doneFiles + " of " + files + " files");
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
        if (timer != null) {
            timer.cancel();
        }
    }
}
