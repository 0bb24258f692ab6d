// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.Doctor;
import io.github.fastcodec.support.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Child JVMs in which natives do not load. The next engine is used, or one error names codec, direction, cause and remedy. The
 * tests read the report of the Doctor, which selects engines as every factory does.
 */
@Tag("slow")
class NativeLoadingTest {

    private static final List<String> NATIVE = List.of("SNAPPY", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI", "GZIP");

    @TempDir
    Path directory;

    /** Would catch: an engine that throws to the caller because its jar is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"snappy-java", "zstd-jni", "lz4-java", "brotli4j", "jna", "aircompressor", "dec"})
    void engineLoading_missingJarDisablesOnlyItsEngine(String artifact) throws Exception {
        JsonNode report = doctor(0, List.of(), artifact);
        List<String> missing = engines(report, "missing");
        String engine = artifact.equals("jna") ? "libdeflate" : artifact.equals("dec") ? "brotli-dec" : artifact;
        assertTrue(missing.stream().allMatch(line -> line.endsWith(" " + engine)), missing::toString);
        assertTrue(!missing.isEmpty(), "the jar was not left out");
        for (JsonNode entry : report.get("engines")) {
            if (entry.get("state").asText().equals("missing")) {
                assertTrue(entry.get("why").asText().startsWith("java.lang.NoClassDefFoundError"), entry::toString);
                assertTrue(entry.get("fix").asText().startsWith("add "), entry::toString);
            }
        }
    }

    /** A file in place of the directory, so that not even root can write there. */
    @Test
    void engineLoading_usesPureJavaWithoutAWritableDirectory() throws Exception {
        String file = Files.createFile(directory.resolve("file")).toString();
        JsonNode report = doctor(
                1,
                List.of("-Djava.io.tmpdir=" + file, "-Djna.tmpdir=" + file, "-Duser.home=" + file),
                null,
                "zstd",
                "brotli");
        assertPureJavaServes(report);
        assertEquals(1, report.get("problems").size());
        String problem = report.get("problems").get(0).asText();
        assertTrue(
                problem.startsWith("BROTLI is required. No engine can compress BROTLI; brotli4j is missing ("),
                problem);
        assertTrue(problem.contains("java.io.tmpdir"), problem);
    }

    /** As on hardened hosts, files in the temporary directory can be written, but not executed or mapped for execution. */
    @Test
    void usesPureJavaIfTheDirectoryForbidsExecutables() throws Exception {
        String mountPoint = Files.createDirectory(directory.resolve("noexec")).toString();
        List<String> inNoexec = List.of(
                "unshare", "-rm", "sh", "-c", "mount -t tmpfs -o noexec tmpfs \"$0\" && exec \"$@\"", mountPoint);
        assumeTrue(succeeds(inNoexec, "true"), "this system lets the test mount nothing, not even in a namespace");
        JsonNode report = doctor(
                inNoexec,
                1,
                List.of("-Djava.io.tmpdir=" + mountPoint, "-Djna.tmpdir=" + mountPoint, "-Duser.home=" + mountPoint),
                null,
                "zstd",
                "brotli");
        assertPureJavaServes(report);
        String problem = report.get("problems").get(0).asText();
        assertTrue(problem.contains("set java.io.tmpdir to a writable directory that is not mounted noexec"), problem);
    }

    /** Would catch: a platform without natives on which no pure-Java engine is found, or an error is not caught. */
    @Test
    void engineLoading_usesPureJavaOnAnUnknownArchitecture() throws Exception {
        JsonNode report = doctor(0, List.of("-Dos.arch=pdp11"), null);
        assertPureJavaServes(report);
    }

    /** Would catch: a broken library that ends the JVM, or prevents the use of the JDK's zlib. */
    @Test
    void engineLoading_usesTheJdkIfLibdeflateIsBroken() throws Exception {
        Path broken = Files.writeString(directory.resolve("libdeflate.so"), "no library");
        JsonNode report = doctor(0, List.of("-Dparquet.fastcodec.libdeflate.path=" + broken), null);
        assertTrue(engines(report, "used").contains("GZIP jdk-zlib"), report::toString);
        JsonNode libdeflate = entry(report, "GZIP", "libdeflate");
        assertTrue(libdeflate.get("why").asText().contains(broken.toString()), libdeflate::toString);
    }

    /** Would catch: a test environment in which the tests above pass because no native library loads anyway. */
    @Test
    void engineLoading_usesNativeEnginesIfEverythingIsPresent() throws Exception {
        JsonNode report = doctor(0, List.of(), null);
        assertEquals(List.of(), engines(report, "missing"));
        for (String codec : NATIVE) {
            assertNotEquals(true, engines(report, "used").contains(codec + " aircompressor"), codec);
        }
        assertTrue(engines(report, "used").contains("GZIP libdeflate"), report::toString);
    }

    /** Would catch: a remedy that points users to jars and directories when the JVM's own options forbid natives. */
    @Test
    @EnabledForJreRange(minVersion = 24)
    void engineLoading_namesTheOptionThatAllowsNativeAccess() throws Exception {
        JsonNode report = doctor(1, List.of(ChildJvm.DENY_NATIVE_ACCESS), null, "brotli");
        assertPureJavaServes(report);
        List<String> missing = engines(report, "missing");
        for (String codec : NATIVE) {
            assertTrue(missing.stream().anyMatch(line -> line.startsWith(codec + " ")), codec);
        }
        for (JsonNode entry : report.get("engines")) {
            if (entry.get("state").asText().equals("missing")) {
                assertTrue(entry.get("fix").asText().contains("--enable-native-access=ALL-UNNAMED"), entry::toString);
            }
        }
        String problem = report.get("problems").get(0).asText();
        assertTrue(problem.contains("--enable-native-access=ALL-UNNAMED"), problem);
    }

    /**
     * Would catch: a native engine that uses Unsafe, and a newer aircompressor that does not, either of which would change the
     * documentation.
     */
    @Test
    @EnabledForJreRange(minVersion = 24)
    void engineLoading_namesTheOptionThatAllowsUnsafeForLzo() throws Exception {
        List<String> options =
                List.of(ChildJvm.DENY_NATIVE_ACCESS, "--enable-native-access=ALL-UNNAMED", ChildJvm.DENY_UNSAFE);
        JsonNode report = doctor(1, options, null, "lzo");
        assertEquals(
                List.of(
                        "SNAPPY snappy-java",
                        "GZIP libdeflate",
                        "BROTLI brotli4j",
                        "LZ4 lz4-java",
                        "ZSTD zstd-jni",
                        "LZ4_RAW lz4-java"),
                engines(report, "used"));
        for (JsonNode entry : report.get("engines")) {
            if (entry.get("state").asText().equals("missing")) {
                assertEquals("aircompressor", entry.get("engine").asText());
                assertTrue(
                        entry.get("fix").asText().contains("--sun-misc-unsafe-memory-access=allow"), entry::toString);
            }
        }
        assertEquals(1, report.get("problems").size(), report::toString);
        String problem = report.get("problems").get(0).asText();
        assertTrue(problem.contains("--sun-misc-unsafe-memory-access=allow"), problem);
    }

    @Test
    @EnabledForJreRange(minVersion = 24)
    void engineLoading_usesTheJdkForGzipWithoutNativeAccessAndUnsafe() throws Exception {
        JsonNode report = doctor(0, List.of(ChildJvm.DENY_NATIVE_ACCESS, ChildJvm.DENY_UNSAFE), null);
        assertEquals(List.of("GZIP jdk-zlib"), engines(report, "used"));
        assertEquals(List.of("BROTLI brotli-dec"), engines(report, "reads"));
    }

    /** Would catch: GZIP without libdeflate because only JNA, not our class loader, may load native libraries. */
    @Test
    @EnabledForJreRange(minVersion = 24)
    void engineLoading_usesLibdeflateIfOnlyJnaHasNativeAccess() throws Exception {
        String jna = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> Path.of(path).getFileName().toString().matches("jna-[0-9].*\\.jar"))
                .findFirst()
                .orElseThrow();
        List<String> options = List.of(
                ChildJvm.DENY_NATIVE_ACCESS,
                "-p",
                jna,
                "--add-modules",
                "com.sun.jna",
                "--enable-native-access=com.sun.jna");
        JsonNode report = doctor(0, options, "jna");
        assertTrue(engines(report, "used").contains("GZIP libdeflate"), report::toString);
        assertTrue(engines(report, "missing").contains("ZSTD zstd-jni"), report::toString);
    }

