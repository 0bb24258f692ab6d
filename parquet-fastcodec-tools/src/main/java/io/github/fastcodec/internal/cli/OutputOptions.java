// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.fastcodec.internal.text.PlainText;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The output options of all commands that print a report. */
final class OutputOptions {

    private static final String JSON = "--json";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = JSON)
    private boolean json;

    /** Returns whether the standard output is a single JSON document. */
    boolean json() {
        return json;
    }

    /** Returns whether failures are printed with stack traces. */
    boolean isVerbose() {
        return RootCommand.isVerbose(command);
    }

    /** Records that the command may change files from here on, so that a later exception is not reported as a usage error. */
    void beginChanges() {
        RootCommand.beginChanges(command);
    }

    PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** Returns the standard error, to which everything except the result is printed. */
    PrintWriter err() {
        return command.commandLine().getErr();
    }

    /** Returns where the report for people goes: the standard output, unless that has the document. */
    PrintWriter text() {
        PrintWriter text = RootCommand.text(command);
        return !json ? out() : text != null ? text : new PrintWriter(Writer.nullWriter());
    }

    /**
     * Starts to show the progress on the standard error. Without a terminal, an application that receives the text of the report
     * is not disturbed by lines.
     */
    Progress progress(String task, int files, long bytes) {
        return Progress.start(task, files, bytes, RootCommand.text(command) == null ? err() : null);
    }

    /** Prints a line of the report for people. */
    void line(String line) {
        text().println(PlainText.of(line));
    }

    void printErrors(List<String> lines) {
        lines.forEach(line -> err().println(PlainText.of(line)));
    }

    /**
     * Prints a report: the document or the text to the standard output, and the failures to the standard error.
     *
     * @return the exit code
     */
    int print(Report report) {
        print(report.text());
        if (json) {
            printJson(report.document());
        }
        printErrors(report.failures(isVerbose()));
        return report.exitCode();
    }

    /** Prints a report for people. */
    void print(String text) {
        text().print(text);
        text().flush();
    }

    /** Prints a document of maps, collections, strings and numbers. */
    void printJson(Object document) {
        printJson(document, out());
    }

    /**
     * Prints why a command has no result; with {@code --json}, also as a document.
     *
     * @return the exit code
     */
    int fail(String failure) {
        return fail(command.commandLine(), json, failure, ExitCode.FAILED);
    }

    /** Does the same as {@link #fail(String)}, but for a command whose options may not have been parsed. */
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
