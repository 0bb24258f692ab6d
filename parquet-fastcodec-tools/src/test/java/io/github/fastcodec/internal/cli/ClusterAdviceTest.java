// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterAdvice;
import io.github.fastcodec.internal.cluster.RepeatingCluster;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code advise} with files measured on a cluster, here of one JVM. */
@Tag("slow")
class ClusterAdviceTest extends CommandCalls {

    private static final Path SMALL = Path.of("src/test/resources/layouts/pyarrow-v1-snappy.parquet");
    private static final Path LARGE =
            Path.of("../parquet-fastcodec/src/test/resources/interop/pyarrow-snappy-v1-plain-large.parquet");

    @TempDir
    Path directory;

    private int advise(String... args) {
        return advise(null, args);
    }

    private int onCluster(String... args) {
        return advise(new AdviseTableCommandTest.LocalTables(), args);
    }

    private int advise(TableProvider application, String... args) {
        List<String> all = new ArrayList<>(List.of("advise", "--levels=snappy,zstd:1,zstd:9"));
        all.addAll(Arrays.asList(args));
        return runIn(application, all.toArray(new String[0]));
    }

    private void copies(Path file, String folder, int count) throws IOException {
        Path target = Files.createDirectories(directory.resolve(folder));
        for (int i = 0; i < count; i++) {
            Files.copy(file, target.resolve("part-" + i + ".parquet"));
        }
    }

    private static double bytes(JsonNode measurement) {
        return measurement.get("bytes").asDouble();
    }

    // All pages are measured, so that only the times vary.
    @Test
    void measuresAllOfAFewFilesLikeTheCommand() throws IOException {
        copies(SMALL, "day=1", 3);
        copies(LARGE, "day=2", 1);
        assertEquals(0, advise("--json", "--sample=1GB", "--threads=1", directory.toString()), this::err);
        JsonNode expected = json();
        assertEquals(0, onCluster("--json", "--sample=4GB", directory.toString()), this::err);
        JsonNode advice = json();
        for (String number : List.of(
                "allFiles", "rowGroups", "allColumns", "pages", "checksummedPages", "sampledPages", "plainBytes")) {
            assertEquals(expected.at("/" + number), advice.at("/" + number), number);
        }
        JsonNode table = expected.at("/table/candidates");
        assertTrue(table.size() > 2, expected.toPrettyString());
        for (int i = 0; i < table.size(); i++) {
            assertEquals(
                    bytes(table.get(i)), bytes(advice.at("/table/candidates").get(i)), 1, "" + table.get(i));
        }
        assertEquals(expected.get("columns").size(), advice.get("columns").size());
    }

    // Would catch: a sample that is not scaled to the whole, or in which a small file weighs as much as a large
    // one.
    @Test
    void sampleOfManyFilesRepresentsAll() throws IOException {
        copies(SMALL, "small", 150);
        copies(LARGE, "large", 50);
        assertEquals(0, advise("--json", "--sample=1MB", "--threads=1", directory.toString()), this::err);
        double now = bytes(json().at("/table/candidates/0"));
        double plain = json().get("plainBytes").asDouble();
        assertEquals(0, onCluster("--json", "--sample=1MB", directory.toString()), this::err);
        JsonNode advice = json();
        assertTrue(
                advice.get("files").size() <= TableAdvice.FILES,
                advice.get("files").toString());
        assertEquals(200, advice.get("allFiles").asInt());
        int rowGroups = 0; // a file that is drawn twice counts once
        for (JsonNode file : advice.get("files")) {
            rowGroups += file.textValue().contains("/small/") ? 2 : 1;
        }
        assertEquals(rowGroups, advice.get("rowGroups").asInt());
        assertEquals(now, bytes(advice.at("/table/candidates/0")), 0.05 * now);
        assertEquals(plain, advice.get("plainBytes").asDouble(), 0.05 * plain);

        assertEquals(0, onCluster("--sample=1MB", "--goal=smallest", directory.toString()), this::err);
        assertTrue(out().startsWith("200 files, estimated from "), this::out);
        assertTrue(out().contains("  Size: "), this::out);
        String report = out();
        report.substring(0, report.indexOf("Lines to copy"))
                .lines()
                .forEach(line -> assertTrue(line.length() <= Console.WIDTH, line));
    }

    @Test
    void concludesFromTheFilesMeasuredBeforeAnInterruption() throws IOException {
        copies(SMALL, "day", 3);
        Cluster cluster = new RepeatingCluster(Map.of());
        FileList files = Search.find(List.of(directory.toString()), cluster.storages());
        ClusterAdvice advice = new ClusterAdvice(
                files, cluster, AdviseOptions.of(Goal.BALANCED).withThreads(1).withSample(1 << 20));
        int[] measured = {0};
        assertEquals(
                1, advice.measure(() -> measured[0]++, () -> measured[0] > 0).size());
        assertThrows(CancellationException.class, () -> advice.measure(() -> {}, () -> true));
    }

    @Test
    void namesAnUnreadableFileAndMeasuresTheOthers() throws IOException {
        copies(SMALL, "day=1", 2);
        Files.writeString(directory.resolve("day=1/bad.parquet"), "PAR1 and nothing that ends like it");
        assertEquals(1, onCluster(directory.toString()), this::err);
        assertTrue(out().contains("Files left out"), this::out);
        assertTrue(out().contains("bad.parquet"), this::out);
        Files.delete(directory.resolve("day=1/part-0.parquet"));
        Files.delete(directory.resolve("day=1/part-1.parquet"));
        assertEquals(1, onCluster(directory.toString()), this::out);
        assertTrue(err().startsWith("No file can be read. file:" + directory + "/day=1/bad.parquet: it "), this::err);
    }

    @Test
    void rejectsWrongArgumentsInASentence() throws IOException {
        copies(SMALL, "day=1", 2);
        assertEquals(2, onCluster(directory + "/none"), this::out);
        assertEquals(2, onCluster("--columns=nowhere", directory.toString()), this::out);
        assertTrue(err().contains("There is no column nowhere"), this::err);
        assertEquals(2, onCluster("--jars=any.jar", directory.toString()), this::out);
        assertTrue(err().contains("spark-submit"), this::err);
    }
}
