// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that is killed at any moment leaves each source whole and no half file under a final name, and the next run resumes. The
 * moments are steps of the run: half of the runs halt themselves there, the others are killed from outside. {@code -Dkills=300}
 * sets the number of kills.
 */
@Tag("slow")
class KillTest {

    private static final int KILLS = Integer.getInteger("kills", 24);
    private static final long SEED = Long.getLong("kill.seed", 20_261_122);

    @TempDir
    Path directory;

    private FilesOfRuns files;
    private int steps;

    @BeforeEach
    void writeFiles() throws IOException {
        files = FilesOfRuns.write(directory, SEED, KilledRun.PLAN, new Listener() {
            @Override
            public synchronized void advanced(long bytes) {
                steps++;
            }
        });
        steps += 6 * FilesOfRuns.COUNT;
    }

    // Would catch: a write to the source, a final name that is given too early, leftovers that stay, a run that
    // cannot resume.
    @Test
    void nextRunResumesAfterAKill() throws Exception {
        Random random = new Random(SEED);
        int killed = 0;
        int left = 0;
        for (int work = 0; killed < KILLS; work++) {
            Path target = directory.resolve("target-" + work);
            // Several kills for each target, so that runs also begin with the leftovers of others.
            for (int i = 0; i < 4 && killed < KILLS; i++) {
                String moment = "seed " + SEED + ", work " + work + ", kill " + i;
                int step = random.nextInt(steps);
                boolean fromOutside = random.nextBoolean();
                Process run = start(target, 1 + random.nextInt(3), fromOutside ? -1 : step);
                if (fromOutside) {
                    killAt(run, step, random.nextInt(3) == 0);
                }
                int exit = FilesOfRuns.exit(run);
                killed += exit == 0 ? 0 : 1;
                left += assertHarmless(target, moment);
                if (exit == 0) {
                    break; // it finished first
                }
            }
            List<FileOutcome> outcomes = new Recompression(RecompressOptions.of(KilledRun.PLAN))
                    .run(KilledRun.jobs(files.origin(), target), Listener.NONE);
            assertTrue(outcomes.stream().allMatch(outcome -> outcome.failure().isEmpty()), () -> "seed " + SEED);
            files.assertFinished(target, "seed " + SEED + ", work " + work);
            FilesOfRuns.deleteAll(target);
        }
        assertTrue(left > 0, "no kill came while a file was written");
        System.out.println("KillTest: " + killed + " kills, " + left + " leftovers");
    }

    private Process start(Path target, int threads, int step) throws IOException {
        List<String> command = new ArrayList<>(FilesOfRuns.java(KilledRun.class.getName()));
        command.addAll(List.of(
                files.origin().toString(), target.toString(), Integer.toString(threads), Integer.toString(step)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Kills a run with SIGTERM or SIGKILL once it has printed the dot of a step. */
    private static void killAt(Process run, int step, boolean softly) throws IOException {
        InputStream dots = run.getInputStream();
        for (int i = 0; i <= step && dots.read() >= 0; i++) {}
        if (softly) {
            run.destroy();
        } else {
            run.destroyForcibly();
        }
    }

    /** Requires that the leftovers of a killed run are harmless, and returns the number of temporary files. */
    private int assertHarmless(Path written, String moment) throws IOException {
        files.assertWhole(written, moment);
        List<String> left = files.namesOfOthers(written);
        for (String name : left) {
            assertTrue(
                    name.matches("\\.part-\\d\\.parquet\\.[0-9a-f-]{36}\\.fastcodec\\.tmp"),
                    () -> moment + ": " + name);
        }
        return left.size();
    }

    // Would catch: a run that takes the temporary files of another one for leftovers, or replaces its finished
    // files.
    @Test
    void concurrentRunsEndWithTheSameFiles() throws Exception {
        Path target = directory.resolve("target");
        List<Process> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runs.add(start(target, 2, -1));
        }
        for (Process run : runs) {
            run.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            assertEquals(0, FilesOfRuns.exit(run));
        }
        files.assertFinished(target, "all at once");
    }

    @Test
    void uninterruptedRunSucceeds() throws Exception {
        Path target = directory.resolve("target");
        Process run = start(target, 1, -1);
        run.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        assertEquals(0, FilesOfRuns.exit(run));
        files.assertFinished(target, "alone");
    }
}
