// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.cli.FastCodec;
import io.github.fastcodec.internal.cluster.CountingFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseCommandTest {

    /** A file written by pyarrow. */
    private static final Path SOURCE = Path.of("src/test/resources/layouts/pyarrow-v1-snappy.parquet");

    private static final String LEVELS = "--levels=snappy,lz4_raw,zstd:1,zstd:9";

    private static final Path GZIP = Path.of("src/test/resources/layouts/pyarrow-v2-gzip-index-checksums.parquet");

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return FastCodec.run(args, new PrintStream(out), new PrintStream(err));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    // Would catch: lines that cannot be pasted, a table wider than a terminal.
    @Test
    void reportFitsATerminalAndItsLinesWork() throws IOException {
        Path plan = directory.resolve("plan.json");
        assertEquals(0, run("advise", LEVELS, "--goal=smallest", "--all", SOURCE.toString()), this::err);
        String report = out();
        String lines = report.substring(report.indexOf("Lines to copy"));
        report.substring(report.indexOf('\n'), report.indexOf("Lines to copy"))
                .lines()
                .forEach(line -> assertTrue(line.length() <= Console.WIDTH, line));
        assertTrue(report.substring(0, report.indexOf("All columns")).lines().count() <= 10, report);
        assertTrue(report.contains("now: SNAPPY"), report);
        String command = lines.lines()
                .filter(line -> line.startsWith("java -jar"))
                .findFirst()
                .orElseThrow();
        String[] pasted = command.substring(command.indexOf("recompress"))
                .replace("--to converted", "--to " + directory.resolve("converted"))
                .split(" ");
        out.reset();
        assertEquals(0, run(pasted), () -> out() + err());
        Path converted = directory.resolve("converted").resolve(SOURCE.getFileName());
        assertTrue(Files.size(converted) < Files.size(SOURCE), () -> "" + converted);
        String byPlan = directory.resolve("by plan").toString();
        assertEquals(0, run("advise", LEVELS, "--goal=smallest", "--plan=" + plan, SOURCE.toString()), this::err);
        assertTrue(out().contains(" recompress --plan " + plan + " --to converted " + SOURCE), this::out);
        assertEquals(0, run("recompress", "--plan=" + plan, "--to=" + byPlan, SOURCE.toString()), this::err);
        assertEquals(-1, Files.mismatch(converted, Path.of(byPlan).resolve(SOURCE.getFileName())));
    }

    /** Returns a directory with Hadoop settings for the counting file system. */
    private Path counted() throws IOException {
        Path configuration = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                configuration.resolve("core-site.xml"),
                "<configuration><property><name>fs." + CountingFileSystem.SCHEME + ".impl</name><value>"
                        + CountingFileSystem.class.getName() + "</value></property></configuration>");
        return configuration;
    }

    // Would catch: a run that fails because another process deleted one of its directories.
    @Test
    void searchSurvivesAVanishedDirectory() throws IOException {
        String jars = "--jars=" + counted();
        Path table = Files.createDirectory(directory.resolve("table"));
        Files.createDirectory(table.resolve(CountingFileSystem.GONE));
        Files.copy(SOURCE, table.resolve("z.parquet"));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            String path = CountingFileSystem.SCHEME + "://bucket" + table;
            assertEquals(0, run("verify", jars, path), this::err);
            assertTrue(out().startsWith("1 file, "), out());
            assertEquals(2, run("verify", jars, path + "/" + CountingFileSystem.GONE));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    // Would catch: a tree that is listed twice, by the command and by the advisor.
    @Test
    void listsEachDirectoryOfAStoreOnce() throws IOException {
        String jars = "--jars=" + counted();
        Path table = directory.resolve("table");
        for (int part = 0; part < 3; part++) {
            Path partition = Files.createDirectories(table.resolve("part=" + part));
            Files.copy(SOURCE, partition.resolve("a.parquet"));
        }
        CountingFileSystem.REQUESTS.clear();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            String path = CountingFileSystem.SCHEME + "://bucket" + table;
            assertEquals(0, run("advise", LEVELS, jars, path), this::err);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertEquals(4, CountingFileSystem.REQUESTS.get("LIST"), CountingFileSystem.REQUESTS::toString);
    }

    // Would catch: the exit code for damage instead of the one for a wrong argument.
    @Test
    void rejectsAPathWithoutParquetFiles() throws IOException {
        Path table = Files.createDirectory(directory.resolve("empty"));
        assertEquals(2, run("advise", table.toString()));
        assertTrue(err().startsWith("There is no Parquet file in " + table + ". "), err());
        err.reset();
        assertEquals(2, run("advise", table + "/none"));
        assertTrue(err().startsWith(table + "/none does not exist. "), err());
    }

    // Would catch: a line that names each of ten thousand files, or that loses the directories below its argument.
    @Test
    void recompressLineNamesTheGivenArgument() throws IOException {
        Path table = Files.createDirectories(directory.resolve("a table"));
        for (int part = 0; part < 4; part++) {
            Files.copy(SOURCE, table.resolve("part-" + part + ".parquet"));
        }
        assertEquals(0, run("advise", LEVELS, "--goal=smallest", table.toString()), this::err);
        assertTrue(
                out().lines().anyMatch(line -> line.endsWith(" --keep-smaller --to converted '" + table + "'")), out());
    }

    // Would catch: a line with the path of a jar that the reader has never seen.
    @Test
    void recompressLineBeginsWithTheTypedProgram() throws IOException {
        System.setProperty("parquet-fastcodec.program", "bin/parquet-fastcodec");
        try {
            assertEquals(0, run("advise", LEVELS, "--goal=smallest", SOURCE.toString()), this::err);
        } finally {
            System.clearProperty("parquet-fastcodec.program");
        }
        assertTrue(out().contains("\nbin/parquet-fastcodec recompress --codec zstd:9 "), this::out);
    }

    // Would catch: a launcher that names its jar, or a folder that the reader did not type.
    @ParameterizedTest
    @CsvSource({"parquet-fastcodec, parquet-fastcodec", "target/bin/parquet-fastcodec, target/bin/parquet-fastcodec"})
    @DisabledOnOs(OS.WINDOWS)
    void launcherPassesOnTheTypedCommand(String typed, String expected) throws Exception {
        Path bin = Files.createDirectories(directory.resolve("target/bin"));
        Files.copy(Path.of("src/main/bin/parquet-fastcodec"), bin.resolve("parquet-fastcodec"), COPY_ATTRIBUTES);
        Files.createFile(directory.resolve("target/parquet-fastcodec-tools-1-all.jar"));
        Path java = Files.createDirectories(directory.resolve("java/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", typed + " doctor").directory(directory.toFile());
        shell.environment().put("JAVA_HOME", directory.resolve("java").toString());
        shell.environment().merge("PATH", bin.toString(), (path, more) -> more + ":" + path);
        List<String> words = new String(
                        shell.redirectErrorStream(true).start().getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertTrue(words.contains("-Dparquet-fastcodec.program=" + expected), words::toString);
        assertEquals("doctor", words.get(words.size() - 1), words::toString);
    }

    // Would catch: a report that tells only those of dictionaries who should change their codec.
    @Test
    void firstTenLinesNameDictionariesEvenWithoutACodecChange() throws IOException {
        Path table = directory.resolve("ids.parquet");
        MessageType schema = MessageTypeParser.parseMessageType("message t { required int64 id; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(table))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .build()) {
            for (int i = 1; i <= 30_000; i++) {
                writer.write(new SimpleGroup(schema).append("id", i * 0x9e3779b97f4a7c15L));
            }
        }
        assertEquals(0, run("advise", "--levels=uncompressed", "--goal=smallest", table.toString()), this::err);
        assertTrue(out().contains("  Keep UNCOMPRESSED for the file: "), out());
        String sentence = "Columns whose dictionaries are thrown away, unless they are off already: 1, listed below.";
        assertTrue(out().lines().limit(10).anyMatch(line -> line.equals("  " + sentence)), out());
        assertTrue(out().contains("Dictionaries" + System.lineSeparator() + "  id has no dictionary, and none"), out());
        assertTrue(out().contains("SET `parquet.enable.dictionary#id`=false;"), out());
        assertTrue(!out().contains("None: keep"), out());
    }

    // Would catch: lines to copy that would make an unchanged table larger, because its level is unknown.
    @Test
    void unchangedTableGetsNoLinesToCopy() throws IOException {
        Path table = directory.resolve("small");
        assertEquals(0, run("recompress", "--codec=zstd:19", "--to=" + table, SOURCE.toString()), this::err);
        out.reset();
        String again = table.resolve(SOURCE.getFileName()).toString();
        assertEquals(0, run("advise", LEVELS, "--goal=smallest", again), this::err);
        assertTrue(
                out().lines().limit(2).anyMatch(line -> line.startsWith("  Keep ZSTD (level unknown) for the file: ")),
                out());
        assertTrue(out().contains("None: keep the current settings."), out());
        assertTrue(!out().contains("SET "), out());
        out.reset();
        assertEquals(0, run("advise", LEVELS, "--goal=smallest", "--json", again), this::err);
        JsonNode advice = new ObjectMapper().readTree(out());
        assertEquals(0, advice.get("lines").size(), this::out);
        assertEquals(
                "ZSTD (level unknown)", advice.at("/table/candidates/0/name").textValue());
        assertTrue(advice.at("/table/candidates/0/compressMBps").isMissingNode(), this::out);
        assertTrue(advice.at("/table/candidates/0/decompressMBps").asDouble() > 0, this::out);
    }

    @Test
    void saysHowMuchSpaceAnAdviceCosts() throws IOException {
        Path table = directory.resolve("small");
        assertEquals(0, run("recompress", "--codec=zstd:19", "--to=" + table, SOURCE.toString()), this::err);
        out.reset();
        Path again = table.resolve(SOURCE.getFileName());
        assertEquals(0, run("advise", LEVELS, "--goal=write", again.toString()), this::err);
        assertTrue(out().lines().anyMatch(line -> line.matches("  Size: .* more\\.")), out());
        assertTrue(out().contains(" GB more; "), out());
        assertTrue(!out().contains(" saved"), out());
    }

    // Would catch: a count of the pages of only one file, or of only the measured pages.
    @Test
    void countsPagesWithoutAChecksum() throws IOException {
        Path table = directory.resolve("table");
        assertEquals(0, run("recompress", "--checksums", "--to=" + table, SOURCE.toString()), this::err);
        out.reset();
        assertEquals(0, run("advise", LEVELS, "--json", table.toString()), this::err);
        JsonNode advice = new ObjectMapper().readTree(out());
        assertEquals(advice.get("pages"), advice.get("checksummedPages"));
        out.reset();
        assertEquals(0, run("advise", LEVELS, "--sample=1", table.toString()), this::err);
        assertTrue(!out().contains("without a checksum"), out());
        Files.copy(SOURCE, table.resolve("old.parquet"));
        out.reset();
        assertEquals(0, run("advise", LEVELS, "--sample=1", table.toString()), this::err);
        assertTrue(out().contains("Pages without a checksum: " + advice.get("pages") + ". "), out());
    }

    @Test
    void printsOnlyOneJsonDocument() throws IOException {
        Path html = directory.resolve("advice.html");
        assertEquals(0, run("advise", LEVELS, "--json", "--html=" + html, SOURCE.toString()), this::err);
        JsonNode advice = new ObjectMapper().readTree(out());
        assertEquals("balanced", advice.get("goal").textValue());
        assertEquals(5, advice.get("table").get("candidates").size());
        assertEquals(SOURCE.toString(), advice.get("files").get(0).textValue());
        assertTrue(Files.readString(html).contains("<canvas"));
        assertEquals("", err());
    }

    // Would catch: a JSON key that changes because a record component was renamed.
    @Test
    void keysOfTheJsonStayStable() throws IOException {
        assertEquals(0, run("advise", LEVELS, "--json", SOURCE.toString()), this::err);
        JsonNode advice = new ObjectMapper().readTree(out());
        assertEquals(
                "version goal storageBytesPerSecond seed files allFiles rowGroups allColumns pages checksummedPages"
                        + " sampledPages plainBytes sampledBytes leftOutFiles leftOutColumns leftOutCandidates reason unchanged fileChoice plan"
                        + " perTerabyte savedShareError table columns dictionaries lines notes",
                keys(advice));
        assertEquals(
                "savedGigabytes writeCoreHoursNow writeCoreHours scanCoreHoursNow scanCoreHours convertCoreHours",
                keys(advice.get("perTerabyte")));
        assertEquals(
                "path share sampledBytes reason unchanged ownChoice choice candidates", keys(advice.at("/columns/0")));
        assertEquals(
                "name codec level bytes ratio compressSeconds decompressSeconds compressMBps decompressMBps front now chosen",
                keys(advice.at("/table/candidates/4")));
    }

    private static String keys(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return String.join(" ", names);
    }

    @Test
    void wrongArgumentsGetOneLineAndExitCode2() {
        assertEquals(2, run("advise", "--levels=zstd:x", SOURCE.toString()));
        assertTrue(err().startsWith("--levels: the level \"x\" is not a whole number"), err());
        err.reset();
        assertEquals(2, run("advise", "--plan", SOURCE.toString()));
        err.reset();
        assertEquals(2, run("advise", "--plan", SOURCE.toString(), SOURCE.toString()));
        assertTrue(err().startsWith("--plan is " + SOURCE + ", expected a name that ends in .json."), err());
        err.reset();
        assertEquals(2, run("advise", LEVELS, "--columns=,", SOURCE.toString()));
        assertTrue(err().startsWith("--columns is empty, expected a value"), err());
        err.reset();
        assertEquals(2, run("advise", LEVELS, "--columns=nothing", SOURCE.toString()));
        assertTrue(err().startsWith("There is no column nothing; the columns are "), err());
        assertEquals("", out());
    }

    // Would catch: minutes of measurements for a file that could never be written.
    @ParameterizedTest
    @ValueSource(strings = {"--html=nothing/x.html", "--plan=nothing/x.json"})
    void rejectsAnOutputInAMissingDirectoryFirst(String option) {
        String asked = option.replace("=", "=" + directory + "/");
        assertEquals(
                2, run("advise", asked, directory.resolve("missing.parquet").toString()));
        assertTrue(err().startsWith(asked.replace("=", " is ") + ", "), err());
        assertTrue(!err().contains("missing.parquet"), err());
    }

    // Would catch: measurements that are lost because the disk is full at the end.
    @Test
    @EnabledOnOs(OS.LINUX)
    void printsTheReportIfAFileCannotBeWritten() throws IOException {
        Path full = Files.createSymbolicLink(directory.resolve("plan.json"), Path.of("/dev/full"));
        assertEquals(1, run("advise", LEVELS, "--plan=" + full, SOURCE.toString()), this::err);
        assertTrue(out().contains("Lines to copy"), out());
        assertTrue(err().startsWith("--plan was not written: "), err());
    }

    // Would catch: one line that contains the names of thousands of files.
    @Test
    void givesAReasonOfManyFilesOnce() throws IOException {
        Path table = Files.createDirectory(directory.resolve("many"));
        for (int part = 0; part < 20; part++) {
            Files.writeString(table.resolve("part-" + (char) ('a' + part) + ".parquet"), "id,name\n1,one\n2,two\n");
        }
        assertEquals(1, run("advise", table.toString()));
        assertEquals(
                "No file can be read. " + table.resolve("part-a.parquet")
                        + " and 19 more: it is not a Parquet file: it starts with the bytes 69642c6e, expected 50415231 (PAR1).",
                err().strip());
        err.reset();
        Files.copy(SOURCE, table.resolve("good.parquet"));
        assertEquals(1, run("advise", LEVELS, table.toString()), this::err);
        assertTrue(out().replaceAll("\\s+", " ").contains(" The same holds for 19 more; --json lists them."), out());
        assertTrue(!out().contains("part-b.parquet"), out());
    }

    // Would catch: a line to copy that breaks, or that runs part of a name as a command.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void quotesNamesInLinesToCopy() throws IOException {
        Path odd = Files.copy(SOURCE, directory.resolve("a\n$(b)'\u001b[31m.parquet"));
        assertEquals(0, run("advise", LEVELS, "--goal=smallest", odd.toString()), this::err);
        assertTrue(out().contains(" --to converted $'" + directory), out());
        assertTrue(out().contains("/a\\n$(b)\\'\\U0000001b[31m.parquet'"), out());
        assertTrue(out().indexOf(0x1b) < 0, out());
    }

    // Would catch: a stack trace, or an exit code with which a script continues.
    @Test
    void nonParquetFileGetsASentenceAndExitCode1() throws IOException {
        Path foreign = Files.writeString(directory.resolve("foreign.parquet"), "id,name\n1,one\n2,two\n");
        assertEquals(1, run("advise", foreign.toString()));
        assertEquals(
                "No file can be read. " + foreign
                        + ": it is not a Parquet file: it starts with the bytes 69642c6e, expected 50415231 (PAR1).",
                err().strip());
        err.reset();
        assertEquals(1, run("advise", LEVELS, SOURCE.toString(), foreign.toString()));
        assertTrue(out().contains("Files left out"), out());
        assertEquals("", err());
    }

    // Would catch: "Measuring column x failed" without the wrong setting.
    @Test
    void namesAWrongSettingAndExitsWith2() {
        System.setProperty("parquet.fastcodec.engine.gzip", "bogus");
        try {
            assertEquals(2, run("advise", "--levels=zstd:1", GZIP.toString()), this::out);
        } finally {
            System.clearProperty("parquet.fastcodec.engine.gzip");
        }
        assertTrue(err().startsWith("parquet.fastcodec.engine.gzip is \"bogus\", expected "), err());
    }

    // Would catch: five levels with the same size, because the pure Java engine has only one level.
    @Test
    void namesALevelThatNoEngineHas() {
        System.setProperty("parquet.fastcodec.engine.zstd", "aircompressor");
        System.setProperty("parquet.fastcodec.engine.lz4_raw", "aircompressor");
        try {
            assertEquals(
                    0, run("advise", "--levels=zstd:1,zstd:3,zstd:19,lz4_raw:1,lz4_raw:9", GZIP.toString()), this::err);
        } finally {
            System.clearProperty("parquet.fastcodec.engine.zstd");
            System.clearProperty("parquet.fastcodec.engine.lz4_raw");
        }
        assertTrue(out().contains("ZSTD 3 ") && out().contains("LZ4_RAW 1 "), this::out);
        assertTrue(
                out().replaceAll("\\s+", " ").contains("LZ4_RAW 9: No engine can compress LZ4_RAW at level 9"),
                this::out);
        for (int level : new int[] {1, 19}) {
            assertTrue(
                    out().replaceAll("\\s+", " ")
                            .contains("ZSTD " + level + ": No engine can compress ZSTD at level " + level),
                    this::out);
        }
    }
}
