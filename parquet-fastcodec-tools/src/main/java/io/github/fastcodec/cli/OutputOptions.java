// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.fastcodec.internal.text.PlainText;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that prints a report takes: how it prints. */
final class OutputOptions {

    private static final String JSON = "--json";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = JSON)
    private boolean json;

    OutputOptions() {}

    /** Returns whether one JSON document is all that goes to the standard output. */
    boolean json() {
        return json;
    }

    /** Returns whether stack traces follow sentences on what failed. */
    boolean isVerbose() {
        return FastCodec.isVerbose(command);
    }

    /** Says that the command changes files from here on: what fails is no wrong argument, of which nothing was done. */
    void changesBegin() {
        FastCodec.changesBegin(command);
    }

    /** Returns the standard output. */
    PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** Returns the standard error, for what is not the result. */
    PrintWriter err() {
        return command.commandLine().getErr();
    }

    /** Prints a line to the standard output. */
    void line(String line) {
        out().println(PlainText.of(line));
    }

    /** Prints lines that are not the result. */
    void tell(List<String> lines) {
        lines.forEach(line -> err().println(PlainText.of(line)));
    }

    /**
     * Prints a report: the document or the text as the result, and beside it what failed.
     *
     * @return the exit code
     */
    int print(Report report) {
        if (json) {
            printJson(report.document());
        } else {
            out().print(report.text());
            out().flush();
        }
        tell(report.failures(isVerbose()));
        return report.exitCode();
    }

    /** Prints a document of maps, collections, strings and numbers. */
    void printJson(Object document) {
        printJson(document, out());
    }

    /**
     * Ends a command that has no result: prints why, also as a document if one is asked for.
     *
     * @return the exit code
     */
    int fail(String failure) {
        return fail(command.commandLine(), json, failure, ExitCode.FAILED);
    }

    /** Does the same for a command whose options may not have been understood. */
    static int fail(CommandLine command, List<String> arguments, String failure, int exitCode) {
        return fail(command, arguments.contains(JSON), failure, exitCode);
    }

    private static int fail(CommandLine command, boolean json, String failure, int exitCode) {
        command.getErr().println(PlainText.of(failure));
        if (json) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("failure", failure);
            document.put("exitCode", exitCode);
            printJson(document, command.getOut());
        }
        return exitCode;
    }

    private static void printJson(Object document, PrintWriter out) {
        try {
            out.println(PlainText.ofJson(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(document)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
