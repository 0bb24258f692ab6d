// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import java.io.Closeable;
import java.util.concurrent.atomic.AtomicInteger;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar of bytes on the standard error, with speed, time left and files. Shows nothing if the standard error is not a
 * terminal. Thread-safe.
 */
final class Progress implements Closeable {

    private static final long MEGABYTE = 1_000_000;

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

    /** Starts a bar if the standard error is a terminal. */
    static Progress start(String task, int files, long bytes) {
        return Console.isTerminal(Console.STDERR)
                ? start(
                        task,
                        files,
                        bytes,
                        new ConsoleProgressBarConsumer(
                                System.err, Math.min(Console.WIDTH, Console.terminalWidth()) - 1))
                : new Progress(files, null);
    }

    /** Starts a bar that passes its lines to a consumer. */
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
