// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Replaces the measured tables in README.md and in the pages of {@code docs}, so that no figure is typed by hand. Each table has
 * a place between {@code <!-- table: NAME -->} and {@code <!-- end -->}.
 */
public final class Pages {

    private static final Pattern PLACE =
            Pattern.compile("(<!-- table: ([^ ]+) -->\\n)(.*?)(<!-- end -->|(?=<!-- table: )|\\z)", Pattern.DOTALL);

    private Pages() {}

    /**
     * Puts each table into the place with its name, and prints which pages changed. Other tables are left unchanged. If one
     * page cannot be filled, no page changes.
     *
     * @param root the folder of the repository
     * @param tables the tables in Markdown, keyed by name
     * @throws IOException if a page cannot be read or written
     * @throws IllegalStateException if the end of a place is missing
     */
    public static void fill(Path root, Map<String, String> tables) throws IOException {
        Map<Path, String> changed = new TreeMap<>();
        for (Path page : pages(root)) {
            String before = Files.readString(page);
            String after = PLACE.matcher(before).replaceAll(place -> {
                if (place.group(4).isEmpty()) {
                    throw new IllegalStateException(
                            page + ": <!-- table: " + place.group(2) + " --> has no <!-- end -->; add it");
                }
                String table = tables.getOrDefault(place.group(2), place.group(3));
                return Matcher.quoteReplacement(place.group(1) + table + place.group(4));
            });
            if (!before.equals(after)) {
                changed.put(page, after);
            }
        }
        for (Map.Entry<Path, String> page : changed.entrySet()) {
            Files.writeString(page.getKey(), page.getValue());
            System.out.println("Published: " + page.getKey());
        }
    }

    /** Returns the names of all places. */
    static Set<String> places(Path root) throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path page : pages(root)) {
            PLACE.matcher(Files.readString(page)).results().forEach(place -> names.add(place.group(2)));
        }
        return names;
    }

    private static List<Path> pages(Path root) throws IOException {
        List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    /**
     * Returns a table in Markdown.
     *
     * @param labels the number of columns, from the left, that contain labels instead of figures
     */
    public static String table(int labels, List<String> header, List<List<String>> rows) {
        String rule = IntStream.range(0, header.size())
                .mapToObj(column -> column < labels ? "---" : "---:")
                .collect(Collectors.joining(" | ", "| ", " |\n"));
        return line(header) + rule + rows.stream().map(Pages::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
