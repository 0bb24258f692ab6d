// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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
                    + " with the given one. Prints a table: the medians of their CPU time, all threads, and of the time on the wall,"
                    + " in milliseconds.",
            "",
            "Both run from the start of the process until its main method stands still; the end of the JVM is not in them."
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

    /** Times in milliseconds. */
    private record Start(double cpu, double wall) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path classPath = Files.createTempFile("nothing", ".jar");
        Path empty = Files.createTempFile("empty-agent", ".jar");
        try {
            jar(classPath, Nothing.class, null);
            jar(empty, EmptyAgent.class, "Premain-Class");
            Map<String, Rounds.Turn<Start>> kinds = new LinkedHashMap<>();
            kinds.put("no agent", () -> start(List.of(), classPath));
            kinds.put("an empty agent", () -> start(List.of("-javaagent:" + empty), classPath));
            kinds.put("this agent", () -> start(List.of("-javaagent:" + agent), classPath));
            System.out.println(table(Rounds.run(kinds, WARMUPS, rounds)));
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

    private static Start start(List<String> options, Path classPath) throws IOException, InterruptedException {
        ProcessBuilder builder = Jvm.process(options, classPath.toString(), Nothing.class, List.of())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        long begin = System.nanoTime();
        Process process = builder.start();
        try {
            if (process.getInputStream().read() != STARTED) {
                throw new IOException("this JVM did not start as it should: " + String.join(" ", builder.command()));
            }
            double wall = (System.nanoTime() - begin) / 1e6;
            return new Start(CpuClock.of(process.pid()).nanos() / 1e6, wall);
        } finally {
            process.getOutputStream().close(); // for which it waits
            process.waitFor();
        }
    }

    private static String table(Map<String, List<Start>> starts) {
        return "| Java | time | " + String.join(" | ", starts.keySet()) + " |\n| --- | --- |"
                + " ---: |".repeat(starts.size())
                + row("CPU", starts, Start::cpu)
                + row("wall", starts, Start::wall);
    }

    private static String row(String time, Map<String, List<Start>> starts, ToDoubleFunction<Start> value) {
        StringBuilder row = new StringBuilder("\n| " + System.getProperty("java.version") + " | " + time + " |");
        for (List<Start> turns : starts.values()) {
            double median =
                    StatUtils.percentile(turns.stream().mapToDouble(value).toArray(), 50);
            row.append(String.format(Locale.ROOT, " %.0f ms |", median));
        }
        return row.toString();
    }
}
