// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.cli.FastCodec;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of docs/start.md run in order, as they are typed, and print the output on the page. */
@DisabledOnOs(OS.WINDOWS) // the blocks are for bash
@Tag("slow")
class StartPageTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh)?\\n(.*?)^```$");
    private static final String TOOLS = "parquet-fastcodec-tools/target/parquet-fastcodec-tools-0-all.jar";
    private static final String AGENT = "parquet-fastcodec-agent/target/jars/parquet-fastcodec-agent-0.jar";

    // Would catch: a command, an option, a path or a figure of the page that the tools no longer accept or
    // print.
    @Test
    void everyBlockPrintsWhatThePageShows(@TempDir Path folder) throws Exception {
        String page = Files.readString(ROOT.resolve("docs/start.md"));
        StringBuilder commands = new StringBuilder();
        List<String> shown = new ArrayList<>();
        for (MatchResult block : BLOCK.matcher(page).results().toList()) {
            if (block.group(1) != null) {
                commands.append(block.group(2));
            } else {
                block.group(2).lines().forEach(shown::add);
            }
        }
        assertTrue(shown.size() > 10, () -> "only " + shown.size() + " lines of output found");

        boolean agent = layOut(folder);
        // the output does not depend on the JIT compiler, and the quick one suits short runs
        String script = "set -e\nmvn() { :; }\njava() { command java -XX:TieredStopAtLevel=1 \"$@\"; }\n" + commands;
        if (!agent) { // built by package, which a run of single tests skips
            script = script.replaceAll("-javaagent:\\S+ \\S+\\) ", "");
        }
        String printed = run(folder, script);

        Set<String> lines = printed.lines().map(StartPageTest::shape).collect(Collectors.toSet());
        for (String line : shown) {
            assertTrue(lines.contains(shape(line)), () -> "not printed: " + line + "\n" + printed);
        }
        assertTrue(!agent || printed.contains("ZSTD zstd-jni"), printed);
        String sizes = sizes(page);
        assertTrue(printed.contains(sizes), () -> "not printed: " + sizes + "\n" + printed);
    }

    /** Returns the line with the savings of a conversion, which is the same on every machine. */
    private static String sizes(String page) {
        return page.lines()
                .filter(line -> line.startsWith("recompressed "))
                .findFirst()
                .orElseThrow();
    }

    /** Creates the repository's folder as the page assumes it, and returns whether the agent's jar is there. */
    private static boolean layOut(Path folder) throws IOException {
        Path job = Files.createDirectories(folder.resolve("docs/start")).resolve("Orders.java");
        Files.copy(ROOT.resolve("docs/start/Orders.java"), job);
        Path tools = folder.resolve(TOOLS);
        Files.createDirectories(tools.getParent());
        List<String> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(Path.of(entry).toUri().toString());
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FastCodec.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", classPath));
        new JarOutputStream(Files.newOutputStream(tools), manifest).close();

        Files.createDirectories(folder.resolve(AGENT).getParent());
        Path built = ROOT.resolve("parquet-fastcodec-agent/target/jars");
        if (Files.isDirectory(built)) {
            try (Stream<Path> files = Files.list(built)) {
                for (Path jar : files.limit(1).toList()) {
                    Files.copy(jar, folder.resolve(AGENT));
                }
            }
        }
        return Files.exists(folder.resolve(AGENT));
    }

    private static String run(Path folder, String script) throws IOException, InterruptedException {
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", script).directory(folder.toFile());
        bash.environment().put("PATH", System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));
        Process process = bash.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    /** Returns a line without its variable parts: numbers, blanks that align them, and marks of the best values. */
    private static String shape(String line) {
        return line.replaceAll("^[ >*]+", "")
                .replaceAll("[0-9][0-9.,]*", "N")
                .replaceAll(" +", " ")
                .strip();
    }
}
