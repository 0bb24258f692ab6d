// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarRenderer;
import me.tongfei.progressbar.ProgressState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the progress line. */
class ProgressTest {

    /**
     * The time since the work began. The bar reads the clock itself, so this is long enough that the duration of a test does
     * not change a digit.
     */
    private static final long SECONDS = 1_000_000;

    private static final long MEGABYTE = 1_000_000;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Locale locale = Locale.getDefault();

    @BeforeEach
    void setLocale() {
        Locale.setDefault(Locale.ROOT);
    }

    @AfterEach
    void resetLocale() {
        Locale.setDefault(locale);
    }

    private Progress start(int files, long bytes) {
        return Progress.start(
                "recompress", files, bytes, new DelegatingProgressBarConsumer(lines::add, Console.WIDTH - 1));
    }

    private static Progress start(int files, long bytes, StringWriter log, long millis) {
        return Progress.start("recompress", files, bytes, new PrintWriter(log, true), millis);
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    /** Returns the line as if the work had begun long ago. */
    private static String line(Progress progress) throws ReflectiveOperationException {
        ProgressBar bar = (ProgressBar) field(progress, "bar");
        ProgressState state = (ProgressState) field(bar, "progress");
        Field start = ProgressState.class.getDeclaredField("startInstant");
        start.setAccessible(true);
        start.set(state, Instant.now().minusSeconds(SECONDS));
        // Called explicitly, because the bar's own thread may write lines at any time.
        ProgressBarRenderer renderer = (ProgressBarRenderer) field(field(bar, "action"), "renderer");
        return renderer.render(state, Console.WIDTH - 1);
    }

    // Would catch: bytes instead of megabytes, a speed in another unit, files that are not counted.
    @Test
    void lineShowsBytesSpeedTimeAndFiles() throws Exception {
        try (Progress progress = start(3, 4 * SECONDS * MEGABYTE)) {
            progress.bytes(SECONDS * MEGABYTE);
            progress.file();
            progress.bytes(SECONDS * MEGABYTE);
            String bar = "[" + "=".repeat(9) + " ".repeat(10) + "]";
            String expected =
                    "recompress  50% " + bar + " 2000000/4000000 MB (277:46:40 / 277:46:40) 2.0 MB/s 1/3 files";
            assertEquals(expected, line(progress));
        }
    }

    @Test
    void emptyRunHasALine() throws Exception {
        try (Progress progress = start(0, 0)) {
            assertEquals(
                    "recompress  ? % [] 0/0 MB (277:46:40 / ?) .0 MB/s 0/0 files",
                    line(progress).strip());
        }
    }

    // Would catch: "0/5 files" until the end, because a sample of all files is measured.
    @Test
    void taskWithoutFilesShowsNone() throws Exception {
        try (Progress progress = start(Progress.UNKNOWN_FILES, MEGABYTE)) {
            progress.bytes(MEGABYTE);
            assertFalse(line(progress).contains("files"), line(progress));
        }
    }

    // Would catch: a line that the terminal wraps, so that each update begins a new line.
    @Test
    void truncatesALineToTheConsolesWidth() throws Exception {
        try (Progress progress = start(1_000_000_000, Long.MAX_VALUE / 2)) {
            progress.bytes(Long.MAX_VALUE / 4);
            assertTrue(line(progress).length() < Console.WIDTH, line(progress));
        }
    }

    // Would catch: a line that is never printed.
    @Test
    void printsLinesDuringTheWork() throws Exception {
        try (Progress progress = start(1, 2 * MEGABYTE)) {
            progress.bytes(MEGABYTE);
            ((ProgressBar) field(progress, "bar")).refresh();
        }
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("recompress ")), lines::toString);
    }

    // Would catch: bytes instead of megabytes, a speed in another unit, files that are not counted.
    @Test
    void logLineShowsBytesTimeSpeedAndFiles() {
        try (Progress progress = start(3, 4000 * MEGABYTE, new StringWriter(), 1_000_000)) {
            progress.bytes(200 * MEGABYTE);
            progress.file();
            assertEquals(
                    "recompress: 200 of 4000 MB in 80 s, 2.5 MB/s, 1 of 3 files",
                    progress.line(TimeUnit.SECONDS.toNanos(80)));
        }
    }

    @Test
    void logLineShowsNothingUnknown() {
        try (Progress progress = start(Progress.UNKNOWN_FILES, Progress.UNKNOWN_BYTES, new StringWriter(), 1_000_000)) {
            assertEquals("recompress: 0 MB in 0 s, 0.0 MB/s", progress.line(0));
        }
    }

    // Would catch: a job that is silent while its first file takes minutes.
    @Test
    @Timeout(60)
    void printsLogLinesWithoutNewBytes() throws Exception {
        StringWriter log = new StringWriter();
        try (Progress progress = start(1, MEGABYTE, log, 1)) {
            progress.file();
            while (log.toString()
                            .lines()
                            .filter(line -> line.endsWith(", 1 of 1 files"))
                            .count()
                    < 2) {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void printsNoLogLineEarly() {
        StringWriter log = new StringWriter();
        try (Progress progress = start(1, MEGABYTE, log, 1_000_000)) {
            progress.bytes(MEGABYTE);
            progress.file();
        }
        assertEquals("", log.toString());
    }

    // Would catch: a line that stays at 0/64 files, because a task on a cluster counts no bytes.
    @Test
    @Timeout(60)
    void refreshesTheLineWithoutNewBytes() throws Exception {
        try (Progress progress = start(2, MEGABYTE)) {
            while (lines.isEmpty()) { // the first line does not wait for bytes
                Thread.sleep(10);
            }
            progress.file();
            while (lines.stream().noneMatch(line -> line.contains("1/2 files"))) {
                Thread.sleep(10);
            }
        }
    }

    // Would catch: a task that fails without a bar.
    @Test
    void silentProgressPrintsNothing() {
        try (Progress progress = Progress.silent()) {
            progress.bytes(1);
            progress.file();
        }
        assertEquals(List.of(), lines);
    }
}
