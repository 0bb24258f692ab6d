// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/troubleshooting.md quotes every message of the code, and no other. What is compared are the constant parts of messages:
 * in the code, string literals of two words or more, cut at the logger's {@code {}}; on the page, the code spans in the first
 * cells of tables, cut at {@code <values>}. Names that a constant puts into a message may stand on the page as they are.
 */
class TroubleshootingDocTest {

    private static final Path DOC = Path.of("../docs/troubleshooting.md");
    private static final Path SOURCES = Path.of("src/main/java");

    /**
     * Sources without messages: the sentences of docs/configuration.md and of the report in docs/advise.md, and what events
     * and meters say of themselves.
     */
    private static final List<Path> DESCRIPTIONS = Stream.of(
                    "internal/settings/Settings.java",
                    "internal/events/jfr",
                    "micrometer",
                    "advise/AdviceJson.java",
                    "advise/CopyLines.java",
                    "advise/Reasons.java",
                    "cli/AdviceText.java")
            .map(SOURCES.resolve("io/github/fastcodec")::resolve)
            .toList();

    /** Literals of the code that are no messages, and why. */
    private static final Map<String, String> NO_MESSAGES = Map.ofEntries(
            Map.entry(
                    "parquet-fastcodec asks for a known answer; parquet-fastcodec asks for a known answer.", "a page"),
            Map.entry("name or integer", "a type in docs/configuration.md"),
            Map.entry(", or a name (below)", "a range in docs/configuration.md"),
            Map.entry("true, false", "a range in docs/configuration.md"),
            Map.entry("%-18s %s", "the Doctor's layout"),
            Map.entry("s%-8s %-14s %-18s%s", "the Doctor's layout"),
            Map.entry("%6s %6s MB/s", "the Doctor's layout"),
            Map.entry("compress MB/s", "a name in the Doctor's report"),
            Map.entry("decompress MB/s", "a name in the Doctor's report"),
            Map.entry("%.0f MB/s", "a speed"),
            Map.entry("%.1f s", "a duration"),
            Map.entry("%.0f min", "a duration"),
            Map.entry("%.1f h", "a duration"),
            Map.entry("after, about", "the head of a table"),
            Map.entry("to recompress", "a row of a table"),
            Map.entry("there already", "a row of a table"),
            Map.entry("not done", "a row of a table"),
            Map.entry("in %.1f s,", "the last line of recompress"),
            Map.entry(", 1 thread", "the last line of recompress"),
            Map.entry(", read back and compared", "the last line of recompress"),
            Map.entry(", not verified", "the last line of recompress"),
            Map.entry("with position deletes", "a row of a table"),
            Map.entry("not Parquet", "a row of a table"),
            Map.entry("changed meanwhile", "a row of a table"),
            Map.entry("Committed as", "the last lines of recompress-table"),
            Map.entry("Nothing was recompressed, and nothing committed.", "the last line of recompress-table"),
            Map.entry("the system's", "a value in the Doctor's report"),
            Map.entry("contexts (", "PoolState.toString"),
            Map.entry("idle) of at most", "PoolState.toString"),
            Map.entry("bytes of at most", "PoolState.toString"),
            Map.entry("bytes in,", "PageStats.toString"),
            Map.entry("bytes out,", "PageStats.toString"),
            Map.entry(", workers", "CompressionSettings.toString"),
            Map.entry(", effort", "CompressionSettings.toString"),
            Map.entry(", storing", "CompressionSettings.toString"),
            Map.entry(": row group", "Finding.toString"),
            Map.entry("pages checked", "VerifyResult.toString"),
            Map.entry(": note:", "verify's layout"),
            Map.entry("%,d %s%s", "verify's layout"),
            Map.entry("%.1f s,", "verify's summary"),
            Map.entry(") in", "verify's summary"),
            Map.entry("and decoded", "verify's summary"),
            Map.entry("no page was checked", "verify's summary"),
            Map.entry("nothing was found.", "verify's summary"),
            Map.entry("%d %% of the pages have a checksum", "verify's summary"),
            Map.entry("bytes to", "RecompressResult.toString"),
            Map.entry("column chunks changed,", "RecompressResult.toString"),
            Map.entry(", verified", "RecompressResult.toString"),
            Map.entry(", no new file", "RecompressResult.toString"),
            Map.entry("files done,", "RecompressReport.toString"),
            Map.entry("files written,", "RecompressSummary.toString"),
            Map.entry("there already,", "RecompressSummary.toString"),
            Map.entry("parquet-fastcodec lists", "the name of a job in Spark's UI"),
            Map.entry("parquet-fastcodec recompresses Parquet files", "the name of a job in Spark's UI"),
            Map.entry("parquet-fastcodec measures Parquet files", "the name of a job in Spark's UI"),
            Map.entry("parts of", "JoinWork.toString"),
            Map.entry("bytes of", "Entry.version"),
            Map.entry("parquet-fastcodec: files done", "an accumulator in Spark's UI"),
            Map.entry("parquet-fastcodec: files failed", "an accumulator in Spark's UI"),
            Map.entry("parquet-fastcodec: bytes before", "an accumulator in Spark's UI"),
            Map.entry("parquet-fastcodec: bytes after", "an accumulator in Spark's UI"),
            Map.entry("%,d %s %s, %s to %s, %s", "a format in the line of a stage"),
            Map.entry("%.0f ms", "a format in the line of a stage"),
            Map.entry("at level", "CodecRelay.toString"),
            Map.entry("Illegal native access", "what the JVM says"),
            Map.entry("Why the engine", "a log line at DEBUG"),
            Map.entry("does not work", "a log line at DEBUG"),
            Map.entry("JNA goes on referring to the class loader of parquet-fastcodec", "a log line at DEBUG"),
            Map.entry("The JVM does not hold", "a log line at DEBUG"),
            Map.entry("for this class loader; it is opened with the first context", "a log line at DEBUG"));

