// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * Four applications on an unmodified Spark: one without parquet-fastcodec, and one each with the key, the plugin and the agent.
 * Each check that they report is a test.
 */
class SparkTest {

    /** Options for JVMs that end before the second compiler pays off; the heaps of executors are Spark's to set. */
    private static final List<String> SHORT_LIFE = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** The version of Delta Lake, if the build has fetched one. */
    private static final String DELTA = System.getProperty("delta.version");

    private final Path root;

    SparkTest() throws IOException {
        root = Submission.newFolder();
    }

    @TestFactory
    @EnabledForJreRange(max = JRE.JAVA_21, disabledReason = "Hadoop's library in Spark 3.5 to 4.1 ends with Java 23")
    Stream<DynamicNode> sparkSwappedByConfiguration() throws Exception {
        Submission plain = submission("plain").option("--master", "local[2]");
        // With all dependencies of the POM, as --packages resolves them: Spark's older versions of some precede
        // them.
        Submission key = submission("key")
                .option("--master", "local-cluster[2,1,1024]")
                .option("--jars", String.join(",", Jars.all()))
                .conf("spark.hadoop.parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory");
        // With only the jars that Spark lacks.
        Submission plugin = submission("plugin")
                .option("--master", "local-cluster[2,1,1024]")
                .option("--jars", String.join(",", Jars.thatSparkLacks()))
                .conf("spark.plugins", "io.github.fastcodec.spark.FastCodecSparkPlugin")
                .conf("spark.hadoop.parquet.fastcodec.engine.zstd", "marked")
                .conf("spark.hadoop.parquet.fastcodec.verify.compression", "true")
                .conf("spark.metrics.conf.*.sink.csv.class", "org.apache.spark.metrics.sink.CsvSink")
                .conf("spark.metrics.conf.*.sink.csv.directory", metrics().toString())
                .conf("spark.metrics.conf.*.sink.csv.period", "1");
        withIceberg(plugin, "iceberg-of-plugin");
        // Only an option of the JVMs; the counters are available over JMX.
        String agentOption = "-javaagent:" + System.getProperty("agent.jar");
        Submission agent = submission("agent", agentOption, "-Dparquet.fastcodec.jmx=true")
                .option("--master", "local-cluster[2,1,1024]")
                .option("--jars", String.join(",", Jars.ofOthers()));
        withIceberg(agent, "iceberg-of-agent");
        if (DELTA != null) {
            agent.conf("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                    .conf("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog");
        }

        Files.createDirectory(metrics());
        start(plain);
        plain.await(root.resolve("plain.written"));
        start(key).finish();
        start(plugin).finish();
        start(agent).finish();
        plain.finish();

        summarize(List.of(key, plugin, agent));
        return Stream.of(plain, key, plugin, agent).map(submission -> {
            JsonNode result = result(submission);
            List<DynamicNode> tests = new ArrayList<>();
            result.get("checks")
                    .properties()
                    .forEach(check -> tests.add(dynamicTest(
                            check.getKey(),
                            () -> assertEquals("", check.getValue().asText(), () -> "see " + submission.log()))));
            assertFalse(tests.isEmpty(), "no checks");
            if (submission != plain) {
                tests.add(dynamicTest(
                        "each executor says once that parquet-fastcodec serves",
                        () -> says(
                                result.get("application").asText(),
                                submission == agent
                                        ? "serves org.apache.parquet.hadoop.CodecFactory"
                                        : "serves the codecs of org.apache.parquet.hadoop.CodecFactory")));
            }
            if (submission == plugin) {
                tests.add(dynamicTest(
                        "a sink of Spark's has the pages of each executor",
                        () -> sinkHasPages(result.get("application").asText())));
            }
            return dynamicContainer(submission.name(), tests);
        });
    }

    private void withIceberg(Submission submission, String warehouse) {
        submission
                .conf("spark.sql.catalog.iceberg", "org.apache.iceberg.spark.SparkCatalog")
                .conf("spark.sql.catalog.iceberg.type", "hadoop")
                .conf(
                        "spark.sql.catalog.iceberg.warehouse",
                        root.resolve(warehouse).toString());
    }

    private Submission submission(String name, String... options) {
        List<String> jvm = new ArrayList<>(SHORT_LIFE);
        jvm.addAll(List.of(options));
        List<String> driver = new ArrayList<>(jvm);
        driver.add("-Xmx768m");
        return new Submission(root, name, driver)
                .conf("spark.executor.memory", "700m")
                .conf("spark.executor.extraJavaOptions", String.join(" ", jvm));
    }

    private Submission start(Submission submission) throws IOException {
        return submission.start(Application.class.getName(), submission.name(), root.toString());
    }

    /** Prints a line for each application, for the table in docs/compatibility.md. */
    private void summarize(List<Submission> submissions) {
        for (Submission submission : submissions) {
            JsonNode result = result(submission);
            List<String> failures = new ArrayList<>();
            boolean iceberg = false;
            boolean delta = false;
            for (Map.Entry<String, JsonNode> check : result.get("checks").properties()) {
                iceberg |= check.getKey().startsWith("Iceberg");
                delta |= check.getKey().startsWith("Delta");
                if (!check.getValue().asText().isEmpty()) {
                    failures.add(check.getKey());
                }
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("engine", "Spark " + result.get("spark").asText());
            row.put("parquet-java", result.get("parquet").asText());
            row.put(
                    "swapped by",
                    submission.name()
                            + (iceberg ? ", with Iceberg " + System.getProperty("iceberg.version") : "")
                            + (delta ? ", with Delta Lake " + DELTA : ""));
            row.put("Java", result.get("java").asText());
            row.put(
                    "libraries",
                    new TreeSet<>(result.get("engines").properties().stream()
                                    .map(engine -> engine.getValue().asText())
                                    .toList())
                            .stream().collect(Collectors.joining(", ")));
            row.put("checks", result.get("checks").size());
            row.put("failures", failures);
            System.out.println("compatibility: " + row);
        }
    }

    private JsonNode result(Submission submission) {
        try {
            return new ObjectMapper()
                    .readTree(root.resolve(submission.name() + ".json").toFile());
        } catch (IOException e) {
            throw new AssertionError("no result of " + submission.name() + "; see " + submission.log(), e);
        }
    }

    private Path metrics() {
        return root.resolve("metrics");
    }

    private void sinkHasPages(String applicationId) throws IOException {
        for (int executor = 0; executor < Executors.COUNT; executor++) {
            Path file = metrics()
                    .resolve(applicationId + "." + executor
                            + ".plugin.io.github.fastcodec.spark.FastCodecSparkPlugin.zstd.compress.pages.csv");
            List<String> lines = Files.readAllLines(file);
            String[] last = lines.get(lines.size() - 1).split(",");
            assertTrue(Long.parseLong(last[1]) > 0, () -> file + " ends in " + String.join(",", last));
        }
    }

    private static void says(String applicationId, String line) throws IOException {
        List<String> logs = Submission.executorLogs(applicationId);
        assertEquals(Executors.COUNT, logs.size());
        for (String log : logs) {
            assertEquals(
                    1,
                    log.lines()
                            .filter(logged -> logged.contains("INFO") && logged.contains(line))
                            .count(),
                    log);
            assertEquals(
                    "",
                    log.lines()
                            .filter(logged -> logged.contains("WARN") && logged.contains("fastcodec"))
                            .filter(logged -> !logged.contains("FileOutputCommitter")) // has a repository path
                            .collect(Collectors.joining("\n")));
        }
    }
}
