// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts measured tables and charts into README.md and the pages of {@code docs}, between comments such as
 * {@code <!-- table: pages -->} and {@code <!-- end -->}, so that no figure is typed by hand.
 */
public final class Publication {

    /** What the command {@code open-writers} fills. */
    public static final String MEMORY = "table: memory";

    /** What the command {@code jobs} fills. */
    public static final String SPARK = "table: spark";

    public static final String FLINK = "table: flink";
    public static final String JOBS = "chart: jobs";

    /** What the suite leaves alone. */
    static final Set<String> OF_OTHERS = Set.of(MEMORY, SPARK, FLINK, JOBS);

    /** All places that commands of this program fill. */
    static final Set<String> ALL = Set.of(
            MEMORY,
            SPARK,
            FLINK,
            JOBS,
            "table: headline",
            "table: whole-files",
            "table: levels",
            "table: memory-files",
            "table: threads",
            "table: pages",
            "table: engine",
            "table: small-pages",
            "table: more-pages",
            "table: conversions",
            "table: dictionaries",
            "table: damaged-pages",
            "table: verification",
            "table: hook",
            "table: messages",
            "table: slower",
            "table: environment");

    /** Where the charts of pages are. */
    public static final Path IMAGES = Path.of("docs", "images");

    private static final Pattern MARKED = Pattern.compile(
            "<!-- ((?:table|chart): [^ ]+) -->\\n(.*?)(<!-- end -->|(?=<!-- (?:table|chart): )|\\z)", Pattern.DOTALL);

    private Publication() {}

    /**
     * Fills the marked places of all pages. If one place cannot be filled, no page is changed.
     *
     * @param root the folder of the repository
     * @param parts what to put, by the text of the marker, as {@code table: pages}
     * @param elsewhere whether another command fills a place, which stays as it is
     * @return the pages that changed
     * @throws IOException if a page cannot be read or written, if a marker has no end, or if there is no such part
     */
    public static List<Path> publish(Path root, Map<String, String> parts, Predicate<String> elsewhere)
            throws IOException {
        Map<Path, String> changed = new LinkedHashMap<>();
        for (Path page : pages(root)) {
            String before = Files.readString(page);
            StringBuilder after = new StringBuilder();
            Matcher marked = MARKED.matcher(before);
            while (marked.find()) {
                String name = marked.group(1);
                if (marked.group(3).isEmpty()) {
                    throw new IOException(page + ": after <!-- " + name + " --> an <!-- end --> is missing");
                }
                if (elsewhere.test(name)) {
                    continue;
                }
                if (!parts.containsKey(name)) {
                    throw new IOException(page + " asks for <!-- " + name + " -->, which was not measured; there are "
                            + String.join(", ", parts.keySet()));
                }
                marked.appendReplacement(
                        after, Matcher.quoteReplacement("<!-- " + name + " -->\n" + parts.get(name) + "<!-- end -->"));
            }
            marked.appendTail(after);
            if (!before.contentEquals(after)) {
                changed.put(page, after.toString());
            }
        }
        for (Map.Entry<Path, String> page : changed.entrySet()) {
            Files.writeString(page.getKey(), page.getValue());
        }
        return List.copyOf(changed.keySet());
    }

    /** Returns the markers of all pages. */
    static Set<String> markers(Path root) throws IOException {
        Set<String> markers = new TreeSet<>();
        for (Path page : pages(root)) {
            MARKED.matcher(Files.readString(page)).results().forEach(marked -> markers.add(marked.group(1)));
        }
        return markers;
    }

    private static List<Path> pages(Path root) throws IOException {
        List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
        try (Stream<Path> docs = Files.list(root.resolve("docs"))) {
            pages.addAll(docs.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList());
        }
        return pages;
    }

    /**
     * Returns the Markdown of a chart for README.md, which follows the reader's choice of light or dark; its files are in
     * {@link #IMAGES}.
     */
    public static String picture(String name, BarChart chart) {
        String folder = "docs/images/";
        return """
               <picture>
                 <source media="(prefers-color-scheme: dark)" srcset="%s">
                 <img alt="%s" src="%s">
               </picture>
               """.formatted(
                        folder + BarChart.Scheme.DARK.file(name),
                        Table.escape(chart.description()),
                        folder + BarChart.Scheme.LIGHT.file(name));
    }

    /** Returns the Markdown of a table whose first columns are labels. */
    public static String table(int labels, List<String> header, List<List<String>> rows) {
        return new Table("", "", labels, header, rows, List.of()).markdown();
    }
}
