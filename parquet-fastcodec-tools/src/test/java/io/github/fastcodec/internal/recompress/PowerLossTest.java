// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.TemporaryName;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whenever the power fails, the source is whole, only a whole new file has its final name, and the next run finishes the work.
 * Work that a run has reported as done stays done. No power is cut: the operations of a run are recorded, and all possible states
 * of the disk after each of them are constructed and checked.
 *
 * <p>The model is a journaling file system that promises no more than POSIX does:
 *
 * <ul>
 *   <li>Bytes are on the disk if a force of their file began after they were written, and has ended. Each other block of 4 KiB is
 *       on the disk, lost, or zeros; a file without its last blocks is shorter. The blocks are all lost, all on the disk, all
 *       zeros, or each by a seed.
 *   <li>Permissions and attributes are on the disk if such a force included metadata; otherwise they may be those of the file's
 *       creation.
 *   <li>The creation, link, rename or deletion of a name is on the disk if a force of its directory began after it, and has
 *       ended. A force of the file is not enough. Other changes of a directory may be lost, but only in order: never an earlier
 *       one without the later ones. Directories are independent of each other. A rename is one step.
 *   <li>A force takes as long as possible: until the thread that writes the file waits, or has changed a name without waiting. It
 *       does not cover bytes that are written while it runs.
 * </ul>
 *
 * <p>Not in the model: disks that falsely report writes as done, and file systems that lose forced data.
 */
@DisabledOnOs(OS.WINDOWS) // its directories cannot be forced
@Tag("slow")
class PowerLossTest {

