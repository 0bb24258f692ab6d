// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** Each behaviour in docs/safety.md has its tests, and the build's libraries are at least as new as the versions there. */
class SafetyDocTest {

    private static final int BEHAVIOURS = 22;

    private static final Path DOC = Path.of("../docs/safety.md");
    private static final List<Path> TESTS =
            List.of(Path.of("src/test/java"), Path.of("../parquet-fastcodec-tools/src/test/java"));

    /** A title such as "Failed page", which gives its tests their prefix: {@code failedPage_...}. */
    private static final Pattern BEHAVIOUR = Pattern.compile("^\\d+\\. \\*\\*([A-Za-z ]+)\\.\\*\\* ");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]*\\.java)\\)");
    private static final Pattern NAMED_TEST = Pattern.compile("(?:void|DynamicTest>) ([a-z]+[A-Za-z]*)_\\w+\\(");

    // Would catch: a behaviour without a test, a link to a test that no longer exists, and a behaviour's test
    // without a link.
    @Test
    void everyBehaviourLinksExactlyTheTestsNamedAfterIt() throws IOException {
        Map<String, Set<Path>> linked = linksByBehaviour();
        assertEquals(BEHAVIOURS, linked.size(), () -> "behaviours: " + linked.keySet());
        Map<String, Set<Path>> named = new TreeMap<>();
        for (Path root : TESTS) {
            for (Path file : sources(root)) {
                NAMED_TEST
                        .matcher(Files.readString(file))
                        .results()
                        .forEach(test -> named.computeIfAbsent(test.group(1), title -> new TreeSet<>())
                                .add(file));
            }
        }
        assertEquals(named, linked, "tests by behaviour: those there are, and those that docs/safety.md links");
        linked.forEach((title, tests) -> assertFalse(tests.isEmpty(), () -> title + " has no test"));
    }

    // Would catch: a minimum version that the build does not meet, or that the engines' remedies do not name.
    @Test
    void librariesOfTheBuildMeetTheirMinimumVersions() throws IOException {
        String pom = Files.readString(Path.of("../pom.xml"));
        Matcher rows = Pattern.compile("(?m)^\\| ([\\w-]+)(?: \\([^)]*\\))? \\| (\\d[\\d.-]*) \\| (\\d[\\d.-]*) \\|")
                .matcher(Files.readString(DOC));
        Set<String> remedies = Arrays.stream(CompressionCodecName.values())
                .flatMap(codec -> Engines.of(codec).stream())
                .map(engine -> engine.howToFix())
                .collect(Collectors.toSet());
        List<String> libraries = new ArrayList<>();
        for (MatchResult row : rows.results().toList()) {
            String library = row.group(1);
            libraries.add(library);
            assertTrue(
                    pom.contains("<" + library + ".version>" + row.group(2) + "</"),
                    library + " " + row.group(2) + " is not what pom.xml asks for");
            assertTrue(
                    Arrays.compare(numbers(row.group(2)), numbers(row.group(3))) >= 0,
                    library + " " + row.group(2) + " is below its floor, " + row.group(3));
            assertTrue(
                    remedies.stream().anyMatch(text -> text.contains(library + " " + row.group(3) + " or newer")),
                    "no engine asks for " + library + " " + row.group(3));
        }
        assertEquals(List.of("snappy-java", "zstd-jni", "lz4-java", "aircompressor", "brotli4j"), libraries);
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(path -> path.toString().endsWith(".java")).toList();
        }
    }

    private static Map<String, Set<Path>> linksByBehaviour() throws IOException {
        Map<String, Set<Path>> links = new TreeMap<>();
        Set<Path> current = new TreeSet<>();
        for (String line : Files.readAllLines(DOC)) {
            Matcher behaviour = BEHAVIOUR.matcher(line);
            if (behaviour.find()) {
                current = links.computeIfAbsent(prefix(behaviour.group(1)), title -> new TreeSet<>());
            } else if (line.startsWith("#")) {
                current = new TreeSet<>(); // discards the links of other sections
            }
            Matcher link = LINK.matcher(line);
            while (link.find()) {
                Path file = DOC.resolveSibling(link.group(1));
                assertTrue(Files.exists(file), () -> file + " does not exist");
                current.add(Path.of("")
                        .toAbsolutePath()
                        .relativize(file.toAbsolutePath().normalize()));
            }
        }
        return links;
    }

    /** Returns a title as the first part of a method's name. */
    private static String prefix(String title) {
        String[] words = title.toLowerCase(Locale.ROOT).split(" ");
        return words[0]
                + Arrays.stream(words)
                        .skip(1)
                        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                        .collect(Collectors.joining());
    }

    private static int[] numbers(String version) {
        return Stream.of(version.split("[.-]")).mapToInt(Integer::parseInt).toArray();
    }
}
