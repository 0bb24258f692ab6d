// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two runs and a third program on one directory. One run is a process, the other a thread, and each meets the new files of the
 * other; the third program renames new sources into place, and creates and deletes targets.
 */
@Tag("slow")
class ThreeProgramsTest {

    private static final long SEED = Long.getLong("programs.seed", 20_261_124);
    private static final int ROUNDS = Integer.getInteger("programs.rounds", 400);
    private static final int FILES = 3;

    private static final String STOP = "stop";

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);

    private Path file(int number) {
        return directory.resolve("files/" + number + ".parquet");
    }

    /** Writes a file with its number in the first row and its version in the second. */
    private void write(int number, int version) throws IOException {
        Path beside = new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, number, version)
                .write(directory.resolve("beside"));
        Files.move(beside, file(number), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns the version of a file, which must be whole, or null if there is no file. */
    private static Integer version(Path file, int number) throws IOException {
        List<String> rows;
        try {
            Path read = Files.copy(file, file.resolveSibling("../read"), StandardCopyOption.REPLACE_EXISTING);
            rows = Values.of(read);
        } catch (NoSuchFileException e) {
            return null;
        }
        assertEquals("a: " + number + "\n", rows.get(0));
        return Integer.valueOf(rows.get(1).substring("a: ".length()).strip());
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Converts a directory repeatedly until it is told to stop. */
    public static void main(String[] arguments) throws IOException {
        Path files = Path.of(arguments[0], "files");
        Path target = Path.of(arguments[2]);
        Recompressor to = Recompressor.of(RecompressOptions.of(Plan.to(CompressionCodecName.valueOf(arguments[1])))
                .withThreads(2)
                .withKeepGoing(true));
        while (Files.notExists(Path.of(arguments[0], STOP))) {
            List<Path> sources = list(files).stream()
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList();
            Map<Path, Path> targets = sources.stream()
                    .collect(Collectors.toMap(file -> file, file -> target.resolve(file.getFileName())));
            to.recompressAll(targets);
        }
    }

    private interface Round {
        void run() throws IOException;
    }

    /** Runs two conversions while a third program changes the directory in rounds. */
    private void beside(String target, Round round) throws Exception {
        List<String> failures = new ArrayList<>();
        String self = ThreeProgramsTest.class.getName();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        self,
                        directory.toString(),
                        "ZSTD",
                        target)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        Thread thread = new Thread(() -> {
            try {
                main(new String[] {directory.toString(), "GZIP", target});
            } catch (IOException | RuntimeException e) {
                failures.add(e.toString());
            }
        });
        thread.start();
        try {
            for (int i = 0; i < ROUNDS; i++) {
                round.run();
                Thread.sleep(random.nextInt(30));
            }
        } finally {
            Files.createFile(directory.resolve(STOP));
            thread.join();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        assertEquals(List.of(), failures);
        assertEquals(0, process.exitValue(), Files.readString(directory.resolve("output")));
    }

    // Would catch: a replaced file of another program, a target that is half a file or belongs to another
    // source.
    @Test
    void sources_targetIsWholeAndAnotherProgramsFileStays() throws Exception {
        Files.createDirectory(directory.resolve("files"));
        Path to = Files.createDirectory(directory.resolve("to"));
        int[] versions = new int[FILES];
        byte[] theirs = new byte[100];
        int[] created = {0};
        beside(to.toString(), () -> {
            int number = random.nextInt(FILES);
            Path target = to.resolve(number + ".parquet");
            write(number, ++versions[number]);
            if (Files.exists(target) && Files.size(target) == theirs.length) {
                assertTrue(Arrays.equals(theirs, Files.readAllBytes(target)));
                Files.delete(target);
                return;
            }
            Integer version = version(target, number);
            assertTrue(version == null || version <= versions[number], target + " has version " + version);
            Files.deleteIfExists(target);
            if (random.nextBoolean()) {
                try {
                    Files.createLink(target, Files.write(directory.resolve("theirs"), theirs));
                    created[0]++;
                } catch (FileAlreadyExistsException e) {
                    // our run was faster
                }
            }
        });
        assertTrue(created[0] > ROUNDS / 20, "the third program created " + created[0]);
        assertTrue(
                list(to).stream().allMatch(file -> file.getFileName().toString().matches("\\d\\.parquet")),
                list(to)::toString);
    }
}
