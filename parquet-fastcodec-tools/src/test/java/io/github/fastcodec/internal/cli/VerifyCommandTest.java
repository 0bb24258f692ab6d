// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.cli.FastCodec;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the output and the exit codes of {@code verify}. */
class VerifyCommandTest {

    private static final Path GOOD = Path.of("src/test/resources/layouts/pyarrow-v2-gzip-index-checksums.parquet");

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Object... arguments) {
        String[] args = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        return FastCodec.run(args, new PrintStream(out, true), new PrintStream(err, true));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private Path damaged() throws IOException {
        byte[] bytes = Files.readAllBytes(GOOD);
        bytes[2000] ^= 4;
        return Files.write(directory.resolve("damaged.parquet"), bytes);
    }

    @Test
    void soundFilePrintsOneLine() {
        assertEquals(ExitCode.DONE, run("verify", "--values", GOOD), out::toString);
        assertEquals(1, out().lines().count(), out());
        assertTrue(out().startsWith("1 file, 44 pages, 25.2 kB ("), out());
        assertTrue(out().contains("100 % of the pages have a checksum: nothing was found."), out());
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void findingPrintsOneLineWithItsPlaceAndFails() throws IOException {
        assertEquals(ExitCode.FAILED, run("verify", damaged(), GOOD));
        assertEquals(2, out().lines().count(), out());
        assertTrue(out().startsWith(damaged() + ": row group 0, column "), out());
        assertTrue(out().contains(": 1 finding in 1 file."), out());
    }

    // Would catch: a file whose name forges the line for no findings.
    @Test
    void findingPrintsOneLineWhateverTheFilesName() throws IOException {
        Path odd = Files.move(damaged(), directory.resolve("a\n1 file: nothing was found.\u001b[8m.parquet"));
        assertEquals(ExitCode.FAILED, run("verify", odd));
        assertEquals(2, out().lines().count(), out());
        assertTrue(
                out().startsWith(directory + "/a\\n1 file: nothing was found.\\u001b[8m.parquet: row group 0"), out());
    }

    @Test
    void unparsableWriterNameCausesNoError() throws Exception {
        // A writer such as fastparquet, parquet-go or hyparquet; the length is the same, so that the footer
        // stays valid.
        byte[] bytes = Files.readAllBytes(Path.of("src/test/resources/layouts/spark-4.2.0-v1-gzip-variant.parquet"));
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains("parquet-mr version "));
        Path file = directory.resolve("written.parquet");
        Files.write(
                file, text.replace("parquet-mr version ", "parquet-mr-version-").getBytes(StandardCharsets.ISO_8859_1));
        Files.copy(Path.of("src/assembly/all-simplelogger.properties"), directory.resolve("simplelogger.properties"));
        ChildJvm verify = ChildJvm.run(
                directory,
                "verify",
                60,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED", // as in the manifest of the single jar
                        "-cp",
                        directory + File.pathSeparator + System.getProperty("java.class.path"),
                        FastCodec.class.getName(),
                        "verify",
                        "--values",
                        file.toString()));
        assertEquals(0, verify.exit(), verify::errors);
        assertEquals("", verify.errors());
    }

    @Test
    void printsOneJsonDocument() throws IOException {
        assertEquals(ExitCode.FAILED, run("verify", "--json", damaged(), GOOD));
        JsonNode document = new ObjectMapper().readTree(out());
        JsonNode finding = document.get("files").get(0).get("findings").get(0);
        assertEquals("damage", finding.get("severity").asText());
        assertEquals("page", finding.get("kind").asText());
        assertEquals(0, finding.get("rowGroup").asInt());
        assertTrue(finding.has("column") && finding.has("page") && finding.has("offset") && finding.has("message"));
        assertEquals(0, document.get("files").get(1).get("damages").asInt());
        assertEquals(1, document.get("summary").get("damages").asInt());
        assertEquals(88, document.get("summary").get("pages").asInt());
    }

    @Test
    void rejectedReportLeavesNoOtherFile() throws IOException {
        Path there = Files.createFile(directory.resolve("lost.jsonl"));
        assertEquals(
                ExitCode.USAGE,
                run("verify", "--findings", directory.resolve("found.jsonl"), "--damaged", there, GOOD));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(there), left.toList());
        }
    }

    // Would catch: a successful exit code although the disk was full and half of the report is missing.
    @ParameterizedTest
    @ValueSource(strings = {"--json", "--strict"})
    void failsIfTheOutputCannotBePrinted(String option) {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        String[] args = {"verify", option, GOOD.toString()};
        assertEquals(ExitCode.FAILED, FastCodec.run(args, new PrintStream(full), new PrintStream(err, true)));
        assertEquals("The output could not be written completely.\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void ignoresEarlierOutputFailuresOfTheApplication() {
        boolean[] isFull = {true};
        OutputStream disk = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                if (isFull[0]) {
                    throw new IOException("No space left on device");
                }
                out.write(one);
            }
        };
        PrintStream application = new PrintStream(disk, true);
        application.println("lost");
        isFull[0] = false;
        String[] args = {"verify", GOOD.toString()};
        assertEquals(ExitCode.DONE, FastCodec.run(args, application, new PrintStream(err, true)));
        assertTrue(out().startsWith("1 file, "), out());
    }

    @Test
    void rejectsAMissingFileAsAWrongArgument() {
        assertEquals(ExitCode.USAGE, run("verify", directory.resolve("nothing")));
        assertEquals(1, err.toString(StandardCharsets.UTF_8).lines().count());
    }

    // Would catch: an interrupted run that does not report its findings, counts pages that it did not check, or
    // prints half a document.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisabledOnOs(OS.WINDOWS) // no signals
    void interruptedRunReportsItsFindings(boolean json) throws Exception {
        Path table = Files.createDirectory(directory.resolve("table"));
        Files.move(damaged(), table.resolve("0.parquet"));
        for (int i = 1; i <= 4_000; i++) {
            Files.createLink(table.resolve(i + ".parquet"), GOOD.toAbsolutePath());
        }
        Path findings = directory.resolve("findings.jsonl");
        Path damaged = directory.resolve("damaged.jsonl");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FastCodec.class.getName(),
                "verify",
                "--findings=" + findings,
                "--damaged=" + damaged,
                table.toString()));
        if (json) {
            command.add("--json");
        }
        Process verify = new ProcessBuilder(command)
                .redirectError(directory.resolve("err").toFile())
                .start();
        String printed;
        try (BufferedReader lines = verify.inputReader()) {
            String first = json ? "" : lines.readLine() + "\n";
            while (json && verify.isAlive() && !hasTemporaryFile()) {
                Thread.onSpinWait();
            }
            verify.toHandle().destroy(); // destroying a Process closes its streams
            printed = first + lines.lines().collect(Collectors.joining("\n"));
        }
        assertEquals(128 + 15, verify.waitFor(), printed);
        if (json) {
            JsonNode summary = new ObjectMapper().readTree(printed).get("summary");
            assertTrue(summary.get("interrupted").asBoolean() && !summary.has("megabytesPerSecond"), printed);
        } else {
            assertTrue(printed.startsWith(table.resolve("0.parquet") + ": row group 0, column "), printed);
            assertTrue(printed.contains("\nInterrupted: "), printed);
            assertTrue(
                    printed.matches("(?s).*\\n\\d+ files?, \\d+ of \\d+ pages?, [^/]*: 1 finding in 1 file\\."),
                    printed);
            assertEquals(1, Files.readAllLines(findings).size());
        }
        assertTrue(Files.exists(findings) && Files.exists(damaged));
        assertFalse(hasTemporaryFile());
    }

    /** Returns whether the findings file exists under its temporary name, as it does before the first file is checked. */
    private boolean hasTemporaryFile() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(".damaged.jsonl."));
        }
    }

    // Would catch: the loss of the findings of a large file, because its check was interrupted.
    @Test
    void cancelledCheckReportsItsFindings() throws IOException {
        List<VerifyResult> results = new ArrayList<>();
        long[] checked = new long[1];
        Verifier verifier = Verifier.of(VerifyOptions.defaults().withThreads(1)).withProgress(bytes -> {
            checked[0] += bytes;
            if (checked[0] > 3_000) {
                throw new CancellationException();
            }
        });
        List<String> files = List.of(damaged().toString(), GOOD.toString());
        assertThrows(CancellationException.class, () -> verifier.verify(files, results::add));
        assertEquals(1, results.size());
        assertEquals(1, results.get(0).damages());
        assertTrue(results.get(0).checkedPages() < results.get(0).pages(), results::toString);
    }
}
