// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.cli.FastCodec;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.hadoop.FaultyFileSystem;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.support.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code recompress} as users run it. */
class RecompressCommandTest {

    private static final Path INTEROP =
            Path.of("../parquet-fastcodec/src/test/resources/interop").toAbsolutePath();

    private static final List<String> PARQUET =
            List.of("day=1/a.snappy.parquet", "day=1/b.parquet", "day=2/part-00000");

    @TempDir
    Path directory;

    private Path in;
    private Path out;

    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

    /** Makes a directory of SNAPPY files, as a job writes it. */
    @BeforeEach
    void makeInput() throws IOException {
        in = directory.resolve("in");
        out = directory.resolve("out");
        copy("pyarrow-snappy-v1-plain-large", "day=1/a.snappy.parquet");
        copy("duckdb-snappy-v2-dict-groups", "day=1/b.parquet");
        copy("duckdb-snappy-v1-plain-mixed", "day=2/part-00000");
        Files.writeString(in.resolve("day=1/.b.parquet.crc"), "stale");
        Files.writeString(in.resolve("notes.txt"), "of mine");
        Files.writeString(in.resolve("_SUCCESS"), "");
    }

    private void copy(String resource, String name) throws IOException {
        Path file = in.resolve(name);
        Files.createDirectories(file.getParent());
        Files.copy(INTEROP.resolve(resource + ".parquet"), file);
    }

    private int run(Object... arguments) {
        return runIn(null, arguments);
    }

    private int runIn(TableProvider application, Object... arguments) {
        stdout.reset();
        stderr.reset();
        return RootCommand.run(
                Stream.concat(Stream.of("recompress"), Arrays.stream(arguments).map(Object::toString))
                        .toArray(String[]::new),
                new PrintStream(stdout),
                new PrintStream(stderr),
                null,
                application);
    }

    private String printed() {
        return stdout.toString(StandardCharsets.UTF_8) + stderr.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return stderr.toString(StandardCharsets.UTF_8).strip();
    }

