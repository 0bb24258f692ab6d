// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A command gets the JVM that it states. */
class JvmTest {

    private static final String MARK = "fastcodec.bench.mark";
    private static final int EXIT_CODE = 7;

    @TempDir
    private Path folder;

    @Test
    void aCommandRunsInAChildWithItsOptionsAndTheExitCodeIsTheChilds() throws IOException {
        Path file = folder.resolve("what the child saw");
        StringWriter err = new StringWriter();
        CommandLine line = Program.line().setErr(new PrintWriter(err));
        assertEquals(EXIT_CODE, line.execute("stating", file.toString()));
        List<String> seen = Files.readAllLines(file);
        assertAll(
                () -> assertEquals(
                        "Starting a JVM with -Xmx77m -Dfastcodec.bench.mark=child." + System.lineSeparator(),
                        err.toString()),
                () -> assertEquals("child", seen.get(0)),
                () -> assertEquals(Long.toString(ProcessHandle.current().pid()), seen.get(1)),
                // both state a heap; this JVM's options stand for the user's, and come last
                () -> assertEquals(Long.toString(Runtime.getRuntime().maxMemory()), seen.get(2)));
    }

    @Test
    void aCommandThatStatesNothingRunsHere() throws IOException {
        Path file = folder.resolve("what this JVM saw");
        assertEquals(EXIT_CODE, Program.line().execute("plain", file.toString()));
        assertEquals("null", Files.readAllLines(file).get(0));
    }

    @Test
    void helpStartsNoChildAndNamesItsOptions() {
        StringWriter out = new StringWriter();
        CommandLine line = Program.line().setOut(new PrintWriter(out));
        assertEquals(0, line.execute("stating", "--help"));
        assertAll(
                () -> assertTrue(
                        out.toString().contains("Runs in a JVM with -Xmx77m -Dfastcodec.bench.mark=child."),
                        out::toString),
                () -> assertFalse(Files.exists(folder.resolve("--help"))));
    }

    /** A program of two commands that write down which JVM they run in. */
    @Command(
            name = "program",
            subcommands = {Stating.class, Plain.class})
    static final class Program {

        public static void main(String[] args) {
            System.exit(line().execute(args));
        }

        static CommandLine line() {
            CommandLine line = new CommandLine(new Program()).setExecutionStrategy(Jvm::execute);
            line.getSubcommands().values().forEach(command -> Jvm.describe(command.getCommandSpec()));
            return line;
        }
    }

    @Command(name = "plain")
    static class Plain extends Tool {

        @Parameters
        private Path file;

        @Override
        public Integer call() throws IOException {
            Files.write(
                    file,
                    List.of(
                            System.getProperty(MARK, "null"),
                            ProcessHandle.current()
                                    .parent()
                                    .map(parent -> Long.toString(parent.pid()))
                                    .orElse(""),
                            Long.toString(Runtime.getRuntime().maxMemory())));
            return EXIT_CODE;
        }
    }

    @Command(name = "stating")
    @Jvm.Options({"-Xmx77m", "-D" + MARK + "=child"})
    static final class Stating extends Plain {}
}
