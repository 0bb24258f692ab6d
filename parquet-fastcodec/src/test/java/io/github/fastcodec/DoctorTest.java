// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.support.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Doctor.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }

    @Test
    void printsALineForEveryEngine() {
        assertEquals(0, run(), out::toString);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().collect(Collectors.toList());
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            List<CodecEngine> engines = Engines.of(codec);
            int at = lines.indexOf(lines.stream()
                    .filter(line -> line.startsWith(codec.name() + " "))
                    .findFirst()
                    .orElse(null));
            assertEquals(codec == CompressionCodecName.UNCOMPRESSED, at < 0, codec::name);
            for (CodecEngine engine : engines) {
                assertTrue(
                        lines.subList(at, lines.size()).stream()
                                .anyMatch(line -> line.contains(" " + engine.name() + " ")),
                        () -> codec + " " + engine.name() + " in " + out);
            }
        }
        assertEquals("Every codec that has an engine passed its self-test.", lines.get(lines.size() - 1));
    }

    @Test
    void onlyLinesWithAPathExceedTheTerminalsWidth() {
        run("--speed");
        out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.contains("/"))
                .forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void jsonReportHasTheSameContent() throws IOException {
        assertEquals(0, run("--json", "--speed", "--require", "zstd,GZIP"), out::toString);
        JsonNode report = new ObjectMapper().readTree(out.toByteArray());
        int engines = 0;
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            engines += Engines.of(codec).size();
        }
        assertEquals(engines, report.get("engines").size());
        for (JsonNode engine : report.get("engines")) {
            assertTrue(engine.get("decompress MB/s").asLong() > 0, engine::toString);
            assertEquals(
                    engine.get("engine").asText().equals("brotli-dec"),
                    engine.get("compress MB/s").asLong() == 0,
                    engine::toString);
        }
        assertTrue(report.get("problems").isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--require      | \"--require\" is unknown, or its value is missing; usage: Doctor",
                "--fast         | \"--fast\" is unknown, or its value is missing; usage: Doctor",
                "--require=gzip | \"--require=gzip\" is unknown, or its value is missing; usage: Doctor"
            })
    void namesAWrongArgument(String argument, String message) {
        assertEquals(2, run(argument));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith(message), err::toString);
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    // Would catch: a report of the engines that an empty configuration would select.
    @Test
    void reportsTheConfiguredEngineAsUsed() throws IOException {
        System.setProperty("parquet.fastcodec.engine.gzip", "jdk-zlib");
        try {
            assertEquals(0, run("--json"), out::toString);
        } finally {
            System.clearProperty("parquet.fastcodec.engine.gzip");
        }
        for (JsonNode engine : new ObjectMapper().readTree(out.toByteArray()).get("engines")) {
            if (engine.get("codec").asText().equals("GZIP")) {
                boolean named = engine.get("engine").asText().equals("jdk-zlib");
                assertEquals(named ? "used" : "works", engine.get("state").asText());
            }
        }
    }

    // Would catch: a setting that is in effect in this JVM and missing in the report.
    @Test
    void listsEveryConfiguredSetting() throws IOException {
        Map<String, String> configured = Map.of(
                "parquet.fastcodec.enabled", "false",
                "parquet.fastcodec.max.page.bytes", "1000000",
                "zlib.compress.level", "BEST_SPEED",
                "parquet.fastcodec.crypto.factory.class", "some.Factory");
        configured.forEach(System::setProperty);
        try {
            assertEquals(0, run("--json"), out::toString);
        } finally {
            configured.keySet().forEach(System::clearProperty);
        }
        JsonNode listed = new ObjectMapper().readTree(out.toByteArray()).get("configuration");
        configured.forEach((key, value) -> assertEquals(value, listed.get(key).asText(), key));
    }

    // Would catch: a misspelt key that the report omits, or reports as a problem.
    @Test
    void warnsOfAMisspeltKey() throws IOException {
        System.setProperty("parquet.fastcodec.engine.gzp", "jdk-zlib");
        try {
            assertEquals(0, run("--json"), out::toString);
        } finally {
            System.clearProperty("parquet.fastcodec.engine.gzp");
        }
        JsonNode warnings = new ObjectMapper().readTree(out.toByteArray()).get("warnings");
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(
                warnings.get(0).asText().endsWith("Did you mean parquet.fastcodec.engine.gzip?"), warnings::toString);
    }

    // Would catch: a stack trace in place of a sentence, and a wrong value that the report omits.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "parquet.fastcodec.pool.max.bytes | 64m | expected a number of bytes from 0 to 1099511627776",
                "parquet.fastcodec.max.page.bytes | 0   | expected a number of bytes from 1 to 2147483639",
                "parquet.fastcodec.enabled        | no  | expected true or false"
            })
    void namesAWrongSettingOfAllCodecs(String key, String value, String expected) {
        System.setProperty(key, value);
        try {
            assertEquals(2, run());
        } finally {
            System.clearProperty(key);
        }
        assertEquals(
                key + " is \"" + value + "\", " + expected,
                err.toString(StandardCharsets.UTF_8).strip());
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    // Would catch: a stack trace for an incomplete class path, the very problem that the Doctor diagnoses.
    @ParameterizedTest
    @ValueSource(strings = {"", "--json", "--require=zstd"})
    void saysWhatIsMissingWithoutParquetJava(String argument, @TempDir Path directory) throws Exception {
        ChildJvm doctor = ChildJvm.run(
                directory,
                "doctor",
                60,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(Doctor.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        Doctor.class.getName(),
                        argument.isEmpty() ? "--speed" : argument.split("=")[0],
                        argument.contains("=") ? argument.split("=")[1] : "--speed"));
        assertEquals(1, doctor.exit(), doctor::errors);
        assertEquals(1, doctor.errors().lines().count(), doctor::errors);
        assertTrue(
                doctor.errors()
                        .startsWith(
                                "The class org.apache.parquet.hadoop.metadata.CompressionCodecName is missing, so no"),
                doctor::errors);
        if (argument.equals("--json")) {
            assertEquals(
                    1,
                    new ObjectMapper().readTree(doctor.output()).get("exitCode").asInt());
        } else {
            assertEquals("", doctor.output());
        }
    }

    @Test
    void namesARequiredCodecThatDoesNotExist() {
        assertEquals(2, run("--require", "gzip,deflate"));
        assertTrue(
                err.toString(StandardCharsets.UTF_8)
                        .startsWith("--require: \"deflate\" is not a codec, expected one or more of ["),
                err::toString);
    }
}
