// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ctrl-C at any moment ends the command {@code recompress} in order: each source is whole, no half file has a final name, no
 * temporary file is left, and the same command resumes. The signal is SIGINT, which a terminal sends. The moments are changes in
 * the target directory. {@code -Dkills=300} sets the number of interrupts.
 */
@DisabledOnOs(OS.WINDOWS) // no signals
@Tag("slow")
class InterruptTest {

    private static final int INTERRUPTS = Math.max(2, Integer.getInteger("kills", 24) / 6);
    private static final long SEED = Long.getLong("kill.seed", 20_261_123);

    /** The exit code of a shell for SIGINT. */
    private static final int BY_SIGINT = 128 + 2;

    @TempDir
    Path directory;

    private FilesOfRuns files;
    private List<String> launcher;

    @BeforeEach
    void writeFiles() throws Exception {
        launcher = launcher();
        files = FilesOfRuns.write(
                directory, SEED, Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 9)), Listener.NONE);
    }

    /**
     * Returns a prefix for commands with which SIGINT ends them. A process ignores SIGINT from its start if its parent does, as
     * shells do for background jobs. A JVM then installs no handler for SIGINT, even if a program asks for one.
     */
    private static List<String> launcher() throws Exception {
        for (List<String> launcher : List.of(List.<String>of(), List.of("env", "--default-signal=INT"))) {
            List<String> command = new ArrayList<>(launcher);
            command.addAll(List.of("sh", "-c", "kill -INT $$; exit 3"));
            try {
                if (FilesOfRuns.exit(new ProcessBuilder(command).start()) == BY_SIGINT) {
                    return launcher;
                }
            } catch (IOException e) {
                // there is no such program
            }
        }
        assumeTrue(false, "SIGINT is ignored here, and no program changes that");
        return List.of();
    }

    // Would catch: temporary files or half a file after Ctrl-C, or a run that cannot resume.
    @Test
    void nextRunResumesAfterCtrlC() throws Exception {
        Random random = new Random(SEED);
        int interrupted = 0;
        int inTheMiddle = 0;
        for (int work = 0; interrupted < INTERRUPTS; work++) {
            Path written = directory.resolve("target-" + work);
            String moment = "seed " + SEED + ", work " + work;
            Path said = directory.resolve("said-" + work);
            Process run = start(written, 1 + random.nextInt(3), said);
            awaitChanges(run, written, 1 + random.nextInt(3 * FilesOfRuns.COUNT));
            boolean impatient = random.nextInt(3) == 0;
            interrupt(run);
            if (impatient) {
                interrupt(run);
            }
            int exit = FilesOfRuns.exit(run);
            String text = Files.readString(said);
            assertTrue(exit == BY_SIGINT || exit == 0, () -> moment + ": " + exit + "\n" + text);
            int done = assertInOrder(written, moment);
            if (exit == BY_SIGINT) {
                interrupted++;
                if (done < FilesOfRuns.COUNT) {
                    assertTrue(text.contains("Interrupted: "), () -> moment + "\n" + text);
                    inTheMiddle++;
                }
            }
            Process next = start(written, 2, said);
            assertEquals(0, FilesOfRuns.exit(next), () -> moment);
            assertEquals(FilesOfRuns.COUNT, assertInOrder(written, moment), moment);
            FilesOfRuns.deleteAll(written);
        }
        assertTrue(inTheMiddle > 0, "no signal came while files were written, seed " + SEED);
        System.out.println("InterruptTest: " + interrupted + " interrupts, " + inTheMiddle + " before the last file");
    }

    private Process start(Path written, int threads, Path said) throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(FilesOfRuns.java("io.github.fastcodec.cli.FastCodec"));
        command.addAll(List.of(
                "recompress",
                files.origin().toString(),
                "--to",
                written.toString(),
                "--codec",
                "zstd:9",
                "--threads",
                Integer.toString(threads)));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
    }

    private static void interrupt(Process run) throws Exception {
        // fails if the run has just ended
        FilesOfRuns.exit(new ProcessBuilder("sh", "-c", "kill -INT " + run.pid()).start());
    }

    /** Waits until the given number of changes of the directory were seen, or the run has ended. */
    private static void awaitChanges(Process run, Path written, int changes) throws Exception {
        String before = look(written);
        for (int seen = 0; seen < changes && run.isAlive(); ) {
            String now = look(written);
            seen += now.equals(before) ? 0 : 1;
            before = now;
            Thread.sleep(1);
        }
    }

    /** Returns the names and lengths of the files. */
    private static String look(Path written) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String name : Files.exists(written) ? FilesOfRuns.names(written) : List.<String>of()) {
            try {
                text.append(name)
                        .append(' ')
                        .append(Files.size(written.resolve(name)))
                        .append('\n');
            } catch (NoSuchFileException e) {
                // The file was renamed in the meantime.
            }
        }
        return text.toString();
    }

    /** Requires that there are only whole files, and returns the number of new ones. */
    private int assertInOrder(Path written, String moment) throws IOException {
        assertEquals(List.of(), files.namesOfOthers(written), () -> moment + ": something is left");
        return files.assertWhole(written, moment);
    }
}
