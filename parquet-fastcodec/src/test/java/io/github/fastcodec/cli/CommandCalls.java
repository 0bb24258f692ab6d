// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Tests that call commands in this JVM as users do, and look at what the last one has printed. */
abstract class CommandCalls {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a command, and returns its exit code. */
    final int run(String... args) {
        out.reset();
        err.reset();
        return FastCodec.run(args, new PrintStream(out), new PrintStream(err));
    }

    final String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    final String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Returns the standard output as one document. */
    final JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out());
    }
}
