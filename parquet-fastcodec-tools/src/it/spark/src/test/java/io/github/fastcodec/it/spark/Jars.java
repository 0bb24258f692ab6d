// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars that an application needs in addition to its own: ours and the engines, and those of Iceberg and Delta Lake if the build has
 * fetched them.
 */
final class Jars {

    private static final String TOOLS = "parquet-fastcodec-tools";

    private Jars() {}

    /** Returns all jars that --packages would resolve, including newer versions of Spark's own libraries. */
    static List<String> all() throws IOException {
        return without(Set.of());
    }

    /** Returns the jars of which Spark's folder has no version. */
    static List<String> thatSparkLacks() throws IOException {
        return without(artifactsOfSpark());
    }

    /** Returns the jar of the tools alone. */
    static Path tools() throws IOException {
        try (Stream<Path> jars = jars("tools.jars")) {
            return jars.filter(jar -> artifact(jar).equals(TOOLS)).findFirst().orElseThrow();
        }
    }

    /** Returns the other jars that a job with the tools' jar needs and Spark lacks. */
    static List<String> ofJobs() throws IOException {
        Set<String> spark = artifactsOfSpark();
        try (Stream<Path> engines = jars("fastcodec.jars");
                Stream<Path> tools = jars("tools.jars")) {
            return Stream.concat(engines, tools)
                    .filter(jar ->
                            !spark.contains(artifact(jar)) && !artifact(jar).equals(TOOLS))
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> artifactsOfSpark() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("spark.home"), "jars"))) {
            return files.map(Jars::artifact).collect(Collectors.toSet());
        }
    }

    private static List<String> without(Set<String> artifacts) throws IOException {
        try (Stream<Path> ours = Files.list(Path.of(System.getProperty("fastcodec.jars")));
                Stream<Path> iceberg = jars("iceberg.jars")) {
            return Stream.concat(ours, iceberg)
                    .filter(jar -> !artifacts.contains(artifact(jar)))
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    /** Returns the jars of Iceberg and Delta Lake. */
    static List<String> ofOthers() throws IOException {
        try (Stream<Path> iceberg = jars("iceberg.jars");
                Stream<Path> delta = jars("delta.jars")) {
            return Stream.concat(iceberg, delta).map(Path::toString).sorted().toList();
        }
    }

    private static Stream<Path> jars(String property) throws IOException {
        Path folder = Path.of(System.getProperty(property));
        return Files.exists(folder) ? Files.list(folder) : Stream.empty();
    }

    /** Returns the name of a jar without the version. */
    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceFirst("-[0-9].*", "");
    }
}
