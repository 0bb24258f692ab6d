// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The machine, the date and the command of a measurement.
 *
 * @param quick whether the quick suite ran, whose figures are less precise
 * @param part whether only some benchmarks of the suite ran
 * @param facts facts for the reader, such as the machine, keyed by name
 */
public record Environment(boolean quick, boolean part, Map<String, String> facts) {

    /** Returns the environment of this JVM. */
    public static Environment here(boolean quick, boolean part, String command) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "Date",
                ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")));
        facts.put("Command", command);
        facts.put("Machine", processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores, " + memory());
        facts.put("System", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
        Properties libraries = new Properties();
        try (InputStream stream = Environment.class.getResourceAsStream("libraries.properties")) {
            libraries.load(stream);
        }
        facts.put("Libraries", libraries.getProperty("versions"));
        return new Environment(quick, part, facts);
    }

    /** Reads a file that {@link #writeTo} wrote. */
    static Environment read(Path file) throws IOException {
        Map<String, String> all = new ObjectMapper().readValue(file.toFile(), new TypeReference<>() {});
        boolean quick = Boolean.parseBoolean(all.remove("quick"));
        boolean part = Boolean.parseBoolean(all.remove("part"));
        return new Environment(quick, part, all);
    }

    public void writeTo(Path file) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(facts);
        all.put("quick", Boolean.toString(quick));
        all.put("part", Boolean.toString(part));
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), all);
    }

    private static String processor() throws IOException {
        Path cpuinfo = Path.of("/proc/cpuinfo");
        if (Files.isReadable(cpuinfo)) {
            try (Stream<String> lines = Files.lines(cpuinfo)) {
                var model = lines.filter(line -> line.startsWith("model name")).findFirst();
                if (model.isPresent()) {
                    return model.get().substring(model.get().indexOf(':') + 1).trim();
                }
            }
        }
        return System.getProperty("os.arch");
    }

    private static String memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Math.round(system.getTotalMemorySize() / 1073741824.0) + " GiB"
                : "memory unknown";
    }
}
