// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.recompress.HandMadeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A run that is killed at any moment leaves each source whole, and no half file under a final name; the next one goes on. The
 * moments are steps of the run: half of the runs end themselves there, the others are killed from outside. {@code -Dkills=300}
 * kills more.
 */
class KillTest {

    private static final int KILLS = Integer.getInteger("kills", 24);
    private static final int FILES = 5;
    private static final int PAGES = 12;
    private static final long SEED = Long.getLong("kill.seed", 20_261_122);

    @TempDir
    Path directory;

    private Path origin;
    private Path expected;
    private int steps;

    @BeforeEach
    void writeFiles() throws IOException {
        origin = Files.createDirectory(directory.resolve("origin"));
        expected = directory.resolve("expected");
        Random random = new Random(SEED);
        for (int i = 0; i < FILES; i++) {
            HandMadeFile file = new HandMadeFile(CompressionCodecName.SNAPPY);
            for (int page = 0; page < PAGES; page++) {
                file.page(header -> {}, random.ints(30_000, 0, 5_000).toArray());
            }
            file.write(origin.resolve("part-" + i + ".parquet"));
        }
        Recompression.of(KilledRun.PLAN).run(KilledRun.jobs(origin, expected), new Listener() {
            @Override
            public synchronized void advanced(long bytes) {
                steps++;
            }
        });
        steps += 6 * FILES;
        assertEquals(names(origin), names(expected));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    // Would catch: a write to the source, a name that is given too early, leftovers that stay, a run that cannot go on.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKilledRunHarmsNothingAndTheNextOneGoesOn(boolean inPlace) throws Exception {
        Random random = new Random(SEED + (inPlace ? 1 : 0));
        int killed = 0;
        int left = 0;
        for (int work = 0; killed < KILLS / 2; work++) {
            Path source = inPlace ? copyOfOrigin(work) : origin;
            Path target = inPlace ? null : directory.resolve("target-" + work);
            Path written = inPlace ? source : target;
            // A few kills to a work, so that runs also begin with what others have left.
            for (int i = 0; i < 4 && killed < KILLS / 2; i++) {
                String moment = "seed " + SEED + ", work " + work + ", kill " + i;
                int step = random.nextInt(steps);
                boolean fromOutside = random.nextBoolean();
                Process run = start(source, target, 1 + random.nextInt(3), fromOutside ? -1 : step);
                if (fromOutside) {
                    killAt(run, step, random.nextInt(3) == 0);
                }
                int exit = exit(run);
                killed += exit == 0 ? 0 : 1;
                left += assertWhole(source, written, inPlace, moment);
                if (exit == 0) {
                    break; // it was faster
                }
            }
            List<FileOutcome> outcomes =
                    Recompression.of(KilledRun.PLAN).run(KilledRun.jobs(source, target), Listener.NONE);
            assertTrue(outcomes.stream().allMatch(outcome -> outcome.failure().isEmpty()), () -> "seed " + SEED);
            assertFinished(written, "seed " + SEED + ", work " + work);
            deleteAll(written);
        }
        assertTrue(left > 0, "no kill came while a file was written");
        System.out.println("KillTest, in place " + inPlace + ": " + killed + " kills, " + left + " leftovers");
    }

    private Path copyOfOrigin(int work) throws IOException {
        Path copy = Files.createDirectory(directory.resolve("in-place-" + work));
        for (String name : names(origin)) {
            Files.copy(origin.resolve(name), copy.resolve(name));
        }
        return copy;
    }

    private static Process start(Path source, Path target, int threads, int step) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledRun.class.getName(),
                        source.toString(),
                        target == null ? "" : target.toString(),
                        Integer.toString(threads),
                        Integer.toString(step))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Kills a run when it has printed so many dots, by SIGTERM or SIGKILL. */
    private static void killAt(Process run, int step, boolean softly) throws IOException {
        InputStream dots = run.getInputStream();
        for (int i = 0; i <= step && dots.read() >= 0; i++) {}
        if (softly) {
            run.destroy();
        } else {
            run.destroyForcibly();
        }
    }

    private static int exit(Process run) throws InterruptedException {
        assertTrue(run.waitFor(60, TimeUnit.SECONDS), "it hangs");
        return run.exitValue();
    }

    /** Requires that what a killed run has left is harmless, and returns how many temporary files there are. */
    private int assertWhole(Path source, Path written, boolean inPlace, String moment) throws IOException {
        int left = 0;
        for (String name : names(origin)) {
            if (!inPlace) {
                assertEquals(-1, Files.mismatch(origin.resolve(name), source.resolve(name)), moment);
            }
            Path file = written.resolve(name);
            boolean isNew = Files.exists(file) && Files.mismatch(expected.resolve(name), file) == -1;
            boolean isOld = inPlace && !isNew && Files.mismatch(origin.resolve(name), file) == -1;
            boolean isNotThere = !inPlace && Files.notExists(file);
            assertTrue(isNew || isOld || isNotThere, () -> moment + ": " + file + " is half");
        }
        if (Files.exists(written)) {
            for (String name : names(written)) {
                boolean temporary = name.matches("\\.part-\\d\\.parquet\\.[0-9a-f-]{36}\\.tmp");
                assertTrue(temporary || names(origin).contains(name), () -> moment + ": " + name);
                left += temporary ? 1 : 0;
            }
        }
        return left;
    }

    private void assertFinished(Path written, String moment) throws IOException {
        assertEquals(names(origin), names(written), moment);
        for (String name : names(origin)) {
            assertEquals(-1, Files.mismatch(expected.resolve(name), written.resolve(name)), moment);
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    // Would catch: a run that takes another's temporary files for leftovers, or replaces what another has finished.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void severalRunsAtOnceEndAtTheSameFiles(boolean inPlace) throws Exception {
        Path source = inPlace ? copyOfOrigin(0) : origin;
        Path target = inPlace ? null : directory.resolve("target");
        List<Process> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runs.add(start(source, target, 2, -1));
        }
        for (Process run : runs) {
            run.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            assertEquals(0, exit(run));
        }
        assertFinished(inPlace ? source : target, "all at once");
    }

    @Test
    void aRunThatIsNotKilledEndsWell() throws Exception {
        Path target = directory.resolve("target");
        Process run = start(origin, target, 1, -1);
        run.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        assertEquals(0, exit(run));
        assertFinished(target, "alone");
    }
}
