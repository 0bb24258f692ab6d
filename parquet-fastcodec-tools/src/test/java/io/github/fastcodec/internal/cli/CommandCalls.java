// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs commands in this JVM as users do, and checks the output of the last one. */
abstract class CommandCalls {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    /** Runs a command, and returns its exit code. */
    final int run(String... args) {
        return runIn(null, args);
    }

    /** Runs a command inside an application, and returns its exit code. */
    final int runIn(TableProvider application, String... args) {
        out.reset();
        err.reset();
        text.reset();
        return RootCommand.run(args, new PrintStream(out), new PrintStream(err), new PrintStream(text), application);
    }

    final String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    final String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Returns the report for people next to a document. */
    final String text() {
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Returns the standard output as one document. */
    final JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out());
    }
}
