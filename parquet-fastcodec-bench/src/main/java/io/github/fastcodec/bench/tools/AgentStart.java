// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.commons.math3.stat.StatUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What an agent adds to the start of a JVM that has no use for it. */
@Command(
        name = "agent-start",
        header = "What the agent adds to the start of a JVM.",
        description = {
            "Starts JVMs of the running Java that do nothing, in turns without an agent, with an agent that does nothing, and"
                    + " with the given one. Prints a table: the median of their CPU time, all threads, in milliseconds.",
            "",
            "The time runs from the start of the process until its main method stands still; the end of the JVM is not in it."
                    + " The first round does not count. Needs 64-bit Linux."
        },
        footer =
                "  java -jar benchmarks.jar agent-start --agent=parquet-fastcodec/target/parquet-fastcodec-VERSION-agent.jar")
public final class AgentStart extends Tool {

    private static final int WARMUPS = 1;
    private static final int STARTED = '.';

    /** What the JVMs run: it says that it has started, and waits to be ended. */
    public static final class Nothing {

        private Nothing() {}

        public static void main(String[] args) throws IOException {
            System.out.write(STARTED);
            System.out.flush();
            System.in.read();
        }
    }

    /** An agent that does nothing. */
    public static final class EmptyAgent {

        private EmptyAgent() {}

        public static void premain(String options) {}
    }

    @Option(
            names = "--agent",
            required = true,
            converter = Checked.Input.class,
            paramLabel = "FILE",
            description = "The agent's jar.")
    private Path agent;

    @Option(
            names = "--rounds",
            converter = Checked.Positive.class,
            defaultValue = "15",
            paramLabel = "N",
            description = "How many JVMs of each kind count.")
    private int rounds;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path classPath = Files.createTempFile("nothing", ".jar");
        Path empty = Files.createTempFile("empty-agent", ".jar");
        try {
            jar(classPath, Nothing.class, null);
            jar(empty, EmptyAgent.class, "Premain-Class");
            Map<String, List<String>> options = new LinkedHashMap<>();
            options.put("no agent", List.of());
            options.put("an empty agent", List.of("-javaagent:" + empty));
            options.put("this agent", List.of("-javaagent:" + agent));
            System.out.println(table(turns(options, classPath)));
        } finally {
            Files.delete(classPath);
            Files.delete(empty);
        }
        return 0;
    }

    /** Writes a jar of one class, which an attribute of the manifest names. */
    private static void jar(Path file, Class<?> content, String attribute) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (attribute != null) {
            manifest.getMainAttributes().putValue(attribute, content.getName());
        }
        String entry = content.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                InputStream bytes = content.getClassLoader().getResourceAsStream(entry)) {
            jar.putNextEntry(new JarEntry(entry));
            bytes.transferTo(jar);
        }
    }

    private Map<String, double[]> turns(Map<String, List<String>> options, Path classPath)
            throws IOException, InterruptedException {
        Map<String, double[]> millis = new LinkedHashMap<>();
        options.keySet().forEach(kind -> millis.put(kind, new double[rounds]));
        List<String> order = new ArrayList<>(options.keySet());
        for (int round = -WARMUPS; round < rounds; round++) {
            for (String kind : order) {
                double started = start(options.get(kind), classPath);
                if (round >= 0) {
                    millis.get(kind)[round] = started;
                }
            }
            order.add(order.remove(0)); // nobody always comes after the same one
        }
        return millis;
    }

    private static double start(List<String> options, Path classPath) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath.toString(), Nothing.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            if (process.getInputStream().read() != STARTED) {
                throw new IOException("this JVM did not start as it should: " + String.join(" ", command));
            }
            return CpuClock.of(process.pid()).nanos() / 1e6;
        } finally {
            process.getOutputStream().close(); // for which it waits
            process.waitFor();
        }
    }

    private static String table(Map<String, double[]> millis) {
        StringBuilder table = new StringBuilder("| Java | " + String.join(" | ", millis.keySet()) + " |\n");
        table.append("| --- |").append(" ---: |".repeat(millis.size())).append("\n| ");
        table.append(System.getProperty("java.version")).append(" |");
        for (double[] turns : millis.values()) {
            table.append(String.format(Locale.ROOT, " %.0f ms |", StatUtils.percentile(turns, 50)));
        }
        return table.toString();
    }
}
