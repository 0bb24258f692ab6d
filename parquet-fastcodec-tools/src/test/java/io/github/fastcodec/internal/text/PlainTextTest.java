// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names by others in output for people. */
class PlainTextTest {

    private static final long SEED = 42;

    // Would catch: a name that colours a terminal, moves its cursor, adds a line, or reverses a line.
    @Test
    void escapesTerminalControls() {
        assertEquals("a\\u001b[31mb\\nc\\td\\re", PlainText.of("a\u001b[31mb\nc\td\re"));
        assertEquals(
                "\\u0000\\u007f\\u009b\\u202e\\u2066\\u200b\\ufeff\\u2028\\u2029\\u00ad",
                PlainText.of("\0\u007f\u009b\u202e\u2066\u200b\ufeff\u2028\u2029\u00ad"));
        assertEquals("\\ud800x\\udb40\\udc41", PlainText.of("\ud800x\udb40\udc41"));
    }

    // Would catch: a document that controls a terminal, or whose meaning changes.
    @Test
    void escapedDocumentKeepsItsMeaning() throws IOException {
        String name = "\u009b31m\u202e\u2028\ufeff\udb40\udc41\u007f\u001b\n\"\\größe";
        ObjectMapper mapper = new ObjectMapper();
        String document = mapper.writerWithDefaultPrettyPrinter().writeValueAsString(Map.of(name, List.of(name)));
        String plain = PlainText.ofJson(document);
        assertEquals(mapper.readTree(document), mapper.readTree(plain));
        assertTrue(plain.lines().allMatch(line -> line.equals(PlainText.of(line))), plain);
        assertTrue(plain.contains("größe"), plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "größe/日付=1/файл.parquet", "a b'\"`$(x)\\n", "مرحبا", "\ud83d\ude80"})
    void keepsVisibleText(String text) {
        assertEquals(text, PlainText.of(text));
    }

    // Would catch: a line to copy that runs a command from a file's name, or that names another file.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void bashReadsTheSameWord() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        String alphabet = "ab -'\"`$(){}\\!#~*?;&|<>\n\r\t\u001b\u007fö\u202e\u200b\ud83d\ude80";
        List<String> names = new ArrayList<>(List.of("", "-x", "~", "plain/a=1.parquet", "$'x'", "a\\'b\n"));
        for (int i = 0; i < 200; i++) {
            StringBuilder name = new StringBuilder();
            random.ints(random.nextInt(12), 0, alphabet.codePointCount(0, alphabet.length()))
                    .map(at -> alphabet.codePointAt(alphabet.offsetByCodePoints(0, at)))
                    .forEach(name::appendCodePoint);
            names.add(name.toString());
        }
        StringBuilder script = new StringBuilder();
        for (String name : names) {
            String word = PlainText.forShell(name);
            assertEquals(word, PlainText.of(word), "seed " + SEED);
            script.append("printf '%s\\0' ").append(word).append('\n');
        }
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", script.toString());
        bash.environment().put("LC_ALL", "C.UTF-8");
        Process process = bash.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String read = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertEquals(String.join("\0", names) + "\0", read, "seed " + SEED);
    }

    // Would catch: a name that ends the literal, or that controls the terminal.
    @Test
    void pythonLiteralEscapesQuotesAndControls() {
        assertEquals("\"a\\\\\\\"b\\n\\U0000001b\\U0000202e'ö\"", PlainText.forPython("a\\\"b\n\u001b\u202e'ö"));
    }

    // Would catch: a sentence that ends in ": null".
    @Test
    void describesAFailureWithoutAMessage() {
        assertEquals("it is short", Reason.of(new IOException("it is short")));
        assertEquals("it is short", Reason.of(new IOException(null, new EOFException("it is short"))));
        String reason = Reason.of(new NullPointerException());
        assertTrue(
                reason.startsWith("NullPointerException in " + PlainTextTest.class.getName() + ".describesAFailure"),
                reason);
        assertEquals("EOFException in ", Reason.of(new EOFException("")).substring(0, 16));
    }
}
