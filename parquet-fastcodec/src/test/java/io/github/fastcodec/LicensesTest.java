// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that lists the libraries in a jar and collects their licences, on made-up jars. */
class LicensesTest {

    private static final String BSD_LICENCE = "Redistribution and use in source and binary forms";

    @TempDir
    Path folder;

    // Would catch: a library that gets into a jar inside another one, without its licence.
    @Test
    void findsAnUnlistedLibrary() throws Exception {
        write("texts/libraries.txt", "org.example:outer  Apache-2.0\n");
        jar("outer-1.0.jar", Map.of(pom("org.example", "outer"), "", pom("org.example.shaded", "inner"), ""));

        ChildJvm run = collect();

        assertNotEquals(0, run.exit());
        assertTrue(run.errors().startsWith("outer-1.0.jar has org.example.shaded:inner:3.1 inside"), run.errors());
    }

    // Would catch: a licence that is only named, though it asks for its text.
    @Test
    void findsALicenceWithoutText() throws Exception {
        write("texts/libraries.txt", "org.example:outer  BSD-2-Clause\n");
        jar("outer-1.0.jar", Map.of(pom("org.example", "outer"), "", "META-INF/NOTICE", "by the authors of outer"));

        ChildJvm run = collect();

        assertNotEquals(0, run.exit());
        assertTrue(run.errors().startsWith("org.example:outer is under BSD-2-Clause, and neither"), run.errors());
    }

    // Would catch: notices that are lost because two libraries give their files the same name, as in a merged jar.
    @Test
    void keepsTheTextsOfEachLibrary() throws Exception {
        write(
                "texts/libraries.txt",
                "org.example:one  Apache-2.0  -  bundled\norg.example:*  Apache-2.0\nbundled  BSD-2-Clause\norg.left:out  MIT\n");
        write("texts/bundled/LICENSE", BSD_LICENCE);
        jar("one-1.0.jar", Map.of("META-INF/NOTICE", "of one", "META-INF/LICENSE", Files.readString(license())));
        jar("two-2.0.jar", Map.of(pom("org.example", "two"), "", "META-INF/NOTICE", "of two"));
        jar("three-3.1.jar", Map.of(pom("org.example", "three"), "", "META-INF/NOTICE", "of three"));
        jar("out-1.0.jar", Map.of());

        ChildJvm run = collect();

        assertEquals(0, run.exit(), run::errors);
        assertEquals("of one", read("one/NOTICE"));
        assertTrue(Files.notExists(folder.resolve("licenses/one/LICENSE")), "Apache-2.0 again");
        assertEquals("of three", read("org.example/NOTICE"));
        assertEquals("of two", read("org.example/NOTICE-two"));
        assertEquals(BSD_LICENCE, read("bundled/LICENSE"));
        assertEquals(
                List.of(
                        "org.example:one:1.0 Apache-2.0 one",
                        "  bundled BSD-2-Clause bundled",
                        "org.example:three:3.1 Apache-2.0 org.example",
                        "org.example:two:2.0 Apache-2.0 org.example"),
                read("third-party.txt")
                        .lines()
                        .skip(4)
                        .map(line -> line.replaceAll("(?<=\\S) +", " "))
                        .toList());
    }

    private ChildJvm collect() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                Path.of("src/build/Licenses.java").toAbsolutePath().toString()));
        command.addAll(List.of(license().toString(), "texts", "licenses", "without=out", "jars"));
        return ChildJvm.run(folder, "licenses", 60, command);
    }

    private static Path license() {
        return Path.of("../LICENSE").toAbsolutePath();
    }

    private static String pom(String group, String artifact) {
        return "META-INF/maven/" + group + "/" + artifact + "/pom.properties";
    }

    /** Makes a jar of entries and their texts; a pom.properties gets the coordinates that its name has. */
    private void jar(String name, Map<String, String> entries) throws IOException {
        Path jar = Files.createDirectories(folder.resolve("jars")).resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                String[] path = entry.getKey().split("/");
                String text = path.length == 5
                        ? "groupId=" + path[2] + "\nartifactId=" + path[3] + "\nversion=3.1\n"
                        : entry.getValue();
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(text.getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve("licenses").resolve(name));
    }
}
