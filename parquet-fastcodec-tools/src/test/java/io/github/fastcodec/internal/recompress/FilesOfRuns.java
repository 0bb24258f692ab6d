// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Files that are recompressed by runs in other processes, which are ended in the middle, and the conditions that hold afterwards.
 */
final class FilesOfRuns {

    static final int COUNT = 5;

    private static final int PAGES = 12;

    private final Path directory;
    private final Path origin;
    private final Path expected;

    /** The contents of the sources, by name. */
    private final Map<String, byte[]> sources = new TreeMap<>();

    private FilesOfRuns(Path directory) throws IOException {
        this.directory = directory;
        this.origin = Files.createDirectory(directory.resolve("origin"));
        this.expected = directory.resolve("expected");
    }

    /** Writes sources to a directory, and the files that a whole run makes of them. */
    static FilesOfRuns write(Path directory, long seed, Plan plan, Listener listener) throws IOException {
        FilesOfRuns files = new FilesOfRuns(directory);
        Random random = new Random(seed);
        for (int i = 0; i < COUNT; i++) {
            HandMadeFile file = new HandMadeFile(CompressionCodecName.SNAPPY);
            for (int page = 0; page < PAGES; page++) {
                file.page(header -> {}, random.ints(30_000, 0, 5_000).toArray());
            }
            Path source = file.write(files.origin.resolve("part-" + i + ".parquet"));
            files.sources.put(source.getFileName().toString(), Files.readAllBytes(source));
        }
        List<FileOutcome> outcomes = new Recompression(RecompressOptions.of(plan))
                .run(KilledRun.jobs(files.origin, files.expected), listener);
        assertTrue(outcomes.stream().allMatch(outcome -> outcome.failure().isEmpty()));
        assertEquals(files.names(), names(files.expected));
        return files;
    }

    /** Returns the directory of the sources, which no run may change. */
    Path origin() {
        return origin;
    }

    /** Returns the names of the files, in order. */
    List<String> names() throws IOException {
        return names(origin);
    }

    /** Returns the names of all files of a directory, in order. */
    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Requires that the sources are unchanged and that each new file is whole, and returns the number of new files. */
    int assertWhole(Path written, String moment) throws IOException {
        int done = 0;
        assertEquals(List.copyOf(sources.keySet()), names(), moment);
        for (String name : names()) {
            assertArrayEquals(sources.get(name), Files.readAllBytes(origin.resolve(name)), moment);
            Path file = written.resolve(name);
            if (Files.exists(file)) {
                assertEquals(-1, Files.mismatch(expected.resolve(name), file), () -> moment + ": " + file + " is half");
                done++;
            }
        }
        return done;
    }

    /** Returns the names of all other files in the directory. */
    List<String> namesOfOthers(Path written) throws IOException {
        List<String> others = new ArrayList<>(Files.exists(written) ? names(written) : List.of());
        others.removeAll(names());
        return others;
    }

    /** Requires that all files are new, and that there are no others. */
    void assertFinished(Path written, String moment) throws IOException {
        assertEquals(names(), names(written), moment);
        for (String name : names()) {
            assertEquals(-1, Files.mismatch(expected.resolve(name), written.resolve(name)), moment);
        }
    }

    static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Returns the command that runs a class of the test class path in a JVM that starts quickly. */
    static List<String> java(String mainClass) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass);
    }

    static int exit(Process process) throws InterruptedException {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
        return process.exitValue();
    }
}
