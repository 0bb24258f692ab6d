// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.FileOutcome.Status;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.search.TargetDirectory;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.storage.hadoop.FaultyFileSystem;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterConversionTest {

    private static final Path INTEROP =
            Path.of("../parquet-fastcodec/src/test/resources/interop").toAbsolutePath();

    private static final RecompressOptions ZSTD =
            RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 3)));

    @TempDir
    Path directory;

    private final RepeatingCluster cluster = new RepeatingCluster(
            Map.of("fs.faulty.impl", FaultyFileSystem.class.getName(), "fs.faulty.impl.disable.cache", "true"));
    private final Map<String, FileOutcome> outcomes = new TreeMap<>();
    private Path in;
    private Path out;

    @BeforeEach
    void writeFiles() throws IOException {
        in = directory.resolve("in");
        out = directory.resolve("out");
        copy("pyarrow-snappy-v1-plain-large", "day=1/a.parquet");
        copy("duckdb-gzip-v1-dict-groups", "day=1/b.parquet");
        copy("pyarrow-snappy-v1-plain-large", "day=2/c.parquet");
        Files.createFile(in.resolve("_SUCCESS"));
    }

    private void copy(String name, String to) throws IOException {
        Files.createDirectories(in.resolve(to).getParent());
        Files.copy(INTEROP.resolve(name + ".parquet"), in.resolve(to));
    }

    /** Finds files as the command does. */
    private FileList list(List<String> paths, String to) throws IOException {
        Storages storages = cluster.storages();
        TargetDirectory target = TargetDirectory.at(to, storages);
        FileList files = Search.find(paths, storages, new ClusterLister(cluster, true), target);
        target.requireOutside(files, storages);
        return files;
    }

    private FileList convert(String scheme, boolean keepsGoing) throws IOException {
        outcomes.clear();
        cluster.begun.clear();
        ClusterConversion conversion = new ClusterConversion(cluster);
        FileList files = list(List.of(scheme + in), scheme + out);
        conversion.convert(
                files,
                ZSTD.withKeepGoing(keepsGoing),
                result -> {
                    String source = result.outcome().source();
                    assertEquals(
                            null, outcomes.put(source.substring(source.indexOf("/in/") + 4), result.outcome()), source);
                },
                () -> false);
        return files;
    }

    private Map<String, Status> statuses() {
        Map<String, Status> statuses = new TreeMap<>();
        outcomes.forEach((file, outcome) -> statuses.put(file, outcome.status()));
        return statuses;
    }

    private static Map<String, Status> all(Status status) {
        return Map.of("day=1/a.parquet", status, "day=1/b.parquet", status, "day=2/c.parquet", status);
    }

    private List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "file:", "faulty://bucket"})
    void convertsATreeThatASecondRunFinds(String scheme) throws IOException {
        FileList files = convert(scheme, false);
        assertEquals(3, files.files());
        assertEquals(all(Status.RECOMPRESSED), statuses());
        assertEquals(List.of("day=1/a.parquet", "day=1/b.parquet", "day=2/c.parquet"), names(out));
        long before = 0;
        for (FileOutcome outcome : outcomes.values()) {
            before += outcome.bytesBefore();
        }
        assertEquals(files.bytes(), before);
        convert(scheme, false);
        assertEquals(all(Status.UP_TO_DATE), statuses());
    }

    // Would catch: a machine without native libraries that writes a level other than the requested one.
    @Test
    void failsFilesOnMachinesThatLackTheLevel() throws IOException {
        RecompressOptions high = RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 19)))
                .withCodecs(FastCodecOptions.from(Map.of("parquet.fastcodec.engine.zstd", "aircompressor")::get))
                .withKeepGoing(true);
        ClusterConversion conversion = new ClusterConversion(cluster);
        List<String> failures = new ArrayList<>();
        conversion.convert(
                list(List.of(in.toString()), out.toString()),
                high,
                result -> failures.add(result.outcome().failure().orElseThrow().getMessage()),
                () -> false);
        assertEquals(3, failures.size());
        failures.forEach(failure -> assertTrue(failure.contains("No engine can compress ZSTD at level 19"), failure));
        assertEquals(List.of(), names(Files.createDirectories(out)));
    }

    // Would catch: outdated values at the target if the new source has the same footer and older timestamps.
    @ParameterizedTest
    @ValueSource(strings = {"", "file:", "faulty://bucket"})
    void replacedSourceIsNotUpToDate(String scheme) throws IOException {
        Path again = in.resolve("day=1/b.parquet");
        Path newer = HandMadeFile.plain().page(header -> {}, 8).write(directory.resolve("newer"));
        HandMadeFile.plain().page(header -> {}, 7).write(again);
        convert(scheme, false);
        Files.move(newer, again, StandardCopyOption.REPLACE_EXISTING);
        convert(scheme, true);
        Map<String, Status> expected = new TreeMap<>(all(Status.UP_TO_DATE));
        expected.put("day=1/b.parquet", Status.FAILED);
        assertEquals(expected, statuses());
        String message = outcomes.get("day=1/b.parquet").failure().get().getMessage();
        assertTrue(message.contains("it is not a recompressed copy of "), message);
    }

    @Test
    void startsWithTheLargestFile() throws IOException {
        convert("", false);
        List<Long> lengths = new ArrayList<>();
        for (Object task : cluster.begun) {
            for (Object value : (List<?>) task) {
                if (value instanceof FileTask file) {
                    lengths.add(Files.size(Path.of(file.source().substring("file:".length()))));
                }
            }
        }
        assertEquals(3, lengths.size());
        assertEquals(lengths.stream().sorted(Comparator.reverseOrder()).toList(), lengths);
    }

    // Would catch: a repeated task that attributes a lost attempt's file to an earlier run, or fails on it.
    @ParameterizedTest
    @ValueSource(strings = {"file:", "faulty://bucket"})
    void lostAttemptsFileCountsForThisRun(String scheme) throws IOException {
        cluster.lostAttempts = 1;
        convert(scheme, false);
        assertEquals(all(Status.RECOMPRESSED), statuses());
        Map<String, String> repeated = sizes();
        deleteOutput();
        cluster.lostAttempts = 0;
        convert(scheme, false);
        assertEquals(sizes(), repeated);
    }

    private Map<String, String> sizes() {
        Map<String, String> sizes = new TreeMap<>();
        outcomes.forEach((file, outcome) -> sizes.put(file, outcome.bytesBefore() + " to " + outcome.bytesAfter()));
        return sizes;
    }

    private void deleteOutput() throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void concurrentAttemptsWriteOneFile() throws IOException {
        cluster.attemptsAtOnce = 4;
        for (int round = 0; round < 5; round++) {
            convert("file:", false);
            assertEquals(all(Status.RECOMPRESSED), statuses());
            assertEquals(List.of("day=1/a.parquet", "day=1/b.parquet", "day=2/c.parquet"), names(out));
            deleteOutput();
        }
    }

    @Test
    void rejectsOnlyTheTableInATree() throws IOException {
        Files.createDirectories(in.resolve("day=1/_delta_log"));
        copy("pyarrow-snappy-v1-plain-large", "day=1/deep/er/d.parquet");
        convert("", true);
        assertEquals(
                Map.of(
                        "day=1/a.parquet", Status.FAILED,
                        "day=1/b.parquet", Status.FAILED,
                        "day=1/deep/er/d.parquet", Status.FAILED,
                        "day=2/c.parquet", Status.RECOMPRESSED),
                statuses());
        assertTrue(
                outcomes.get("day=1/deep/er/d.parquet")
                        .failure()
                        .get()
                        .getMessage()
                        .contains("day=1 holds _delta_log"),
                () -> outcomes.get("day=1/deep/er/d.parquet").failure().toString());
        deleteOutput();
        convert("", false);
        assertEquals(1, outcomes.size(), "a failure ends the run");
    }

    // Would catch: copied rows that a table has deleted, because a link bypasses the table's marker.
    @Test
    void rejectsALinkIntoATable() throws IOException {
        Path table =
                Files.createDirectories(directory.resolve("table/_delta_log")).getParent();
        Files.createDirectories(table.resolve("day=3"));
        Files.copy(in.resolve("day=1/a.parquet"), table.resolve("day=3/d.parquet"));
        Files.createSymbolicLink(in.resolve("day=3"), table.resolve("day=3"));
        convert("", true);
        assertEquals(Status.FAILED, outcomes.get("day=3/d.parquet").status());
        assertEquals(Status.RECOMPRESSED, outcomes.get("day=1/a.parquet").status());
    }

    // Would catch: a copy of each file for each path that leads to it through links.
    @Test
    void convertsALinkedDirectoryOnce() throws IOException {
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere"));
        Files.copy(in.resolve("day=1/a.parquet"), elsewhere.resolve("d.parquet"));
        Files.createSymbolicLink(in.resolve("a-link"), in.resolve("day=1"));
        Files.createSymbolicLink(in.resolve("day=2/day=3"), elsewhere);
        Files.createSymbolicLink(in.resolve("day=2/day=4"), elsewhere);
        Files.createSymbolicLink(in.resolve("day=2/up"), in);
        Files.createSymbolicLink(in.resolve("day=2/parent"), Path.of("../.."));
        Files.createSymbolicLink(elsewhere.resolve("back"), directory);
        FileList files = convert("file:", false);
        assertEquals(
                List.of("day=1/a.parquet", "day=1/b.parquet", "day=2/c.parquet", "day=2/day=3/d.parquet"), names(out));
        assertEquals(4, files.files());
        for (String link : List.of("a-link", "day=2/day=4")) {
            assertTrue(files.hidden().contains("file:" + in + "/" + link), files.hidden()::toString);
        }
        for (String link : List.of("day=2/up", "day=2/parent", "day=2/day=3/back")) {
            assertTrue(files.hidden().contains(in + "/" + link), files.hidden()::toString);
        }
    }

    // Would catch: files that become the input of the next run, a run that finds its own sources at their
    // targets.
    @Test
    void rejectsATargetInsideTheSource() throws IOException {
        ClusterConversion conversion = new ClusterConversion(cluster);
        Path link = Files.createSymbolicLink(directory.resolve("link"), in);
        assertThrows(IllegalArgumentException.class, () -> list(List.of("" + in), link + "/new"));
        assertThrows(IllegalArgumentException.class, () -> list(List.of(in + "/day=1"), "" + in));
        Path away = Files.createSymbolicLink(
                directory.resolve("away"), Files.createDirectories(directory.resolve("elsewhere/sub")));
        assertThrows(
                IllegalArgumentException.class,
                () -> list(List.of(directory + "/elsewhere"), away + "/../new"),
                "after a link, .. leads to the same place as in the system");
        assertEquals(2, list(List.of(in + "/day=1"), "" + out).files());
        Files.createSymbolicLink(Files.createDirectories(out).resolve("day=2"), in);
        assertThrows(IllegalArgumentException.class, () -> list(List.of("" + in), "" + out));
        Files.createSymbolicLink(in.resolve("elsewhere"), directory.resolve("elsewhere"));
        assertThrows(IllegalArgumentException.class, () -> list(List.of("" + in), directory + "/elsewhere/new"));
    }

    @Test
    void keepsADifferentFileAtTheTarget() throws IOException {
        Files.createDirectories(out.resolve("day=1"));
        Files.writeString(out.resolve("day=1/a.parquet"), "something else");
        convert("", true);
        assertEquals(Status.FAILED, outcomes.get("day=1/a.parquet").status());
        assertEquals("something else", Files.readString(out.resolve("day=1/a.parquet")));
        assertEquals(Status.RECOMPRESSED, outcomes.get("day=1/b.parquet").status());
    }

    // Would catch: an exception that the driver cannot read, which would lose the results of the whole task.
    @Test
    void damagedFileFailsAlone() throws IOException {
        Files.writeString(in.resolve("day=1/bad.parquet"), "PAR1 and nothing that ends like it");
        convert("", true);
        assertEquals(Status.FAILED, outcomes.get("day=1/bad.parquet").status());
        assertEquals(
                3,
                outcomes.values().stream()
                        .filter(outcome -> outcome.status() == Status.RECOMPRESSED)
                        .count());
    }

    // Compares the statements of Iceberg's and Delta's logs about a file with the footer that parquet-java
    // reads.
    @Test
    void resultHasTheOffsetsAndSizesOfTheNewFile() throws IOException {
        String target = "file:" + out.resolve("new.parquet");
        List<FileResult> results = new ArrayList<>();
        Path source = in.resolve("day=1/b.parquet");
        new RecompressFiles(ZSTD.withGuardTables(false))
                .on(
                        cluster,
                        List.of(new FileTask("file:" + source, target, Files.size(source), false))
                                .iterator(),
                        results::add,
                        () -> false);
        List<Long> starts = new ArrayList<>();
        Map<String, Long> sizes = new HashMap<>();
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(target), new Configuration(false)))) {
            for (BlockMetaData block : reader.getFooter().getBlocks()) {
                starts.add(block.getStartingPos());
                for (ColumnChunkMetaData column : block.getColumns()) {
                    sizes.merge(column.getPath().toDotString(), column.getTotalSize(), Long::sum);
                }
            }
        }
        assertTrue(starts.size() > 1, "one row group tells little");
        FileResult result = results.get(0);
        assertEquals(target, result.outcome().target());
        assertEquals(Files.size(out.resolve("new.parquet")), result.outcome().bytesAfter());
        assertEquals(starts, result.splitOffsets());
        assertEquals(sizes, result.columnSizes());
    }

    @Test
    void rejectsAWrongLevelOrPathBeforehand() {
        ClusterConversion conversion = new ClusterConversion(cluster);
        assertThrows(NoSuchFileException.class, () -> list(List.of("file:" + in + "/none"), "file:" + out));
        assertThrows(IllegalArgumentException.class, () -> list(List.of("file:" + in), in + "/below"));
        RecompressOptions wrong = RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD))
                .withCodecs(FastCodecOptions.defaults().withLevel(CompressionCodecName.ZSTD, "99"));
        assertThrows(
                IllegalArgumentException.class,
                () -> conversion.convert(list(List.of("" + in), "" + out), wrong, null, null));
        assertTrue(Files.notExists(out));
    }

    @Test
    void rejectsTwoFilesForOneTarget() throws IOException {
        Path other = directory.resolve("other/day=1");
        Files.createDirectories(other);
        Files.copy(in.resolve("day=1/a.parquet"), other.resolve("a.parquet"));
        ClusterConversion conversion = new ClusterConversion(cluster);
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> list(List.of("file:" + in + "/day=1", "file:" + other), "file:" + out));
        assertTrue(refusal.getMessage().contains("would both become"), refusal.getMessage());
    }

    @Test
    void namedFilesAndGlobsKeepTheirRelativePaths() throws IOException {
        ClusterConversion conversion = new ClusterConversion(cluster);
        FileList files = list(List.of("file:" + in + "/day=*/[ab]*", in + "/day=2/c.parquet"), "file:" + out);
        List<String> targets = new ArrayList<>();
        files.largestFirst().forEach(file -> targets.add(file.target()));
        targets.sort(null);
        assertEquals(
                List.of(
                        "file:" + out + "/c.parquet",
                        "file:" + out + "/day=1/a.parquet",
                        "file:" + out + "/day=1/b.parquet"),
                targets);
    }

    @Test
    void findsFilesToReadWithoutATarget() throws IOException {
        Files.createDirectories(in.resolve("day=1/_delta_log"));
        Path left = in.resolve("day=2/.c.parquet.0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0.fastcodec.tmp");
        Files.writeString(left, "not ours to delete");
        FileList files = Search.find(
                List.of("file:" + in, in + "/day=1/a.parquet"),
                cluster.storages(),
                new ClusterLister(cluster, false),
                null);
        assertEquals(3, files.files(), "a file that is named twice counts once, and those of a table count");
        assertEquals(3, files.draw(100, 1).size());
        assertTrue(Files.exists(left));
    }
}
