// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.Doctor;
import io.github.fastcodec.cli.FastCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

class FastCodecTest extends CommandCalls {

    static Stream<String> commands() {
        return new CommandLine(new RootCommand()).getSubcommands().keySet().stream();
    }

    // Would catch: a new command or option without help.
    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandAndOptionIsDocumented(String name) {
        CommandLine.Model.CommandSpec command =
                new CommandLine(new RootCommand()).getSubcommands().get(name).getCommandSpec();
        assertTrue(command.usageMessage().header().length > 0, "header");
        assertTrue(command.usageMessage().footerHeading().contains("Example"), "example");
        assertTrue(command.usageMessage().footer().length > 0, "example");
        for (ArgSpec argument : command.args()) {
            assertTrue(argument.description().length > 0, argument::toString);
            assertFalse(argument.description()[0].isBlank(), argument::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpFitsATerminal(String name) {
        assertEquals(0, run(name, "--help"), this::err);
        assertTrue(out().contains("Usage: parquet-fastcodec " + name), out());
        out().lines().forEach(line -> {
            assertTrue(line.length() <= Console.WIDTH, line);
            assertFalse(line.strip().startsWith("//"), line); // picocli breaks a line after the colon of s3://
        });
    }

    @Test
    void printsTheVersion() {
        assertEquals(0, run("--version"));
        assertTrue(out().startsWith("parquet-fastcodec "), out());
        assertEquals("", err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-                  | A command is missing. See \"parquet-fastcodec --help\".",
                "docter             | \"docter\" is not a command, expected advise, recompress, verify or doctor. Did you mean doctor? See \"parquet-fastcodec --help\".",
                "doctor --fast      | Unknown option: '--fast'. See \"parquet-fastcodec doctor --help\".",
                "doctor --require=x | Invalid value for option '--require' (CODEC): expected one of [UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW] (case-insensitive) but was 'x'. See \"parquet-fastcodec doctor --help\"."
            })
    void wrongArgumentsGetOneLineAndExitCode2(String arguments, String message) {
        assertEquals(2, arguments == null ? run() : run(arguments.split(" +")));
        assertEquals(message, err().strip());
        assertEquals("", out());
    }

    // Would catch: a command whose report print() in Python does not show.
    @ParameterizedTest
    @ValueSource(strings = {"verify", "advise --levels=snappy", "recompress --codec=zstd --to=none --dry-run"})
    void jsonOutputKeepsTheTextReport(String command) throws IOException {
        String[] words = (command + " src/test/resources/layouts/pyarrow-v1-snappy.parquet").split(" ");
        assertEquals(0, run(words), this::err);
        assertEquals("", text());
        String[] expected = out().split("\\R");
        words[0] += " --json";
        assertEquals(0, run(String.join(" ", words).split(" ")), this::err);
        assertTrue(json().isObject());
        String[] lines = text().split("\\R");
        assertEquals(expected.length, lines.length, this::text);
        assertEquals(expected[0].replaceAll("[\\d.,]+", "N"), lines[0].replaceAll("[\\d.,]+", "N"));
    }

    @Test
    void doctorCommandPrintsTheReportOfTheProgram() throws IOException {
        assertEquals(0, run("doctor", "--json", "--require", "zstd,gzip"), this::err);
        Map<?, ?> asCommand = new ObjectMapper().readValue(out(), Map.class);
        ByteArrayOutputStream alone = new ByteArrayOutputStream();
        assertEquals(
                0,
                Doctor.run(
                        new String[] {"--json"},
                        new PrintWriter(alone, true),
                        new PrintWriter(new ByteArrayOutputStream())));
        Map<?, ?> asProgram = new ObjectMapper().readValue(alone.toByteArray(), Map.class);
        assertEquals(asProgram.keySet(), asCommand.keySet());
        assertEquals("", err());
    }

    @Test
    void doctorExitsWith2ForAWrongSetting() {
        System.setProperty("parquet.fastcodec.enabled", "no");
        try {
            assertEquals(2, run("doctor"));
        } finally {
            System.clearProperty("parquet.fastcodec.enabled");
        }
        assertEquals("parquet.fastcodec.enabled is \"no\", expected true or false", err().strip());
    }

    // Would catch: the exit code for damage instead of the one for a wrong setting.
    @ParameterizedTest
    @ValueSource(strings = {"verify", "advise --levels=zstd:3", "recompress --dry-run --to=x --codec=zstd:3"})
    void everyCommandRejectsAWrongSetting(String command) {
        String file = " src/test/resources/layouts/pyarrow-v1-snappy.parquet";
        System.setProperty("parquet.fastcodec.max.page.bytes", "x");
        try {
            assertEquals(2, run((command + file).split(" ")), this::out);
        } finally {
            System.clearProperty("parquet.fastcodec.max.page.bytes");
        }
        assertTrue(err().startsWith("parquet.fastcodec.max.page.bytes is \"x\", expected "), err());
    }

    // Would catch: an empty standard output with --json.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "verify --json                               | 2 | Missing required parameter: 'PATH'. ",
                "verify --json nowhere                       | 2 | nowhere does not exist. ",
                "recompress --json nowhere --to x --codec zip | 2 | Invalid value for option '--codec': ",
                "verify --json nothing://here                | 1 | nothing:// ",
                "verify --json /dev/null                     | 1 | /dev/null: it is neither a file nor a directory."
            })
    @DisabledOnOs(OS.WINDOWS)
    void jsonDescribesFailuresToo(String arguments, int exitCode, String message) throws IOException {
        assertEquals(exitCode, run(arguments.split(" +")));
        JsonNode document = json();
        assertEquals(exitCode, document.get("exitCode").asInt());
        assertEquals(err().strip(), document.get("failure").asText());
        assertTrue(message == null || err().startsWith(message), err());
    }

    // Would catch: a stack trace without a remedy.
    @Test
    void reportsAnExhaustedHeapInASentence() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream full = new PrintStream(new ByteArrayOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                throw new OutOfMemoryError("of the test");
            }
        };
        assertEquals(1, FastCodec.run(new String[] {"--version"}, full, new PrintStream(err)));
        assertTrue(err.toString().startsWith("The heap of "), err::toString);
    }

    @Test
    void namesTheRemedyForAnUnencodableName() {
        assertEquals(
                "a\0b is not a valid path here (Nul character not allowed). If the locale lacks its characters, set"
                        + " LC_ALL=C.UTF-8.",
                Failures.of(new InvalidPathException("a\0b", "Nul character not allowed")));
    }

    // Would catch: such a name reported as a wrong argument, without a remedy.
    @ParameterizedTest
    @ValueSource(strings = {"advise", "verify", "recompress --codec zstd --to out"})
    void everyCommandNamesThatRemedy(String command) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = (command + " a\0b").split(" ");
        assertEquals(1, FastCodec.run(args, new PrintStream(new ByteArrayOutputStream()), new PrintStream(err)));
        assertTrue(err.toString().contains("LC_ALL=C.UTF-8"), err::toString);
    }

    // Would catch: the use of the working directory because a variable is unset.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "recompress '' --to x --codec zstd | PATH",
                "recompress a '' --to x --codec zstd | PATH",
                "recompress a --to '' --codec zstd | --to",
                "recompress a --to= --codec zstd | --to",
                "recompress a --to x --plan '' | --plan",
                "recompress a --to x --column '' | --column",
                "recompress a --to x --codec zstd --jars '' | --jars",
                "recompress a --to x --codec zstd --jars a.jar,,b.jar | --jars",
                "recompress-table --table '' --codec zstd | --table",
                "recompress-table --delta= --codec zstd | --delta",
                "recompress-table --delta a --where '' --codec zstd | --where",
                "verify '' | PATH",
                "verify a --findings '' | --findings",
                "verify a --damaged= | --damaged",
                "verify-table --table '' | --table",
                "advise '' | PATH",
                "advise a --plan '' | --plan",
                "advise a --html= | --html",
                "advise a --levels '' | --levels",
                "advise a --columns '' | --columns",
                "advise a --columns b,,c | --columns",
                "advise-table --delta '' | --delta"
            })
    void rejectsAnEmptyArgument(String arguments, String name) {
        String[] all = Arrays.stream(arguments.split(" "))
                .map(argument -> argument.replace("''", ""))
                .toArray(String[]::new);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(
                2,
                FastCodec.run(all, new PrintStream(new ByteArrayOutputStream()), new PrintStream(err)),
                err::toString);
        String sentence = name + " is empty, expected a value: are all variables in the command set?";
        assertTrue(err.toString().startsWith(sentence), err::toString);
    }

    // Would catch: escape sequences in a file or a pipe.
    @Test
    void printsNoColoursWithoutATerminal() {
        run("doctor", "--help");
        assertFalse(out().contains("\u001b"), out());
    }
}
