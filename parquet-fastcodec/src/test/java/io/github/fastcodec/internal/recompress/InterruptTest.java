// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.recompress.HandMadeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ctrl-C, at any moment, ends the command {@code recompress} in order: each source is whole, no half file has a final name, no
 * temporary file is left, and the same command goes on. The signal is SIGINT itself, which a terminal sends. The moments are
 * changes in the directory that is written to. {@code -Dkills=300} interrupts more.
 */
@DisabledOnOs(OS.WINDOWS) // no signals
class InterruptTest {

    private static final int INTERRUPTS = Math.max(2, Integer.getInteger("kills", 24) / 6);
    private static final long SEED = Long.getLong("kill.seed", 20_261_123);
    private static final int FILES = 5;
    private static final int PAGES = 12;

    /** What a shell calls the end by SIGINT. */
    private static final int BY_SIGINT = 128 + 2;

    @TempDir
    Path directory;

    private Path origin;
    private Path expected;
    private List<String> launcher;

    @BeforeEach
    void writeFiles() throws Exception {
        launcher = launcher();
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
        Plan plan = Plan.to(new Target(CompressionCodecName.ZSTD, 9));
        List<FileOutcome> outcomes = Recompression.of(plan).run(KilledRun.jobs(origin, expected), Listener.NONE);
        assertTrue(outcomes.stream().allMatch(outcome -> outcome.failure().isEmpty()));
    }

    /**
     * Returns what has to stand before a command so that SIGINT ends it. A process ignores SIGINT from its start on if the one
     * that has started it does, as shells do with what runs in the background. A JVM then installs no handler for it, not even
     * one that a program asks for.
     */
    private static List<String> launcher() throws Exception {
        for (List<String> launcher : List.of(List.<String>of(), List.of("env", "--default-signal=INT"))) {
            List<String> command = new ArrayList<>(launcher);
            command.addAll(List.of("sh", "-c", "kill -INT $$; exit 3"));
            try {
                if (exit(new ProcessBuilder(command).start()) == BY_SIGINT) {
                    return launcher;
                }
            } catch (IOException e) {
                // no such program
            }
        }
        assumeTrue(false, "SIGINT is ignored here, and no program changes that");
        return List.of();
    }

    private static int exit(Process process) throws InterruptedException {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
        return process.exitValue();
    }

    // Would catch: Ctrl-C that leaves temporary files or half a file, or a run that cannot go on after it.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ctrlCHarmsNothingAndTheNextRunGoesOn(boolean inPlace) throws Exception {
        Random random = new Random(SEED + (inPlace ? 1 : 0));
        int interrupted = 0;
        int inTheMiddle = 0;
        for (int work = 0; interrupted < INTERRUPTS / 2; work++) {
            Path source = inPlace ? copyOfOrigin(work) : origin;
            Path written = inPlace ? source : directory.resolve("target-" + work);
            String moment = "seed " + SEED + ", in place " + inPlace + ", work " + work;
            List<String> options = inPlace ? List.of("--in-place") : List.of("--to", written.toString());
            Path said = directory.resolve("said-" + work);
            Process run = start(source, options, 1 + random.nextInt(3), said);
            awaitChanges(run, written, 1 + random.nextInt(3 * FILES));
            boolean impatient = random.nextInt(3) == 0;
            interrupt(run);
            if (impatient) {
                interrupt(run);
            }
            int exit = exit(run);
            String text = Files.readString(said);
            assertTrue(exit == BY_SIGINT || exit == 0, () -> moment + ": " + exit + "\n" + text);
            int done = assertWhole(source, written, inPlace, moment);
            if (exit == BY_SIGINT) {
                interrupted++;
                if (done < FILES) {
                    assertTrue(text.contains("Interrupted: "), () -> moment + "\n" + text);
                    inTheMiddle++;
                }
            }
            Process next = start(source, options, 2, said);
            assertEquals(0, exit(next), () -> moment);
            assertEquals(FILES, assertWhole(source, written, inPlace, moment), moment);
            deleteAll(written);
        }
        assertTrue(inTheMiddle > 0, "no signal came while files were written, seed " + SEED);
        System.out.println("InterruptTest, in place " + inPlace + ": " + interrupted + " interrupts, " + inTheMiddle
                + " before the last file");
    }

    private Path copyOfOrigin(int work) throws IOException {
        Path copy = Files.createDirectory(directory.resolve("in-place-" + work));
        for (String name : names(origin)) {
            Files.copy(origin.resolve(name), copy.resolve(name));
        }
        return copy;
    }

    private Process start(Path source, List<String> options, int threads, Path said) throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.github.fastcodec.cli.FastCodec",
                "recompress",
                source.toString(),
                "--codec",
                "zstd:9",
                "--threads",
                Integer.toString(threads)));
        command.addAll(options);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
    }

    private static void interrupt(Process run) throws Exception {
        // which fails if the run has just ended
        exit(new ProcessBuilder("sh", "-c", "kill -INT " + run.pid()).start());
    }

    /** Waits until the directory has been seen to change so often, or the run has ended. */
    private static void awaitChanges(Process run, Path written, int changes) throws Exception {
        String before = look(written);
        for (int seen = 0; seen < changes && run.isAlive(); ) {
            String now = look(written);
            seen += now.equals(before) ? 0 : 1;
            before = now;
            Thread.sleep(1);
        }
    }

    /** Returns names and lengths. */
    private static String look(Path written) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String name : Files.exists(written) ? names(written) : List.<String>of()) {
            try {
                text.append(name)
                        .append(' ')
                        .append(Files.size(written.resolve(name)))
                        .append('\n');
            } catch (NoSuchFileException e) {
                // It was renamed meanwhile.
            }
        }
        return text.toString();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Requires that there are whole files only, and returns how many of them are new. */
    private int assertWhole(Path source, Path written, boolean inPlace, String moment) throws IOException {
        int done = 0;
        for (String name : names(origin)) {
            if (!inPlace) {
                assertEquals(-1, Files.mismatch(origin.resolve(name), source.resolve(name)), moment);
            }
            Path file = written.resolve(name);
            boolean isNew = Files.exists(file) && Files.mismatch(expected.resolve(name), file) == -1;
            boolean isOld = inPlace && !isNew && Files.mismatch(origin.resolve(name), file) == -1;
            boolean isNotThere = !inPlace && Files.notExists(file);
            assertTrue(isNew || isOld || isNotThere, () -> moment + ": " + file + " is half");
            done += isNew ? 1 : 0;
        }
        if (Files.exists(written)) {
            for (String name : names(written)) {
                assertTrue(names(origin).contains(name), () -> moment + ": " + name + " is left");
            }
        }
        return done;
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
