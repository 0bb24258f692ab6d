// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that prints a report takes: how it prints. */
final class OutputOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--json")
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
        try {
            out().println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
