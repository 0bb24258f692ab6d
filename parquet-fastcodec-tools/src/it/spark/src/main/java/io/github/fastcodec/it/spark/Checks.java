// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The findings of one application: the outcome of each check by its sentence, and facts about where it ran. A failure does not
 * end the other checks.
 */
final class Checks {

    /** The body of a check; any exception is its failure. */
    interface Body {
        void run() throws Exception;
    }

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final Map<String, String> checks = new LinkedHashMap<>();

    void fact(String name, Object value) {
        facts.put(name, value);
    }

    void that(String sentence, Body body) {
        String failure = "";
        long start = System.nanoTime();
        try {
            body.run();
        } catch (Exception | AssertionError | LinkageError e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            failure = trace.toString();
        }
        System.out.printf(
                "%s %s (%d ms)%n%s",
                failure.isEmpty() ? "holds:" : "FAILS:", sentence, (System.nanoTime() - start) / 1_000_000, failure);
        if (checks.put(sentence, failure) != null) {
            throw new IllegalStateException("two checks have the sentence \"" + sentence + "\"");
        }
    }

    static void equal(Object expected, Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + ": expected " + expected + ", got " + actual);
        }
    }

    static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    void writeTo(Path file) throws IOException {
        facts.put("checks", checks);
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), facts);
    }
}
