// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Returns the standard output. */
    PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** Returns the standard error, for what is not the result. */
    PrintWriter err() {
        return command.commandLine().getErr();
    }

    /** Prints a document of maps, collections, strings and numbers. */
    void printJson(Object document) {
        printJson(document, out());
    }

    /**
     * Prints what has become of a command that ended without a result, if its arguments ask for a document.
     *
     * @param failure the sentence that the standard error has
     */
    static void printFailure(String failure, int exitCode, List<String> arguments, PrintWriter out) {
        if (arguments.contains(JSON)) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("failure", failure);
            document.put("exitCode", exitCode);
            printJson(document, out);
        }
    }

    private static void printJson(Object document, PrintWriter out) {
        try {
            out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
