// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.cluster.RepeatingCluster;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.verify.log.TableLogColumn;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of a table whose log is a set of paths; the logs of real tables are tested in src/it/tables. */
class TableRecompressionTest {

    private static final Path SNAPPY =
            Path.of("../parquet-fastcodec/src/test/resources/interop/pyarrow-snappy-v1-plain-large.parquet");
    private static final Path GZIP =
            Path.of("../parquet-fastcodec/src/test/resources/interop/duckdb-gzip-v1-dict-groups.parquet");

    private static final long GZIP_ROWS = 4559;

    @TempDir
    Path directory;

    private final PathLog log = new PathLog();
    private Plan plan = Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 3));

    @BeforeEach
    void writeFiles() throws IOException {
        for (int i = 0; i < 5; i++) {
            add("f" + i, i % 2 == 0 ? SNAPPY : GZIP);
        }
    }

    @AfterEach
    void eachLiveFileIsThere() {
        log.live.forEach(file -> assertTrue(Files.exists(Path.of(file)), file));
    }

    private void add(String name, Path content) throws IOException {
        Path file = directory.resolve(name + ".parquet");
        Files.copy(content, file);
        log.live.add(file.toString());
    }

    private TableReport run(int batch) throws IOException {
        return new TableRecompression(log, new RepeatingCluster(Map.of()), RecompressOptions.of(plan), batch)
                .run(() -> false);
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private Set<String> with(Set<String> before) {
        Set<String> both = new TreeSet<>(before);
        both.addAll(log.live);
        return both;
    }

    @Test
    void eachBatchIsACommit() throws IOException {
        Set<String> before = files();
        TableReport report = run(2);
        assertEquals(List.of(2, 2, 1), log.commits);
        assertEquals(List.of(1L, 2L, 3L), report.versions());
        assertEquals(5, report.replaced().files());
        assertTrue(report.isComplete());
        assertEquals(5, log.live.size());
        assertTrue(before.stream().noneMatch(log.live::contains), "old files are no longer live");
        assertEquals(with(before), files(), "nothing is deleted, for time travel");
        long after = 0;
        for (String file : log.live) {
            after += Files.size(Path.of(file));
        }
        assertEquals(after, report.replaced().bytesAfter());
    }

    // Would catch: the backup of another table, committed with the length and the rows that it has.
    @Test
    void rejectsAFileThatContradictsTheLog() throws IOException {
        List<String> live = List.copyOf(log.live);
        long snappy = Files.size(SNAPPY);
        long gzip = Files.size(GZIP);
        log.stated.put(live.get(0), new TableLogEntry(gzip, GZIP_ROWS));
        log.stated.put(live.get(1), new TableLogEntry(gzip, GZIP_ROWS + 1));
        log.stated.put(live.get(2), new TableLogEntry(gzip, TableLogColumn.UNKNOWN));
        log.stated.put(live.get(3), new TableLogEntry(gzip, GZIP_ROWS));
        Set<String> before = files();
        TableReport report = run(10);
        Map<String, String> refused = new TreeMap<>();
        for (FileOutcome file : report.failures()) {
            refused.put(
                    file.source(),
                    assertInstanceOf(FileDefect.class, file.failure().orElseThrow())
                            .getMessage());
        }
        String remedy = ": it is not the file that was added to the table; restore that file";
        String length = "it has " + snappy + " bytes, but the table's log says " + gzip + remedy;
        String rows = "it has " + GZIP_ROWS + " rows, but the table's log says " + (GZIP_ROWS + 1) + remedy;
        assertEquals(Map.of(live.get(0), length, live.get(1), rows, live.get(2), length), refused);
        assertEquals(2, report.replaced().files());
        assertTrue(log.live.containsAll(refused.keySet()), "they are still part of the table");
        assertEquals(with(before), files(), "nothing else is written");
    }

    // Would catch: a run after a killed one that starts over, as it would with a level in the plan.
    @Test
    void secondRunSkipsWhatTheFirstHasDone() throws IOException {
        log.failsAt = 2;
        assertEquals("refused", run(2).failure().orElseThrow().getMessage());
        log.failsAt = 0;
        TableReport report = run(2);
        assertEquals(2, report.kept().get(KeepReason.UP_TO_DATE).files());
        assertEquals(3, report.replaced().files());
    }

    @Test
    void uncommittedBatchLeavesNothing() throws IOException {
        Set<String> before = files();
        log.failsAt = 2;
        TableReport report = run(2);
        assertEquals("refused", report.failure().orElseThrow().getMessage());
        assertEquals(2, report.replaced().files());
        assertEquals(List.of(), report.orphans());
        assertEquals(with(before), files());
    }

    // Would catch: half files in a table that no later run, VACUUM or remove_orphan_files deletes.
    @Test
    void deletesLeftoversOfAKilledRun() throws IOException {
        Set<String> before = files();
        for (String name : List.of("f1.parquet", "f3.parquet", "f9.parquet")) {
            Files.writeString(
                    directory.resolve("." + new NewNames("another plan").next(name)
                            + ".0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0.fastcodec.tmp"),
                    "a half file");
        }
        run(10);
        assertEquals(with(before), files());
    }

    // Would catch: a clean-up that deletes files of the table.
    @Test
    void deletesNothingIfTheCommitIsUncertain() throws IOException {
        log.unknown = new IOException("unknown", null);
        TableReport report = run(10);
        assertSame(log.unknown, report.failure().orElseThrow());
        assertEquals(5, report.orphans().size());
        assertEquals(10, files().size());
    }

    // Would catch: hours of work without a report, because a library of another version lacks a method.
    @Test
    void libraryErrorEndsTheRunWithAReport() throws IOException {
        log.errorAt = 2;
        TableReport report = run(2);
        assertEquals(
                "java.lang.NoSuchMethodError: gone",
                report.failure().orElseThrow().getMessage());
        assertEquals(List.of(1L), report.versions());
        assertEquals(2, report.replaced().files());
        assertEquals(2, report.orphans().size(), "whether they are part of the table is unknown");
    }

    // Would catch: files of a table that are deleted because there was no memory for the report of their
    // commit.
    @Test
    void failureAfterACommitDeletesNothing() throws IOException {
        Set<String> before = files();
        log.answersNothing = true;
        TableReport report = run(10);
        assertTrue(report.failure().isPresent());
        assertEquals(5, log.live.size());
        assertEquals(with(before), files());
    }

    @Test
    void unreadableLogDoesNotLoseTheReport() throws IOException {
        log.listed = 3;
        TableReport report = run(2);
        assertEquals("lost", report.failure().orElseThrow().getMessage());
        assertEquals(List.of(1L), report.versions());
        assertFalse(report.isComplete());
        log.listed = 0;
        assertEquals(
                "lost", assertThrows(IllegalStateException.class, () -> run(2)).getMessage(), "nothing was committed");
    }

    @Test
    void skipsFilesRemovedDuringTheRun() throws IOException {
        Set<String> before = files();
        log.removedMeanwhile = directory.resolve("f1.parquet").toString();
        TableReport report = run(10);
        assertEquals(4, report.replaced().files());
        assertEquals(1, report.kept().get(KeepReason.CHANGED_MEANWHILE).files());
        assertEquals(with(before), files());
    }

    @Test
    void failedFileStaysInTheTable() throws IOException {
        Files.write(directory.resolve("f1.parquet"), new byte[] {'P', 'A', 'R', '1'});
        Set<String> before = files();
        TableReport report = run(10);
        assertEquals(4, report.replaced().files());
        assertEquals(1, report.failures().size());
        assertTrue(report.isComplete());
        assertTrue(log.live.contains(directory.resolve("f1.parquet").toString()));
        assertEquals(with(before), files());
    }

    // Would catch: a commit that replaces files by identical copies, or a commit without files.
    @Test
    void doesNotRewriteUnchangedFiles() throws IOException {
        plan = Plan.to(new CodecLevel(CompressionCodecName.GZIP));
        Set<String> before = files();
        TableReport report = run(10);
        assertEquals(3, report.replaced().files());
        assertEquals(2, report.kept().get(KeepReason.UNCHANGED).files());
        assertEquals(with(before), files());
        log.commits.clear();
        assertEquals(0, run(10).replaced().files());
        assertEquals(List.of(), log.commits);
    }

    private boolean hasMoreFilesThan(Set<String> before) {
        try {
            return files().stream().filter(file -> !file.contains("/.")).count() > before.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void cancelledRunCommitsItsFinishedFiles() throws IOException {
        Set<String> before = files();
        TableReport report = new TableRecompression(log, new RepeatingCluster(Map.of()), RecompressOptions.of(plan), 10)
                .run(() -> hasMoreFilesThan(before));
        assertFalse(report.isComplete());
        assertTrue(
                report.replaced().files() > 0 && report.replaced().files() < 5,
                report.replaced().files() + " files");
        assertEquals(with(before), files());
    }

    @Test
    void rejectsABatchWithoutFiles() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> run(0));
        assertEquals("batch is 0 files, expected at least 1", e.getMessage());
    }

    /** A log in memory. */
    private final class PathLog implements TableLog {

        private final Set<String> live = new TreeSet<>();
        private final List<Integer> commits = new ArrayList<>();
        private final NewNames names = new NewNames("plan");
        private int failsAt;
        private int errorAt;
        private int listed = Integer.MAX_VALUE;
        private boolean answersNothing;
        private String removedMeanwhile = "";
        private IOException unknown;

        /** The entries of files; other files have their true length and an unknown number of rows. */
        private final Map<String, TableLogEntry> stated = new TreeMap<>();

        @Override
        public Stream<TableFile> liveFiles() {
            int[] left = {listed};
            return List.copyOf(live).stream().map(path -> {
                if (left[0]-- == 0) {
                    throw new IllegalStateException("lost");
                }
                return tableFile(path);
            });
        }

        @Override
        public Stream<LoggedFile> loggedFiles() {
            throw new UnsupportedOperationException("nothing is verified");
        }

        private TableFile tableFile(String path) {
            String name = Path.of(path).getFileName().toString();
            long length = Path.of(path).toFile().length();
            TableLogEntry entry = stated.getOrDefault(path, new TableLogEntry(length, TableLogColumn.UNKNOWN));
            return names.isWrittenByPlan(name)
                    ? new TableFile.Kept(path, length, KeepReason.UP_TO_DATE)
                    : new TableFile.Replaceable(
                            path,
                            entry.length(),
                            entry.rows(),
                            directory.resolve(names.next(name)).toString(),
                            path);
        }

        @Override
        public Commit replace(List<Replacement> replacements) throws IOException {
            if (unknown != null) {
                throw unknown;
            }
            if (commits.size() + 1 == errorAt) {
                throw new NoSuchMethodError("gone");
            }
            if (commits.size() + 1 == failsAt) {
                throw new NotCommittedException("refused", null);
            }
            live.remove(removedMeanwhile);
            List<Replacement> done = new ArrayList<>();
            for (Replacement replacement : replacements) {
                assertEquals(
                        replacement.length(),
                        Files.size(Path.of(replacement.file().target())));
                if (live.remove(replacement.file().source())) {
                    live.add(replacement.file().target());
                    done.add(replacement);
                }
            }
            commits.add(done.size());
            return answersNothing ? null : new Commit(done, List.of((long) commits.size()));
        }

        @Override
        public void delete(String path) throws IOException {
            Files.deleteIfExists(Path.of(path)); // live files too: the tests check which files are left
        }
    }
}
