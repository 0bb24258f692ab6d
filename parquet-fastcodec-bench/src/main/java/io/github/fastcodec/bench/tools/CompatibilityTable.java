// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Prints what the projects under src/it found, as a Markdown table. Its lines come from
 *
 * <ul>
 *   <li>{@code compatibility.json}: an array with an object for each line, whose names are columns; "checks" is the number of
 *       checks, "failures" the list of those that failed. Spark's project writes it, whose checks run in other JVMs.
 *   <li>Surefire's reports, a line each, if the tests ran with the system property {@code compatibility.engine}.
 * </ul>
 */
@Command(
        name = "compatibility",
        header = "The table of docs/compatibility.md.",
        description =
                "Prints, as a Markdown table, what the projects under src/it of both modules found when they last ran.",
        footer = "  java -jar benchmarks.jar compatibility --results=parquet-fastcodec/target/it"
                + " --results=parquet-fastcodec-tools/target/it")
public final class CompatibilityTable extends Tool {

    private static final String ENGINE = "compatibility.engine";

    @Option(
            names = "--results",
            defaultValue = "parquet-fastcodec/target/it,parquet-fastcodec-tools/target/it",
            split = ",",
            paramLabel = "DIR",
            description = "A folder in which, at any depth, results are.")
    private List<Path> results;

    @Override
    public Integer call() throws IOException {
        for (Path folder : results) {
            if (!Files.isDirectory(folder)) {
                throw refused("No folder " + folder.toAbsolutePath() + "; the projects under src/it make it");
            }
        }
        System.out.print(table(results));
        return 0;
    }

    static String table(List<Path> folders) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted().forEach(files::add);
            }
        }
        List<Map<String, String>> lines = new ArrayList<>();
        for (Path file : files) {
            if (file.endsWith("compatibility.json")) {
                new ObjectMapper().readTree(file.toFile()).forEach(line -> lines.add(cells(line)));
            } else if (file.getFileName().toString().matches("TEST-.*\\.xml")) {
                lines.addAll(cells(report(file)));
            }
        }
        if (lines.isEmpty()) {
            throw new IOException("No results in " + folders + "; the projects under src/it write them");
        }
        Set<String> columns = new LinkedHashSet<>();
        lines.forEach(line -> columns.addAll(line.keySet()));
        StringBuilder table = new StringBuilder(row(columns.stream()));
        table.append(row(columns.stream().map(column -> "---")));
        lines.forEach(line -> table.append(row(columns.stream().map(column -> line.getOrDefault(column, "")))));
        return table.toString();
    }

    private static String row(Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| ", " |\n"));
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
        cells.computeIfPresent("checks", (name, count) -> verdict(count, failures));
        return cells;
    }

    /** Returns a report's line, or none if its tests have nothing to do with the table. */
    private static List<Map<String, String>> cells(Document report) {
        Map<String, String> properties = new HashMap<>();
        elements(report, "property")
                .forEach(property -> properties.put(property.getAttribute("name"), property.getAttribute("value")));
        if (!properties.containsKey(ENGINE)) {
            return List.of();
        }
        List<String> failures = Stream.of("failure", "error")
                .flatMap(problem -> elements(report, problem))
                .map(problem -> ((Element) problem.getParentNode()).getAttribute("name"))
                .collect(Collectors.toList());
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("engine", properties.get(ENGINE));
        cells.put("parquet-java", properties.get("parquet.version"));
        cells.put("swapped by", properties.get("compatibility.swapped.by"));
        cells.put("Java", properties.get("java.version"));
        cells.put("libraries", properties.getOrDefault("compatibility.libraries", "those that this project declares"));
        cells.put("checks", verdict(Long.toString(elements(report, "testcase").count()), failures));
        return List.of(cells);
    }

    private static String verdict(String checks, List<String> failures) {
        return failures.isEmpty() ? "all " + checks + " hold" : "FAILED: " + String.join("; ", failures);
    }

    private static Document report(Path file) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(file + " is no report of Surefire", e);
        }
    }

    private static Stream<Element> elements(Document document, String name) {
        var nodes = document.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
    }
}