    private static List<String> names(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    private static Set<String> codecs(Path file) throws IOException {
        try (LocalInput input = LocalInput.open(file)) {
            return ParquetFile.open(input, Long.MAX_VALUE).footer().chunks().stream()
                    .map(chunk -> chunk.codec().name())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void assertAllAre(String codec, Path root) throws IOException {
        for (String name : PARQUET) {
            assertEquals(Set.of(codec), codecs(root.resolve(name)), name);
        }
    }

    @Test
    void writesATreeWithItsOtherFiles() throws IOException {
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertEquals(
                List.of("_SUCCESS", "day=1/a.snappy.parquet", "day=1/b.parquet", "day=2/part-00000", "notes.txt"),
                names(out));
        assertAllAre("ZSTD", out);
        assertAllAre("SNAPPY", in);
        List<String> lines = stdout.toString(StandardCharsets.UTF_8).lines().toList();
        assertTrue(lines.get(0).matches(" +files +before +after +ratio"), lines.get(0));
        assertTrue(lines.get(1).startsWith("recompressed      3 "), lines.get(1));
        assertTrue(lines.get(2).startsWith("copied            2 "), lines.get(2));
        assertTrue(lines.get(4).endsWith(", read back and compared"), lines.get(4));
        lines.forEach(line -> assertTrue(line.length() <= Console.WIDTH, line));
        assertEquals("", errors());
    }

    // Would catch: a page that no reader can decode, reported as recompressed.
    @Test
    void reportsCarriedOverBytesAsSuch() throws IOException {
        Path file = new HandMadeFile(CompressionCodecName.ZSTD)
                .compressedBy(values -> new byte[20]) // not a ZSTD frame
                .page(header -> {}, 1, 2, 3)
                .write(directory.resolve("zstd.parquet"));
        assertEquals(0, run(file, "--to", out, "--codec", "zstd"), this::printed);
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(out.resolve("zstd.parquet")));
        List<String> lines = stdout.toString(StandardCharsets.UTF_8).lines().toList();
        assertTrue(lines.get(1).startsWith("recompressed      0 "), lines.get(1));
        assertTrue(lines.get(2).startsWith("carried over      1 "), lines.get(2));
        assertEquals("Carried over without decompressing them: 1 of 1 column chunks", lines.get(5));

        Path json = directory.resolve("json");
        assertEquals(0, run(in, file, "--to", json, "--codec", "zstd", "--json"), this::printed);
        JsonNode document = new ObjectMapper().readTree(stdout.toByteArray());
        JsonNode total = document.get("total");
        assertEquals(3, total.get("recompressed").asInt(), this::printed);
        assertEquals(1, total.get("carriedOver").asInt(), this::printed);
        assertEquals(1, total.get("keptChunks").asInt(), this::printed);
        for (JsonNode entry : document.get("files")) {
            boolean isKept = entry.get("source").asText().equals(file.toString());
            assertEquals(
                    isKept ? "carriedOver" : "recompressed", entry.get("status").asText());
            assertEquals("readBack", entry.get("comparedBy").asText());
        }
    }

    @Test
    void secondRunWritesOnlyWhatIsMissing() throws IOException {
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        Files.delete(out.resolve("day=1/b.parquet"));
        Files.delete(out.resolve("_SUCCESS"));
        assertEquals(0, run(in, "--to", out, "--codec", "zstd", "--json"), this::printed);
        JsonNode document = new ObjectMapper().readTree(stdout.toByteArray());
        JsonNode total = document.get("total");
        assertEquals(1, total.get("recompressed").asInt(), this::printed);
        assertEquals(2, total.get("upToDate").asInt(), this::printed);
        assertTrue(Files.exists(out.resolve("_SUCCESS")));
        assertEquals(
                "[\"" + in.resolve("_SUCCESS") + "\"]", document.get("copied").toString());
        assertEquals(
                "[\"" + in.resolve("notes.txt") + "\"]",
                document.get("copiesUpToDate").toString());
    }

    // Would catch: rows that readers return twice without a word, because a job has overwritten the sources since the
    // first run.
    @Test
    void namesFilesAndDirectoriesWithoutASource() throws IOException {
        TableProvider cluster = new AdviseTableCommandTest.LocalTables();
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertEquals(List.of(), withoutSource(null, in, "--to", out));
        Files.move(in.resolve("day=1/b.parquet"), in.resolve("day=1/c.parquet"));
        Files.move(in.resolve("day=2"), in.resolve("day=3"));
        Files.writeString(out.resolve("day=1/_b.parquet"), "");
        Files.writeString(out.resolve("day=1/more.txt"), "");
        List<String> old = List.of(out + "/day=1/b.parquet", out + "/day=2");
        assertEquals(old, withoutSource(null, in, "--to", out, "--dry-run"));
        assertEquals(old, withoutSource(null, in, "--to", out));
        assertEquals(old, withoutSource(cluster, in, "--to", out, "--dry-run"));
        assertEquals(old, withoutSource(cluster, in, "--to", out));
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(printed().contains("Extra file without a source: " + old.get(1)), this::printed);
        Path other = Files.createDirectories(directory.resolve("other/day=1"));
        Files.copy(in.resolve("day=1/c.parquet"), other.resolve("b.parquet"));
        for (TableProvider application : Arrays.asList(null, cluster)) {
            assertEquals(List.of(), withoutSource(application, in + "/day=1/c.parquet", "--to", out + "/day=1"));
            assertEquals(List.of(), withoutSource(application, in + "/day=1", other, "--to", out));
        }
    }

    private List<String> withoutSource(TableProvider application, Object... arguments) throws IOException {
        Object[] all = Stream.concat(Arrays.stream(arguments), Stream.of("--codec", "zstd", "--json"))
                .toArray();
        assertEquals(0, runIn(application, all), this::printed);
        List<String> paths = new ArrayList<>();
        new ObjectMapper()
                .readTree(stdout.toByteArray())
                .get("withoutSource")
                .forEach(path -> paths.add(path.asText().replace("file:", "")));
        return paths;
    }

    // Would catch: a report that counts files as copied although an earlier run copied them.
    @Test
    void idleRunReportsEverythingUpToDate() throws IOException {
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        List<String> lines = stdout.toString(StandardCharsets.UTF_8).lines().toList();
        assertTrue(lines.get(2).startsWith("up to date        5 "), this::printed);
        assertFalse(printed().contains("copied"), this::printed);
    }

    // Would catch: a file that counts as done because its target is the file itself.
    @Test
    void rejectsATargetThatIsItsSource() throws IOException {
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        Path file = out.resolve("day=1/b.parquet");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file.getParent());
        for (Path to : List.of(file.getParent(), link)) {
            assertEquals(1, run(file, "--to", to, "--codec", "zstd:9"), this::printed);
            assertTrue(errors().contains("it is the source itself: choose another directory"), this::errors);
        }
    }

    // Would catch: a run that takes the file of one partition for that of another, because their footers are
    // equal. A file system that ignores case has the effect of the link here.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void sources_oneFileIsNotUpToDateForTwoSources() throws IOException {
        copy("duckdb-snappy-v2-dict-groups", "day=2/b.parquet");
        Files.createDirectories(out.resolve("day=1"));
        Files.createSymbolicLink(out.resolve("day=2"), out.resolve("day=1"));
        for (String threads : List.of("1", "1", "2")) {
            assertEquals(2, run(in, "--to", out, "--codec", "ZSTD", "--keep-going", "--threads", threads));
            assertTrue(
                    errors().matches("(?s).*day=(\\d).b\\.parquet already exists: .*day=(?!\\1)\\d.b\\.parquet, under"
                            + " another name: .*"),
                    this::printed);
            assertFalse(Files.exists(out.resolve("_SUCCESS")));
        }
    }

