// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new file never replaces another one, and leftovers of killed processes are found. */
class NewLocalFileTest {

    @TempDir
    Path directory;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path leftover(String file) throws IOException {
        return Files.writeString(directory.resolve("." + file + "." + UUID.randomUUID() + ".fastcodec.tmp"), "half");
    }

    private static void deleteLeftovers(Path target) throws IOException {
        new LocalStorage(FileSystems.getDefault()).deleteLeftovers(target.toString());
    }

    private static NewLocalFile written(Path target, String text) throws IOException {
        NewLocalFile file = NewLocalFile.create(target, null);
        file.output().write(text.getBytes(StandardCharsets.UTF_8));
        file.finish();
        return file;
    }

    // Would catch: a rename, which replaces a file that another process has created since the check.
    @Test
    void onlyOneOfSeveralNewFilesGetsTheName() throws Exception {
        int rivals = 4;
        int rounds = 150;
        ExecutorService threads = Executors.newFixedThreadPool(rivals);
        CyclicBarrier start = new CyclicBarrier(rivals);
        for (int round = 0; round < rounds; round++) {
            Path target = directory.resolve("target-" + round);
            List<Future<String>> places = new ArrayList<>();
            for (int i = 0; i < rivals; i++) {
                String text = "rival " + i;
                places.add(threads.submit(() -> {
                    try (NewLocalFile file = written(target, text)) {
                        start.await();
                        file.publish();
                        return text;
                    } catch (FileAlreadyExistsException e) {
                        return null;
                    }
                }));
            }
            List<String> winners = new ArrayList<>();
            for (Future<String> place : places) {
                if (place.get() != null) {
                    winners.add(place.get());
                }
            }
            assertEquals(List.of(Files.readString(target)), winners, "round " + round);
        }
        threads.shutdown();
        assertEquals(rounds, names().size());
    }

    // Would catch: a replaced file, or a message about a recompression where verify writes its findings.
    @Test
    void keepsATargetThatAppearsDuringTheRun() throws IOException {
        Path target = directory.resolve("target");
        try (NewLocalFile file = written(target, "ours")) {
            Files.writeString(target, "theirs");
            Files.writeString(directory.resolve(".target.crc"), "theirs too");
            IOException e = assertThrows(FileAlreadyExistsException.class, file::publish);
            assertEquals(NewFile.exists(target).getMessage(), e.getMessage());
        }
        assertEquals("theirs", Files.readString(target));
        assertEquals(List.of(".target.crc", "target"), names());
    }

    // Would catch: a deleted file of a process that is still writing, or of another program.
    @Test
    void temporaryFiles_onlyAbandonedFilesAreLeftovers() throws IOException {
        Path target = directory.resolve("data.parquet");
        Path left = leftover("data.parquet");
        Path used = leftover("data.parquet");
        Path another = leftover("other.parquet");
        Path unknown = Files.writeString(directory.resolve(".data.parquet.123.fastcodec.tmp"), "theirs");
        // A name as Spark and Delta Lake give it.
        Path theirs = Files.writeString(directory.resolve(".data.parquet." + UUID.randomUUID() + ".tmp"), "theirs");
        try (NewLocalFile ours = written(target, "ours");
                FileChannel channel = FileChannel.open(used, StandardOpenOption.WRITE);
                FileLock lock = channel.lock(Long.MAX_VALUE - 1, 1, false)) {
            assertEquals(true, lock.isValid());
            deleteLeftovers(target);
            assertEquals(false, Files.exists(left));
            assertEquals(5, names().size());
            assertEquals("half", Files.readString(used));
            ours.publish();
        }
        assertEquals(true, Files.exists(another) && Files.exists(unknown) && Files.exists(theirs));
        assertEquals("ours", Files.readString(target));
    }

    // Would catch: a wrong directory, because ".." after a link is resolved by the link's name.
    @Test
    void deletesLeftoversBelowALinksParent() throws IOException {
        Path inside = Files.createDirectories(directory.resolve("elsewhere/inside"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), inside);
        Path left = leftover("data.parquet");
        Path there = Files.move(left, inside.resolveSibling(left.getFileName()));
        deleteLeftovers(link.resolve("../data.parquet"));
        assertEquals(false, Files.exists(there));
    }

    // Would catch: a name that is not a valid path under LC_ALL=C and ends the run of all files next to it.
    @Test
    void keepsLeftoversOfOthersNextToAnInvalidName() throws IOException {
        Path another = leftover("data.parquet");
        new LocalStorage(FileSystems.getDefault()).deleteLeftovers(directory + "/\0.parquet");
        assertEquals(List.of(another.getFileName().toString()), names());
    }

    // Would catch: a second run that fails because of a leftover of the first that is read-only like its
    // source.
    @Test
    void deletesAReadOnlyLeftover() throws IOException {
        Path left = leftover("data.parquet");
        assumeTrue(left.toFile().setWritable(false));
        assumeFalse(Files.isWritable(left), "root may write to any file");
        deleteLeftovers(directory.resolve("data.parquet"));
        assertEquals(List.of(), names());
    }

    // Would catch: a file that cannot be converted because the name of the temporary file or of its checksum
    // file is too long.
    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00fc", "\ud83d\ude80"})
    void acceptsTheLongestPossibleName(String character) throws IOException {
        int bytes = character.getBytes(StandardCharsets.UTF_8).length;
        for (int length : new int[] {192, 200, 204, 248, 252, 255}) {
            String name = character.repeat(length / bytes) + "x".repeat(length % bytes);
            Path target = directory.resolve(name);
            Path another = leftover(TemporaryName.shortened(name + "x"));
            Path left = leftover(TemporaryName.shortened(name));
            deleteLeftovers(target);
            assertEquals(List.of(another.getFileName().toString()), names());
            try (NewLocalFile file = written(target, "new")) {
                file.publish();
            }
            assertEquals(3, Files.size(target));
            assertEquals(false, Files.exists(left));
            Files.delete(target);
            Files.delete(another);
        }
        assertEquals(List.of(), names());
    }
}