    private static final long SEED = Long.getLong("power.seed", 20_261_123);
    private static final int SEEDS = Integer.getInteger("power.seeds", 4);
    private static final Plan PLAN = Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 1));
    private static final String NAME = "data.parquet";

    /** More pages than are written before the first force: see DiskSync. */
    private static final int PAGES = 42;

    private static final int NUMBERS = 30_000;

    @TempDir
    Path temporary;

    private Path directory;

    private Path root;
    private Path source;
    private byte[] old;
    private byte[] expected;

    @BeforeEach
    void writeLargeSource() throws IOException {
        directory = temporary.toRealPath();
        root = Files.createDirectory(directory.resolve("disk"));
        source = Files.createDirectory(root.resolve("in")).resolve(NAME);
        Random random = new Random(SEED);
        HandMadeFile file = new HandMadeFile(CompressionCodecName.SNAPPY);
        for (int i = 0; i < PAGES; i++) {
            file.page(header -> {}, random.ints(NUMBERS).toArray());
        }
        file.write(source);
        old = Files.readAllBytes(source);
        Path finished = directory.resolve("finished");
        run(directory, source, finished, PLAN);
        expected = Files.readAllBytes(finished);
        // Not the permissions of new files.
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-rw---x"));
        if (Files.getFileStore(source).supportsFileAttributeView(UserDefinedFileAttributeView.class)) {
            Files.getFileAttributeView(source, UserDefinedFileAttributeView.class)
                    .write("owner", ByteBuffer.wrap("us".getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Recompresses a file, and returns the operations on the disk below a directory. */
    private static DiskTrace run(Path below, Path from, Path to, Plan plan) throws IOException {
        DiskTrace trace = new DiskTrace(below);
        RecordedFileSystem files = new RecordedFileSystem(trace);
        FileJob job = LocalJobs.copy(files.path(from), files.path(to), true);
        // One thread, which also writes, so that the order of events is always the same.
        FileOutcome outcome = new Recompression(RecompressOptions.of(plan).withThreads(1))
                .run(List.of(job), Listener.NONE)
                .get(0);
        assertEquals("", outcome.failure().map(Exception::toString).orElse(""));
        trace.runEnded();
        return trace;
    }

    // Would catch: a final name that is given before the bytes are on the disk, or that is not forced to the
    // disk itself.
    @Test
    void newFileAppearsWholeOrNot() throws IOException {
        Path out = Files.createDirectory(root.resolve("out"));
        loseThePowerEverywhere(out.resolve(NAME), PLAN);
    }

    // Would catch: a file on the disk without a path from its root.
    @Test
    void fileInNewDirectoriesAppearsWholeOrNot() throws IOException {
        loseThePowerEverywhere(root.resolve("out/day=1").resolve(NAME), PLAN);
    }

    // Would catch: bytes that were dropped and written again, but not forced again.
    @Test
    void fileWithAKeptChunkAppearsWholeOrNot() throws IOException {
        Plan plan = Plan.to(new CodecLevel(CompressionCodecName.GZIP, 1)).keepSmaller();
        Path finished = directory.resolve("kept");
        run(directory, source, finished, plan);
        expected = Files.readAllBytes(finished);
        Set<String> kinds = loseThePowerEverywhere(root.resolve("in/kept.parquet"), plan);
        assertTrue(kinds.contains("Truncated"), kinds::toString);
    }

    private Set<String> loseThePowerEverywhere(Path target, Plan plan) throws IOException {
        String metadata = RecordedFileSystem.metadata(source);
        DiskTrace trace = run(root, source, target, plan);
        assertArrayEquals(expected, Files.readAllBytes(target));

        int states = 0;
        Map<String, DiskTrace.State> different = new TreeMap<>();
        for (int length = 0; length <= trace.size(); length++) {
            for (DiskTrace.State state : states(trace, length)) {
                Set<Path> there = state.files();
                assertTrue(there.contains(source), () -> "the source is gone: " + state);
                String found = "";
                for (Path file : there) {
                    boolean isTemporary =
                            TemporaryName.of(file.getFileName().toString()).isPresent();
                    byte[] content = isTemporary ? null : state.content(file);
                    boolean isNew = file.equals(target) && Arrays.equals(expected, content);
                    boolean isOld = file.equals(source) && Arrays.equals(old, content);
                    assertTrue(isTemporary || isNew || isOld, () -> file + " is half: " + state);
                    if (isOld) {
                        assertEquals(metadata, state.metadata(file), () -> file + ": " + state);
                    }
                    found += root.relativize(file.getParent()) + (isTemporary ? " temporary" : isNew ? " new" : " old")
                            + ", ";
                }
                assertTrue(!state.runHadEnded() || found.contains(" new"), () -> "what is done is lost: " + state);
                different.putIfAbsent(found, state);
                states++;
            }
        }
        for (DiskTrace.State state : different.values()) {
            goOn(state, target, plan);
        }
        System.out.println("PowerLossTest, " + root.relativize(target) + ": " + trace.size() + " events, " + states
                + " states, " + different.size() + " to go on from");
        return trace.kinds();
    }

    private static List<DiskTrace.State> states(DiskTrace trace, int length) {
        List<DiskTrace.State> states = new ArrayList<>();
        for (DiskTrace.Unforced unforced : DiskTrace.Unforced.values()) {
            for (int i = 0; i < (unforced == DiskTrace.Unforced.BY_SEED ? SEEDS : 1); i++) {
                states.addAll(trace.states(length, unforced, SEED + i));
            }
        }
        return states;
    }

    /**
     * Returns a file's name. The name of a temporary file is changed to that of another process, because a process leaves its own
     * files alone.
     */
    private static String nameOfAnotherProcess(Path file) {
        String name = file.getFileName().toString();
        return TemporaryName.of(name)
                .map(temporary -> new TemporaryName(temporary.file(), new UUID(SEED, SEED)).toString())
                .orElse(name);
    }

    /** Requires that the next run finishes the work after a power loss. */
    private void goOn(DiskTrace.State state, Path target, Plan plan) throws IOException {
        Path after = Files.createTempDirectory(directory, "after");
        Map<Path, Path> places = new HashMap<>();
        for (Path file : state.files()) {
            Path place = after.resolve(root.relativize(file.resolveSibling(nameOfAnotherProcess(file)))
                    .toString());
            Files.createDirectories(place.getParent());
            Files.write(place, state.content(file));
            places.put(file, place);
        }
        Path next = after.resolve(root.relativize(target).toString());
        run(after, places.get(source), next, plan);
        assertArrayEquals(expected, Files.readAllBytes(next), state::toString);
        try (Stream<Path> left = Files.walk(after)) {
            Set<Path> expectedFiles = new HashSet<>(List.of(places.get(source), next));
            left.filter(Files::isRegularFile).forEach(file -> assertTrue(expectedFiles.contains(file), file::toString));
        }
    }
}