    // Would catch: a run that reads the files of the previous run through links.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void repeatedRunsWriteTheSameFiles() throws IOException {
        Path customers = Files.createDirectories(directory.resolve("customers"));
        Files.copy(in.resolve("day=1/b.parquet"), customers.resolve("c.parquet"));
        Files.createSymbolicLink(in.resolve("parent"), Path.of(".."));
        Files.createSymbolicLink(in.resolve("customers"), customers);
        Files.createSymbolicLink(customers.resolve("back"), in);
        List<String> expected = new ArrayList<>(PARQUET);
        expected.addAll(List.of("_SUCCESS", "customers/c.parquet", "notes.txt"));
        List<String> before = names(in);
        for (int i = 0; i < 3; i++) {
            assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
            assertEquals(expected.stream().sorted().toList(), names(out));
            assertTrue(printed().contains("Not in the new directory: " + in + "/parent"), this::printed);
        }
        assertEquals(before, names(in));
        assertEquals(List.of("c.parquet"), names(customers));
    }

    // Would catch: a target in a directory that a link leads to, or a target that is a link into the source.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void rejectsATargetLinkedIntoTheSource() throws IOException {
        Path customers = Files.createDirectories(directory.resolve("customers"));
        Files.copy(in.resolve("day=1/b.parquet"), customers.resolve("c.parquet"));
        Files.createSymbolicLink(in.resolve("customers"), customers);
        Path back = Files.createSymbolicLink(Files.createDirectories(out).resolve("day=2"), in);
        List<String> before = names(directory);
        for (Path to : List.of(customers, customers.resolve("new"), back, out)) {
            assertEquals(2, run(in, "--to", to, "--codec", "zstd"), this::printed);
            assertTrue(errors().startsWith("--to: "), this::errors);
            assertEquals(before, names(directory));
        }
    }

    @Test
    void copiesTheSuccessMarkerLast() throws IOException {
        Files.createDirectories(out);
        Files.writeString(out.resolve("notes.txt"), "of another");
        assertEquals(1, run(in, "--to", out, "--codec", "zstd"), this::printed);
        List<String> lines = errors().lines().toList();
        assertEquals(1, lines.size(), this::errors);
        assertTrue(lines.get(0).contains("notes.txt is not copied: "), this::printed);
        assertTrue(printed().contains("Not in the new directory: " + in.resolve("_SUCCESS")), this::printed);
        assertFalse(Files.exists(out.resolve("_SUCCESS")));
    }

    // Would catch: a text file that is not copied because another one failed, files missing from the counts.
    @Test
    void keepGoingTriesEveryFileAndOmitsSuccess() throws IOException {
        Files.createDirectories(out);
        for (String name : List.of("a.txt", "b.txt", "z.txt")) {
            Files.writeString(in.resolve(name), name);
        }
        for (String name : List.of("a.txt", "notes.txt")) {
            Files.writeString(out.resolve(name), "of another");
        }
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going"), this::printed);
        assertEquals("b.txt", Files.readString(out.resolve("b.txt")));
        assertEquals("z.txt", Files.readString(out.resolve("z.txt")));
        assertFalse(Files.exists(out.resolve("_SUCCESS")));
        List<String> lines = errors().lines().toList();
        assertEquals(3, lines.size(), this::errors);
        assertTrue(lines.get(0).startsWith(in.resolve("a.txt") + " is not copied: "), this::errors);
        assertTrue(lines.get(1).startsWith(in.resolve("notes.txt") + " is not copied: "), this::errors);
        assertEquals("Failed: 2 of 7 files, for the reasons above.", lines.get(2));
        assertTrue(printed().lines().anyMatch(line -> line.matches("failed +2 .*")), this::printed);
        Files.delete(out.resolve("b.txt"));
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going", "--json"), this::printed);
        JsonNode document = new ObjectMapper().readTree(stdout.toByteArray());
        assertEquals(2, document.get("exitCode").asInt(), this::printed);
        assertEquals(2, document.get("copyFailures").size(), this::printed);
        assertTrue(document.get("copied").toString().contains("b.txt"), this::printed);
        assertTrue(document.get("leftOut").toString().contains("_SUCCESS"), this::printed);
    }

    // Would catch: --verbose without stack traces, or a stack trace in the document.
    @Test
    void verbosePrintsTheStackTraceOfEachFailure() throws IOException {
        damage("day=1/a.snappy.parquet");
        Files.createDirectories(out.resolve("day=1/b.parquet"));
        List<String> arguments = List.of(in.toString(), "--to", out.toString(), "--codec", "zstd", "--keep-going");
        assertEquals(2, run(arguments.toArray()), this::printed);
        assertEquals(3, errors().lines().count(), this::errors);
        List<String> verbose = new ArrayList<>(arguments);
        verbose.addAll(List.of("--json", "--verbose"));
        assertEquals(2, run(verbose.toArray()), this::printed);
        assertEquals(
                2,
                new ObjectMapper()
                        .readTree(stdout.toByteArray())
                        .get("total")
                        .get("failed")
                        .asInt());
        List<String> lines = errors().lines().toList();
        int ofB = indexOfStart(lines, in.resolve("day=1/b.parquet") + ": ");
        assertTrue(lines.get(ofB + 1).startsWith("java.nio.file.FileAlreadyExistsException: "), this::errors);
        assertTrue(lines.get(ofB + 2).startsWith("    at "), this::errors);
        int ofA = indexOfStart(lines, in.resolve("day=1/a.snappy.parquet") + " is not recompressed: ");
        assertFalse(lines.get(ofA + 1).contains("FileDefect"), this::errors); // the sentence suffices
    }

    @Test
    void verbosePrintsTheStackTraceOfAFailedCopy() throws IOException {
        Files.createDirectories(out);
        Files.writeString(out.resolve("notes.txt"), "of another");
        assertEquals(1, run(in, "--to", out, "--codec", "zstd", "--verbose"), this::printed);
        List<String> lines = errors().lines().toList();
        int ofNotes = indexOfStart(lines, in.resolve("notes.txt") + " is not copied: ");
        assertTrue(lines.get(ofNotes + 1).startsWith("java.nio.file.FileAlreadyExistsException: "), this::errors);
        assertTrue(lines.get(ofNotes + 2).startsWith("    at "), this::errors);
    }

    private static int indexOfStart(List<String> lines, String start) {
        return lines.indexOf(lines.stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow());
    }

    @Test
    void followsAPlanAndColumnOptions() throws IOException {
        Path file = in.resolve("day=1/b.parquet");
        String column;
        try (LocalInput input = LocalInput.open(file)) {
            column = ParquetFile.open(input, Long.MAX_VALUE)
                    .footer()
                    .chunks()
                    .get(0)
                    .path();
        }
        Path plan = Files.writeString(
                directory.resolve("plan.json"), "{\"version\": 1, \"codec\": \"ZSTD\", \"level\": 5}");
        assertEquals(0, run(file, "--to", out, "--plan", plan, "--column", column + "=gzip"), this::printed);
        assertEquals(Set.of("GZIP", "ZSTD"), codecs(out.resolve("b.parquet")));
    }

    @Test
    void clusterWritesTheSameFiles() throws IOException {
        assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
        Path clusters = directory.resolve("clusters");
        TableProvider application = new AdviseTableCommandTest.LocalTables();
        assertEquals(0, runIn(application, in, "--to", clusters, "--codec", "zstd"), this::printed);
        for (String name : PARQUET) {
            assertEquals(-1, Files.mismatch(out.resolve(name), clusters.resolve(name)), name);
        }
        assertEquals(2, runIn(application, in, "--to", in + "/out", "--codec", "zstd"), this::printed);
        assertTrue(errors().startsWith("--to: " + in + "/out is in " + in + ": "), this::errors);
        assertEquals(2, runIn(application, in, "--to", directory + "/unread", "--codec", "brotli"), this::printed);
        assertTrue(errors().startsWith("The job does not write "), this::errors);
        assertFalse(Files.exists(directory.resolve("unread")));
    }

    // Would catch: a _SUCCESS although a partition is missing because its disk is not mounted.
    @Test
    void reportsADanglingLinkAndOmitsSuccess() throws IOException {
        Files.createSymbolicLink(in.resolve("day=9"), directory.resolve("not/mounted"));
        assertEquals(1, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(errors().contains("day=9 is not copied: "), this::errors);
        assertFalse(Files.exists(out.resolve("_SUCCESS")));
        assertTrue(Files.exists(out.resolve(PARQUET.get(0))));
    }

    // Would catch: a pipe at the target that is opened, which blocks until another process writes to it.
    @Test
    void doesNotOpenAPipeAtTheTarget() throws Exception {
        Files.createDirectories(out.resolve("day=1"));
        Process made =
                new ProcessBuilder("mkfifo", out.resolve("day=1/b.parquet").toString()).start();
        assumeTrue(made.waitFor() == 0, "no pipes here");
        assertEquals(1, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(errors().contains("already exists: it is not a regular file"), this::errors);
    }

    // Would catch: a remedy that does not name the option for jars.
    @Test
    void namesTheJarsOptionForAMissingFileSystem() {
        assertEquals(1, run("gs://bucket/in", "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(errors().endsWith("Name them with --jars."), this::errors);
    }

    @Test
    void dryRunWritesNothingAndEstimatesTheSize() throws IOException {
        assertEquals(0, run(in, "--to", out, "--codec", "zstd", "--dry-run", "--json"), this::printed);
        assertFalse(Files.exists(out));
        JsonNode estimate = new ObjectMapper().readTree(stdout.toByteArray());
        assertEquals(3, estimate.get("files").asInt());
        assertTrue(estimate.get("bytesAfter").asLong() > 0, this::printed);
        assertEquals(0, run(in, "--to", out, "--codec", "zstd", "--dry-run"), this::printed);
        printed().lines().forEach(line -> assertTrue(line.length() <= Console.WIDTH, line));
    }

    private void damage(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(in.resolve(name));
        Files.write(in.resolve(name), Arrays.copyOf(bytes, bytes.length - 5));
    }

    @Test
    void damagedFileEndsTheRunWithExitCode1() throws IOException {
        damage("day=1/a.snappy.parquet");
        assertEquals(1, run(in, "--to", out, "--codec", "zstd", "--threads", 1), this::printed);
        assertEquals(List.of(), names(out));
        List<String> lines = errors().lines().toList();
        assertEquals(2, lines.size(), this::printed);
        assertTrue(
                lines.get(0).startsWith(in.resolve("day=1/a.snappy.parquet") + " is not recompressed: "), lines.get(0));
        assertTrue(lines.get(1).startsWith("Stopped at the first failure: 3 of 4 files are not done"), lines.get(1));
    }

    // Would catch: a copy of _SUCCESS although files are missing.
    @Test
    void keepGoingConvertsTheRestAndExitsWith2() throws IOException {
        damage("day=1/a.snappy.parquet");
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going"), this::printed);
        assertEquals(List.of("day=1/b.parquet", "day=2/part-00000"), names(out));
        assertTrue(errors().contains("a.snappy.parquet is not recompressed: "), this::errors);
        assertTrue(
                errors().endsWith(
                                "Failed: 1 of 4 files, for the reasons above. Not done: 1, to be copied once all Parquet"
                                        + " files are done."),
                this::errors);
        assertTrue(printed().lines().anyMatch(line -> line.matches("failed +1 .*")), this::printed);
        assertTrue(printed().lines().anyMatch(line -> line.matches("not done +1 .*")), this::printed);
    }

    // Would catch: a misspelt column that each file is refused for, one by one.
    @ParameterizedTest
    @ValueSource(strings = {"--keep-going", "--dry-run"})
    void rejectsAColumnThatNoFileHasOnce(String option) throws IOException {
        assertEquals(2, run(in, "--to", out, "--column", "nowhere=zstd", option), this::printed);
        assertEquals(1, errors().lines().count(), this::errors);
        assertTrue(errors().startsWith("No file has the column nowhere; the columns are "), this::errors);
        assertFalse(Files.exists(out));
    }

    // Would catch: a source that is named for its file, and again in its reason.
    @Test
    void failureNamesItsSourceOnce() {
        Path source = in.resolve("day=1/b.parquet");
        assertEquals(0, run(source, "--to", out, "--codec", "zstd"), this::printed);
        assertEquals(1, run(source, "--to", out, "--codec", "gzip"), this::printed);
        assertTrue(errors().contains("it was made from " + source + " by another plan"), this::errors);
        assertEquals(errors().indexOf(source.toString()), errors().lastIndexOf(source.toString()), this::errors);
    }

    // Would catch: a refusal that names an option the command does not have.
    @Test
    void dropsUnnamedBytesWithTheOptionOfTheirRefusal() throws IOException {
        Path odd = HandMadeFile.plain().before((byte) 1).write(directory.resolve("odd.parquet"));
        assertEquals(1, run(odd, "--to", out, "--codec", "zstd"));
        assertTrue(errors().contains("with the option drop-unnamed-bytes"), this::printed);
        assertEquals(0, run(odd, "--to", out, "--codec", "zstd", "--drop-unnamed-bytes"), this::printed);
        assertEquals(List.of("odd.parquet"), names(out));
    }

    @Test
    void rejectsFilesOfATable() throws IOException {
        Files.createDirectory(in.resolve("_delta_log"));
        assertEquals(1, run(in, "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(errors().contains("Delta Lake"), this::errors);
        assertEquals(List.of(), names(out));
    }

    // Would catch: a name that adds lines to a report or controls the terminal.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void escapesControlCharactersInNames() throws IOException {
        // Large enough to be sampled by the estimate.
        String damaged = "PAR1 and no more PAR".repeat(50_000);
        Files.writeString(in.resolve("x\u001b[31m\nrecompressed 9\u202e.parquet"), damaged);
        Files.createDirectories(in.resolve("_temporary\u001b[0m"));
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going"), this::printed);
        assertTrue(
                errors().contains("/x\\u001b[31m\\nrecompressed 9\\u202e.parquet is not recompressed: "), this::errors);
        assertTrue(printed().chars().noneMatch(c -> c == 0x1b || c == 0x202e), this::printed);
        assertEquals(2, errors().lines().count(), this::errors);
        assertEquals(2, run(in, "--to", in.resolve("../new"), "--codec", "zstd", "--keep-going", "--dry-run"));
        assertTrue(
                errors().contains("/x\\u001b[31m\\nrecompressed 9\\u202e.parquet is not recompressed: "), this::errors);
        assertTrue(printed().chars().noneMatch(c -> c == 0x1b || c == 0x202e), this::printed);
        assertEquals(2, run(in.resolve("\u001b[31m"), "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(errors().contains("/\\u001b[31m does not exist"), this::errors);
        Path name = in.resolve("\"\\\u009b31m\u202e\u2028.parquet");
        Files.writeString(name, "PAR1 and no more PAR");
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going", "--json"), this::printed);
        assertTrue(printed().chars().noneMatch(c -> c == 0x9b || c == 0x202e || c == 0x2028), this::printed);
        assertTrue(
                new ObjectMapper()
                        .readTree(stdout.toByteArray())
                        .findValuesAsText("source")
                        .contains(name.toString()),
                this::printed);
    }

    // Would catch: "does not exist" for an existing file, or other files that are left out.
    @Test
    @EnabledOnOs(OS.LINUX)
    void rejectsAnInvalidNameAndConvertsTheOthers() throws Exception {
        Process touch = new ProcessBuilder("bash", "-c", "cp b.parquet $'caf\\xe9.parquet'")
                .directory(in.resolve("day=1").toFile())
                .start();
        assertEquals(0, touch.waitFor());
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going"), this::printed);
        assertTrue(
                errors().contains("caf\ufffd.parquet cannot be opened, because its name is not valid"), this::errors);
        assertEquals(
                1, errors().lines().filter(line -> line.contains(".parquet")).count(), this::errors);
    }

    // Would catch: a run that ends at a name that Java cannot encode under LC_ALL=C, including the name of a
    // directory or of a file that is not a Parquet file.
    @Test
    @EnabledOnOs(OS.LINUX)
    void hostileFiles_unencodableNameFailsOnlyItsFile() throws Exception {
        Process copies = new ProcessBuilder(
                        "bash",
                        "-c",
                        "cp b.parquet $'\\xc3\\xa9.parquet'; cp b.parquet $'\\xc3\\xa8.parquet'; mkdir $'\\xc3\\xa9';"
                                + " cp b.parquet $'\\xc3\\xa9/b.parquet'; echo of mine alone > $'\\xc3\\xa9.txt'")
                .directory(in.resolve("day=1").toFile())
                .start();
        assertEquals(0, copies.waitFor());
        ChildJvm child = underC("recompress", in.toString(), "--to", out.toString(), "--codec", "zstd", "--keep-going");
        assertEquals(2, child.exit(), child::toString);
        assertEquals(PARQUET, names(out), child::toString);
        assertTrue(child.errors().contains("set LC_ALL=C.UTF-8"), child::toString);
        ChildJvm verified = underC("verify", in.toString(), "--json");
        JsonNode total = new ObjectMapper().readTree(verified.output());
        assertEquals(6, total.get("files").size(), verified::toString);
    }

    private ChildJvm underC(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(FastCodec.class.getName()));
        all.addAll(List.of(arguments));
        return ChildJvm.run(directory, "child", 120, List.of("env", "LC_ALL=C"), all);
    }

    @Test
    void estimateGivesAReasonOfManyFilesOnce() throws IOException {
        for (int i = 0; i < 20; i++) {
            copy("duckdb-snappy-v1-plain-mixed", "day=3/part-" + i + ".parquet");
        }
        Files.createDirectory(in.resolve("_delta_log"));
        assertEquals(1, run(in, "--to", out, "--codec", "zstd", "--dry-run"), this::printed);
        assertEquals(1, errors().lines().count(), this::errors);
        assertTrue(errors().endsWith(" The same holds for 22 more; --json lists them."), this::errors);
        assertEquals(1, run(in, "--to", out, "--codec", "zstd", "--dry-run", "--json"), this::printed);
        assertEquals(
                23,
                new ObjectMapper()
                        .readTree(stdout.toByteArray())
                        .get("failures")
                        .size());
    }

    // Would catch: thousands of similar lines.
    @Test
    void givesAReasonOfManyFilesOnce() throws IOException {
        for (int i = 0; i < 20; i++) {
            copy("duckdb-snappy-v1-plain-mixed", "day=3/part-" + i + ".parquet");
        }
        Files.createDirectory(in.resolve("_delta_log"));
        assertEquals(2, run(in, "--to", out, "--codec", "zstd", "--keep-going"), this::printed);
        List<String> lines = errors().lines().toList();
        assertEquals(2, lines.size(), this::errors);
        assertTrue(lines.get(0).endsWith(" The same holds for 22 more; --json lists them."), lines.get(0));
        assertEquals(
                "Failed: 23 of 24 files, for the reasons above. Not done: 1, to be copied once all Parquet files are done.",
                lines.get(1));
    }

    // Would catch: a file that is lost because another one has the same target.
    @Test
    void rejectsTwoFilesForOneTargetBeforehand() throws IOException {
        Path other = Files.createDirectories(directory.resolve("other/in/day=1"));
        Files.copy(in.resolve("day=1/b.parquet"), other.resolve("b.parquet"));
        assertEquals(2, run(in, other.getParent(), "--to", out, "--codec", "zstd"), this::printed);
        assertTrue(errors().contains(" would both become " + out.resolve("in/day=1/b.parquet")), this::errors);
        assertFalse(Files.exists(out));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IN --to OUT | --codec, --column or --plan is required, unless --checksums is given.",
                "IN --codec zstd | Missing required option: '--to=DIR'.",
                "IN --to OUT --in-place --codec zstd | Unknown option: '--in-place'.",
                "IN --to OUT --codec zst | Invalid value for option '--codec': \"zst\" is not a codec, expected one of"
                        + " uncompressed, snappy, gzip, lzo, brotli, lz4, zstd, lz4_raw.",
                "IN --to OUT --codec zstd:high | Invalid value for option '--codec': the level \"high\" is not a whole number.",
                "IN --to OUT --codec snappy:1 | Invalid value for option '--codec': SNAPPY has no compression levels,"
                        + " got level 1.",
                "IN --to OUT --column zstd | --column is \"zstd\", expected a column, = and a codec, such as"
                        + " comment=zstd:12.",
                "IN --to OUT --column a=b | --column a=b: \"b\" is not a codec",
                "IN --to OUT --column a=zstd --column a=gzip | --column names a twice, expected one codec per"
                        + " column.",
                "IN --to OUT --plan IN/no.json | --plan: IN/no.json does not exist.",
                "IN --to OUT --plan IN | --plan: IN: Is a directory.",
                "IN --to OUT --plan IN/day=1/b.parquet | --plan: IN/day=1/b.parquet is not a text in UTF-8.",
                "IN --to OUT --plan IN/notes.txt | --plan IN/notes.txt: The plan is not JSON",
                "IN/none --to OUT --codec zstd | IN/none does not exist.",
                "IN/_none* --to OUT --codec zstd | IN/_none* does not exist.",
                "IN --to IN/out --codec zstd | --to: IN/out is in IN: a second run would read what this one writes.",
                "IN --to IN/notes.txt --codec zstd | --to: IN/notes.txt is a file, expected a directory.",
                "IN/day=1 --to IN --codec zstd | --to: the copy of IN/day=1 would be written to that directory itself.",
                "IN/day* --to IN/day=1/new --codec zstd | --to: IN/day=1/new/day=1 is in IN/day=1: a second run"
                        + " would read what this one writes.",
                "IN --to OUT --codec zstd --threads 0 | --threads is 0, expected at least 1.",
                "IN --to OUT --codec zstd --memory 1x | Invalid value for option '--memory': \"1x\" is not a size above 0,"
                        + " expected a number with k, m, g or t, such as 512m.",
                "IN --to OUT --codec zstd --jars IN/no.jar | --jars: IN/no.jar does not exist.",
                "--to OUT --codec zstd | Missing required parameter: 'PATH'."
            })
    void wrongArgumentsGetOneSentenceAndExitCode2(String arguments, String sentence) {
        String text = arguments.replace("IN", in.toString()).replace("OUT", out.toString());
        assertEquals(2, run((Object[]) text.split(" ")), this::printed);
        String expected = sentence.replace("IN", in.toString()).replace("OUT", out.toString());
        assertTrue(errors().startsWith(expected), () -> expected + "\n" + errors());
        assertEquals(1, errors().lines().count(), this::errors);
        assertTrue(errors().endsWith(" See \"parquet-fastcodec recompress --help\"."), this::errors);
        assertFalse(Files.exists(out));
    }

    @Test
    void rejectsALevelOutOfRange() {
        assertEquals(2, run(in, "--to", out, "--codec", "zstd:99"), this::printed);
        assertTrue(errors().contains("99"), this::errors);
        assertFalse(Files.exists(out));
    }

    // Would catch: files at level 3 instead of 19 with exit code 0, because zstd-jni does not load.
    @Test
    void rejectsUnavailableLevelsAndCodecsBeforehand() throws IOException {
        System.setProperty("parquet.fastcodec.engine.zstd", "aircompressor");
        System.setProperty("parquet.fastcodec.engine.brotli", "brotli-dec");
        System.setProperty("parquet.fastcodec.engine.lz4_raw", "aircompressor");
        System.setProperty("parquet.fastcodec.engine.gzip", "jdk-zlib");
        try {
            for (String[] asked : new String[][] {
                {"--codec", "zstd:19"},
                {"--codec", "zstd:19", "--dry-run"},
                {"--codec", "snappy", "--column", "any=zstd:19"},
                {"--codec", "lz4_raw:3"},
                {"--codec", "gzip:10"},
                {"--codec", "brotli"}
            }) {
                List<Object> args = new ArrayList<>(List.of(in, "--to", out));
                args.addAll(List.of(asked));
                assertEquals(2, run(args.toArray()), this::printed);
                assertTrue(
                        errors().matches(
                                        "(?s).*No engine can compress (ZSTD at level 19; aircompressor does not have this"
                                                + " level|LZ4_RAW at level 3; aircompressor does not have this level|GZIP at level 10;"
                                                + " jdk-zlib does not have this level|BROTLI; brotli-dec only decompresses).*"),
                        this::errors);
                assertFalse(Files.exists(out));
            }
            assertEquals(0, run(in, "--to", out, "--codec", "zstd:3"), this::printed);
        } finally {
            System.clearProperty("parquet.fastcodec.engine.zstd");
            System.clearProperty("parquet.fastcodec.engine.brotli");
            System.clearProperty("parquet.fastcodec.engine.lz4_raw");
            System.clearProperty("parquet.fastcodec.engine.gzip");
        }
    }

    @Test
    void usesTheSettingsOfTheJvm() throws IOException {
        String key = "parquet.compression.codec.zstd.level";
        System.setProperty(key, "19");
        try {
            assertEquals(0, run(in, "--to", out, "--codec", "zstd"), this::printed);
            System.setProperty(key, "99");
            assertEquals(2, run(in, "--to", directory.resolve("other"), "--codec", "zstd"), this::printed);
            assertTrue(errors().contains("(" + key + ") is \"99\", expected "), this::errors);
        } finally {
            System.clearProperty(key);
        }
        assertEquals(0, run(in, "--to", directory.resolve("plain"), "--codec", "zstd"), this::printed);
        String name = PARQUET.get(0);
        assertFalse(Arrays.equals(
                Files.readAllBytes(out.resolve(name)),
                Files.readAllBytes(directory.resolve("plain").resolve(name))));
    }

    @Test
    void readsAndWritesAHadoopFileSystem() throws IOException {
        Path configuration = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                configuration.resolve("core-site.xml"),
                "<configuration><property><name>fs.faulty.impl</name><value>" + FaultyFileSystem.class.getName()
                        + "</value></property></configuration>");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            // A directory passes for a jar.
            assertEquals(
                    0,
                    run("faulty://x" + in, "--to", "faulty://x" + out, "--codec", "zstd", "--jars", configuration),
                    this::printed);
            assertAllAre("ZSTD", out);
            assertEquals(5, names(out).size(), () -> printed());
            Path local = directory.resolve("local");
            assertEquals(
                    0,
                    run("faulty://x" + out + "/day=*", "--to", local, "--codec", "snappy", "--jars", configuration),
                    this::printed);
            assertAllAre("SNAPPY", local);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private ChildJvm child(List<String> options, Object... arguments) throws Exception {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(FastCodec.class.getName(), "recompress"));
        Arrays.stream(arguments).map(Object::toString).forEach(all::add);
        return ChildJvm.run(directory, "child", 120, List.of(), all);
    }

    // Would catch: seconds at each start, or a dependency on Hadoop's classes.
    @Test
    void localPathsLoadNoHadoopClasses() throws Exception {
        Path log = directory.resolve("classes.log");
        ChildJvm child = child(List.of("-Xlog:class+load:file=" + log), in, "--to", out, "--codec", "zstd");
        assertEquals(0, child.exit(), child::toString);
        assertEquals("", child.errors());
        try (Stream<String> lines = Files.lines(log)) {
            assertEquals(
                    List.of(),
                    lines.filter(line -> line.contains(" org.apache.hadoop."))
                            .limit(5)
                            .toList());
        }
    }

    // Would catch: exit code 0 in the document of an interrupted run, or files that are still copied after the
    // signal.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void signalStopsCopyingAndTheDocumentSaysFailed() throws Exception {
        int count = 1_000;
        for (int i = 0; i < count; i++) {
            Files.writeString(in.resolve("text-" + i), "of mine");
        }
        Path stdoutFile = directory.resolve("stdout");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED", // as in the manifest of the single jar
                        "-cp",
                        System.getProperty("java.class.path"),
                        FastCodec.class.getName(),
                        "recompress",
                        in.toString(),
                        "--to",
                        out.toString(),
                        "--codec",
                        "zstd",
                        "--json")
                .redirectError(directory.resolve("stderr").toFile())
                .redirectOutput(stdoutFile.toFile())
                .start();
        while (process.isAlive() && !Files.exists(out.resolve("text-0"))) { // by then all Parquet files are done
            Thread.sleep(1);
        }
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
        String said = Files.readString(directory.resolve("stderr"));
        assertEquals(128 + 15, process.exitValue(), said);
        JsonNode document = new ObjectMapper().readTree(stdoutFile.toFile());
        assertEquals(ExitCode.FAILED, document.get("exitCode").asInt());
        assertEquals(PARQUET.size(), document.get("total").get("recompressed").asInt());
        assertTrue(document.get("total").get("interrupted").asBoolean());
        int copied = document.get("copied").size();
        int left = Math.max(1, count + 1 - copied); // _SUCCESS counts only if it is all that is left
        assertEquals(
                "Interrupted: " + left + " of " + (PARQUET.size() + copied + left)
                        + " files are not done; no file is half done. Run the same command again to do the rest.",
                said.strip());
        assertFalse(Files.exists(out.resolve("_SUCCESS")), "it is copied last");
    }

    // Would catch: a search that ignores Ctrl-C while a store does not answer.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void signalEndsTheSearchForFiles() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            ProcessBuilder command = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    FastCodec.class.getName(),
                    "recompress",
                    "s3://bucket/in",
                    "--to",
                    out.toString(),
                    "--codec",
                    "zstd");
            command.environment()
                    .putAll(Map.of(
                            "AWS_ACCESS_KEY_ID",
                            "key",
                            "AWS_SECRET_ACCESS_KEY",
                            "secret",
                            "AWS_REGION",
                            "eu-west-1",
                            "AWS_ENDPOINT_URL_S3",
                            "http://127.0.0.1:" + silent.getLocalPort()));
            Path errors = directory.resolve("stderr");
            Process process = command.redirectError(errors.toFile())
                    .redirectOutput(directory.resolve("stdout").toFile())
                    .start();
            silent.setSoTimeout(60_000);
            silent.accept(); // and sends nothing
            process.destroy();
            assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it does not end");
            assertEquals(128 + 15, process.exitValue(), Files.readString(errors));
        }
    }

    /** Tests SIGTERM, which has the same effect as Ctrl-C. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void runResumesAfterASignal() throws Exception {
        Path many = Files.createDirectory(directory.resolve("many"));
        int count = 500;
        for (int i = 0; i < count; i++) {
            Files.copy(in.resolve("day=2/part-00000"), many.resolve("part-" + i + ".parquet"));
        }
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FastCodec.class.getName(),
                "recompress",
                many.toString(),
                "--to",
                out.toString(),
                "--codec",
                "brotli:11");
        Path errors = directory.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .redirectError(errors.toFile())
                .redirectOutput(directory.resolve("stdout").toFile())
                .start();
        String[] whole;
        do {
            Thread.sleep(10);
            whole = out.toFile().list((folder, name) -> name.endsWith(".parquet"));
        } while (process.isAlive() && (whole == null || whole.length == 0));
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
        String said = Files.readString(errors);
        assertEquals(128 + 15, process.exitValue(), said);
        assertTrue(said.contains("Interrupted: ") && said.contains("to do the rest."), said);
        List<String> done = names(out);
        assertTrue(done.size() < count, () -> done.size() + " files");
        assertEquals(
                List.of(), done.stream().filter(name -> name.endsWith(".tmp")).toList());
        byte[] first = Files.readAllBytes(out.resolve(done.get(0)));
        Path rest = Files.createDirectory(directory.resolve("rest"));
        for (int i = 0; i < 5; i++) { // a second run over all files would take long
            Files.copy(
                    many.resolve("part-" + i + ".parquet"),
                    rest.resolve("part-" + i + ".parquet"),
                    StandardCopyOption.COPY_ATTRIBUTES); // the target may exist, and must not be older
        }
        Files.copy(
                many.resolve(done.get(0)),
                rest.resolve(done.get(0)),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        assertEquals(0, run(rest, "--to", out, "--codec", "brotli:11"), this::printed);
        assertArrayEquals(first, Files.readAllBytes(out.resolve(done.get(0))));
    }
}
