// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The command line of benchmarks.jar. */
class BenchmarksTest {

    /** The commands that the documentation names. */
    private static final Set<String> COMMANDS = Set.of("suite", "report", "demo", "jobs", "open-writers");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TestFactory
    Stream<DynamicTest> helpOfACommandNamesOptionsExampleAndExitCodes() {
        return commands()
                .map(command -> DynamicTest.dynamicTest(command.name(), () -> {
                    int code = run(command.name(), "--help");
                    String help = out.toString();
                    assertAll(
                            () -> assertEquals(0, code),
                            () -> assertEquals("", err.toString()),
                            () -> assertTrue(
                                    help.matches("(?s).*\nExample:\n  java (-Xmx3g )?-jar benchmarks.jar .*"), help),
                            () -> assertTrue(help.contains("\nExit codes:\n  0   "), help),
                            () -> assertTrue(help.contains("\n  2   An argument is wrong."), help),
                            () -> assertEquals(1, command.usageMessage().header().length),
                            () -> assertEquals(List.of(), notIn(help, command)));
                    out.getBuffer().setLength(0);
                }));
    }

    private static List<String> notIn(String help, CommandSpec command) {
        return command.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !help.contains("      " + name))
                .toList();
    }

    @Test
    void helpOfTheProgramListsCommandsAndTheSuite() {
        assertEquals(0, run("--help"));
        String help = out.toString();
        assertAll(
                () -> assertEquals(
                        COMMANDS, Benchmarks.program().getSubcommands().keySet()),
                () -> COMMANDS.forEach(name -> assertTrue(help.contains("\n  " + name + " "), name)),
                () -> assertTrue(help.contains("suite --help"), help),
                () -> assertTrue(help.contains("-lp"), help));
    }

    @TestFactory
    Stream<DynamicTest> rejectsAnUnknownOptionInOneSentence() {
        return commands()
                .map(command -> DynamicTest.dynamicTest(
                        command.name(), () -> assertRefused(command.name(), command.name(), "--no-such-option")));
    }

    @Test
    void rejectsAnUnknownCommandInOneSentence() {
        assertRefused("suite", "open-writer");
        assertTrue(err.toString().startsWith("open-writer is not a command, and no benchmark"), err::toString);
    }

    @TestFactory
    Stream<DynamicTest> rejectsAnImpossibleValueInOneSentence() {
        return Stream.of(
                        "open-writers --writers=1,two",
                        "open-writers --codecs=LZMA",
                        "demo --file=/no/such/file",
                        "report",
                        "report /no/such/folder",
                        "suite --against=/no/such/file",
                        "suite -f many",
                        "suite -p codec=ZSTD:3 NoSuchBenchmark")
                .map(line -> DynamicTest.dynamicTest(line, () -> {
                    String[] arguments = line.split(" ");
                    assertRefused(arguments[0], arguments);
                }));
    }

    @Test
    void passesJmhsArgumentsUnchangedAndInOrder() {
        assertAll(
                () -> assertEquals(
                        List.of("-f", "2", "-p", "codec=ZSTD:3", "CompressionBenchmark"),
                        jmhArguments("-f", "2", "-p", "codec=ZSTD:3", "CompressionBenchmark")),
                () -> assertEquals(
                        List.of(
                                "-prof",
                                "stack:period=2",
                                "@Fork",
                                "bench.(page|hadoop)",
                                "-rff",
                                "x.json",
                                "--",
                                "-x"),
                        jmhArguments(
                                "--quick",
                                "-prof",
                                "stack:period=2",
                                "@Fork",
                                "--report=r",
                                "bench.(page|hadoop)",
                                "-rff",
                                "x.json",
                                "--against=",
                                "--",
                                "-x")),
                () -> assertEquals(List.of("demo"), jmhArguments("suite", "demo")));
    }

    private static List<String> jmhArguments(String... args) {
        CommandLine program = Benchmarks.program();
        CommandLine command = program.parseArgs(Benchmarks.withCommand(program, args))
                .subcommand()
                .commandSpec()
                .commandLine();
        return ((Suite) command.getCommand()).jmhArguments();
    }

    @Test
    void acceptsTheSuitesOptionsAnywhere() {
        CommandLine program = Benchmarks.program();
        CommandSpec suite = program.parseArgs(
                        Benchmarks.withCommand(program, "FileBenchmark", "--quick", "-f", "1", "--report=there"))
                .subcommand()
                .commandSpec();
        assertAll(
                () -> assertEquals(true, suite.findOption("--quick").getValue()),
                () -> assertEquals(
                        Path.of("there"), suite.findOption("--report").getValue()),
                () -> assertEquals(false, suite.findOption("--publish").getValue()),
                () -> assertNull(suite.findOption("--against").getValue()));
    }

    @Test
    void leavesTheListOptionToJmh() {
        PrintStream before = System.out;
        ByteArrayOutputStream listed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(listed, true, StandardCharsets.UTF_8));
        try {
            assertEquals(0, run("-lp", "CompressionBenchmark"));
        } finally {
            System.setOut(before);
        }
        String list = listed.toString(StandardCharsets.UTF_8);
        assertAll(
                () -> assertTrue(list.contains("io.github.fastcodec.bench.page.CompressionBenchmark.round"), list),
                () -> assertTrue(list.contains("param \"contenders\""), list));
    }

    private static Stream<CommandSpec> commands() {
        return Benchmarks.program().getSubcommands().values().stream().map(CommandLine::getCommandSpec);
    }

    private void assertRefused(String command, String... args) {
        err.getBuffer().setLength(0);
        int code = run(args);
        String sentence = err.toString();
        assertAll(
                () -> assertEquals(2, code, sentence),
                () -> assertEquals(1, sentence.lines().count(), sentence),
                () -> assertTrue(
                        sentence.endsWith("; see java -jar benchmarks.jar " + command + " --help\n"), sentence));
    }

    private int run(String... args) {
        return Benchmarks.run(
                Benchmarks.program().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)), args);
    }
}
