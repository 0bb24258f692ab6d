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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Wherever the power fails, the source is whole, a new file has its name only as a whole, and the next run finishes the work; what
 * a run has said to be done stays done. No power is cut: a run's operations are recorded, and all states of the disk that may
 * be left after each of them are made and looked at.
 *
 * <p>The model is a journaling file system that promises no more than POSIX does:
 *
 * <ul>
 *   <li>Bytes are on the disk if a force of their file has begun after they were written, and has ended. Of others each block of 4
 *       KiB is there, is lost, or is zeros. Without its last blocks a file is shorter. All are lost, all there, all zeros, or each
 *       one by a seed.
 *   <li>Permissions and attributes are there if such a force was for metadata too; else they may be those of the file's creation.
 *   <li>A name that is created, linked, renamed or deleted is so on the disk if a force of its directory has begun after that, and
 *       has ended. A force of the file does not do. Other changes of a directory are there or not, but in their order: never a
 *       later one without the earlier ones. Directories do not wait for one another. A rename is one step.
 *   <li>A force takes as long as it can: until the thread that writes the file waits, or has changed a name without waiting. What is
 *       written while it runs, it does not bring to the disk.
 * </ul>
 *
 * <p>Not in the model: disks that say that they have written what they have not, and what a file system loses that was forced.
 */
@DisabledOnOs(OS.WINDOWS) // its directories cannot be forced
class PowerLossTest {

    private static final long SEED = Long.getLong("power.seed", 20_261_123);
    private static final int SEEDS = Integer.getInteger("power.seeds", 4);
    private static final Plan PLAN = Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 1));
    private static final String NAME = "data.parquet";

    /** More than is written before the first force: see DiskSync. */
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
        // not what a new file has by itself
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-rw---x"));
        if (Files.getFileStore(source).supportsFileAttributeView(UserDefinedFileAttributeView.class)) {
            Files.getFileAttributeView(source, UserDefinedFileAttributeView.class)
                    .write("owner", ByteBuffer.wrap("us".getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Recompresses a file, and returns what was done to the disk below a directory. */
    private static DiskTrace run(Path below, Path from, Path to, Plan plan) throws IOException {
        DiskTrace trace = new DiskTrace(below);
        RecordedFileSystem files = new RecordedFileSystem(trace);
        FileJob job = LocalJobs.copy(files.path(from), files.path(to), true);
        // One thread, which also writes: the order of events is the same each time.
        FileOutcome outcome = new Recompression(RecompressOptions.of(plan).withThreads(1))
                .run(List.of(job), Listener.NONE)
                .get(0);
        assertEquals("", outcome.failure().map(Exception::toString).orElse(""));
        trace.runEnded();
        return trace;
    }

    // Would catch: a name that is given before the bytes are on the disk, or is not brought there itself.
    @Test
    void aNewFileAppearsWholeOrNotAtAll() throws IOException {
        Path out = Files.createDirectory(root.resolve("out"));
        loseThePowerEverywhere(out.resolve(NAME), PLAN);
    }

    // Would catch: a file on the disk that no directory leads to.
    @Test
    void aNewFileInNewDirectoriesAppearsWholeOrNotAtAll() throws IOException {
        loseThePowerEverywhere(root.resolve("out/day=1").resolve(NAME), PLAN);
    }

    // Would catch: bytes that were taken back and written again, and are not brought to the disk anew.
    @Test
    void aChunkThatKeepsItsBytesAppearsWholeOrNotAtAll() throws IOException {
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
        for (DiskTrace.Luck luck : DiskTrace.Luck.values()) {
            for (int i = 0; i < (luck == DiskTrace.Luck.BY_SEED ? SEEDS : 1); i++) {
                states.addAll(trace.states(length, luck, SEED + i));
            }
        }
        return states;
    }

    /** Returns a file's name; that of a temporary file as if another process had made it, as this one leaves its own alone. */
    private static String nameOfAnotherProcess(Path file) {
        String name = file.getFileName().toString();
        return TemporaryName.of(name)
                .map(temporary -> new TemporaryName(temporary.file(), new UUID(SEED, SEED)).toString())
                .orElse(name);
    }

    /** Requires that the next run finds its way after a loss of power. */
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