    private static void assertPureJavaServes(JsonNode report) {
        assertEquals(
                List.of(
                        "SNAPPY aircompressor",
                        "GZIP jdk-zlib",
                        "LZO aircompressor",
                        "LZ4 aircompressor",
                        "ZSTD aircompressor",
                        "LZ4_RAW aircompressor"),
                engines(report, "used"));
        assertEquals(List.of("BROTLI brotli-dec"), engines(report, "reads"));
    }

    private static List<String> engines(JsonNode report, String state) {
        List<String> engines = new ArrayList<>();
        for (JsonNode engine : report.get("engines")) {
            if (engine.get("state").asText().equals(state)) {
                engines.add(engine.get("codec").asText() + " "
                        + engine.get("engine").asText());
            }
        }
        return engines;
    }

    private static JsonNode entry(JsonNode report, String codec, String name) {
        for (JsonNode engine : report.get("engines")) {
            if (engine.get("codec").asText().equals(codec)
                    && engine.get("engine").asText().equals(name)) {
                return engine;
            }
        }
        throw new AssertionError(codec + " " + name + " is not in " + report);
    }

    /** Runs the Doctor on this class path without the given artifact, and returns its report. */
    private JsonNode doctor(int expectedExit, List<String> options, String leftOut, String... required)
            throws IOException, InterruptedException {
        return doctor(List.of(), expectedExit, options, leftOut, required);
    }

    /** Runs the Doctor in the same way, with a launcher that runs its remaining arguments as a command. */
    private JsonNode doctor(
            List<String> launcher, int expectedExit, List<String> options, String leftOut, String... required)
            throws IOException, InterruptedException {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> leftOut == null
                        || !Path.of(path).getFileName().toString().matches(leftOut + "-[0-9].*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(List.of("-cp", classPath, Doctor.class.getName(), "--json"));
        if (required.length > 0) {
            arguments.addAll(List.of("--require", String.join(",", required)));
        }
        ChildJvm doctor = ChildJvm.run(directory, "doctor", 300, launcher, arguments);
        assertEquals(expectedExit, doctor.exit(), doctor::toString);
        return new ObjectMapper().readTree(doctor.output());
    }

    private static boolean succeeds(List<String> launcher, String program) throws InterruptedException {
        try {
            List<String> command = new ArrayList<>(launcher);
            command.add(program);
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false; // the launcher does not exist
        }
    }
}
