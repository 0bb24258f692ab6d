// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.compatibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints what the projects under src/it found, as a Markdown table. Each leaves a {@code compatibility.json}: an array with
 * an object for each line, whose names become columns; "checks" is the number of checks, "failures" the list of those that failed.
 */
public final class CompatibilityTable {

    private CompatibilityTable() {}

    /**
     * Prints the table.
     *
     * @param args the folder in which, at any depth, the results are
     * @throws IOException if a result cannot be read, or there is none
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        List<Path> results;
        try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            results = files.filter(file -> file.endsWith("compatibility.json"))
                    .sorted()
                    .collect(Collectors.toList());
        }
        if (results.isEmpty()) {
            throw new IOException("No compatibility.json in " + folder.toAbsolutePath() + "; run mvn verify first");
        }
        List<Map<String, String>> lines = new ArrayList<>();
        Map<String, String> columns = new LinkedHashMap<>();
        for (Path result : results) {
            for (JsonNode line : new ObjectMapper().readTree(result.toFile())) {
                Map<String, String> cells = cells(line);
                cells.keySet().forEach(name -> columns.put(name, "---"));
                lines.add(cells);
            }
        }
        columns.keySet().forEach(name -> System.out.print("| " + name + " "));
        System.out.println("|");
        columns.values().forEach(dashes -> System.out.print("|" + dashes));
        System.out.println("|");
        for (Map<String, String> cells : lines) {
            columns.keySet().forEach(name -> System.out.print("| " + cells.getOrDefault(name, "") + " "));
            System.out.println("|");
        }
    }

    private static Map<String, String> cells(JsonNode line) {
        Map<String, String> cells = new LinkedHashMap<>();
        line.properties().forEach(cell -> {
            if (!cell.getKey().equals("failures")) {
                cells.put(cell.getKey(), cell.getValue().asText());
            }
        });
        List<String> failures = new ArrayList<>();
        line.path("failures").forEach(failure -> failures.add(failure.asText()));
        cells.computeIfPresent(
                "checks",
                (name, count) ->
                        failures.isEmpty() ? "all " + count + " hold" : "FAILED: " + String.join("; ", failures));
        return cells;
    }
}