    /** Comments, characters, string literals, what may stand between two literals that are one text, anything else. */
    private static final Pattern TOKEN = Pattern.compile(
            "//[^\\n]*|/\\*.*?\\*/|'(?:\\\\.|[^'\\\\])+'|\"((?:\\\\.|[^\"\\\\])*)\"|([+\\s]+)|.", Pattern.DOTALL);

    private static final Pattern VALUE = Pattern.compile("\\{}|<[^<>]+>");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

    // Would catch: a new or reworded message that a user finds nowhere, a page that explains messages that are gone.
    @Test
    void thePageQuotesEveryMessageOfTheCodeAndNoOther() throws IOException {
        Map<String, String> code = new TreeMap<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")
                            && DESCRIPTIONS.stream().noneMatch(path::startsWith))
                    .toList()) {
                for (String text : texts(Files.readString(file))) {
                    parts(text)
                            .forEach(part -> code.put(part, file.getFileName().toString()));
                }
            }
        }
        NO_MESSAGES.forEach((literal, why) ->
                assertTrue(code.remove(literal) != null, () -> "\"" + literal + "\" (" + why + ") is not in the code"));
        List<String> page = Files.readAllLines(DOC).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(0, line.indexOf(" | ")))
                .flatMap(cell -> SPAN.matcher(cell).results())
                .flatMap(span -> parts(span.group(1)).stream())
                .toList();

        Map<String, String> missing = new TreeMap<>(code);
        missing.keySet().removeIf(part -> page.stream().anyMatch(quoted -> quoted.contains(part)));
        List<String> longestFirst = code.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        List<String> stale = page.stream()
                .filter(quoted -> isLong(without(longestFirst, quoted)))
                .toList();
        assertAll(
                () -> assertEquals(Map.of(), missing, "messages that docs/troubleshooting.md lacks, and their sources"),
                () -> assertEquals(List.of(), stale, "messages on docs/troubleshooting.md that the code lacks"));
    }

    private static String without(List<String> parts, String quoted) {
        String rest = quoted;
        for (String part : parts) {
            rest = rest.replace(part, " ");
        }
        return rest.strip();
    }

    /** Returns the string literals of a source, those that a plus joins as one. */
    private static Set<String> texts(String source) {
        Set<String> texts = new TreeSet<>();
        StringBuilder text = new StringBuilder();
        Matcher tokens = TOKEN.matcher(source);
        for (MatchResult token : (Iterable<MatchResult>) tokens.results()::iterator) {
            if (token.group(1) != null) {
                text.append(token.group(1).replace("\\\"", "\""));
            } else if (token.group(2) == null
                    && !token.group().startsWith("//")
                    && !token.group().startsWith("/*")) {
                texts.add(text.toString());
                text.setLength(0);
            }
        }
        return texts;
    }

    /** Returns the constant parts of a message that are long enough to recognize it by. */
    private static Set<String> parts(String message) {
        return Arrays.stream(VALUE.split(message))
                .map(String::strip)
                .filter(TroubleshootingDocTest::isLong)
                .collect(Collectors.toSet());
    }

    private static boolean isLong(String part) {
        return part.split("\\s+").length >= 2;
    }
}
