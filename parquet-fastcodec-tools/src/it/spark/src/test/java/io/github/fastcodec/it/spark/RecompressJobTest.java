// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The job on an unmodified Spark with the jar of the command line, while executors and drivers are killed. */
@EnabledForJreRange(max = JRE.JAVA_21, disabledReason = "Hadoop's library in Spark 3.5 to 4.1 ends with Java 23")
class RecompressJobTest {

    private static final String JOB = "io.github.fastcodec.jobs.RecompressJob";

    /** A slow codec, so that the run is not finished when a process is killed. */
    private static final String CODEC = "zstd:19";

    private Path root;
    private Path in;

    @BeforeEach
    void makeFolder() throws Exception {
        root = Submission.newFolder();
        in = root.resolve("in");
    }

    private void write() throws Exception {
        submission("write", "local[2]")
                .start(LakeFiles.class.getName(), "write", in.toString())
                .finish();
    }

    private Submission submission(String name, String master) {
        return new Submission(root, name, List.of("-Xmx768m", "-XX:+UseSerialGC"))
                .option("--master", master)
                .conf("spark.executor.memory", "700m")
                .conf("spark.speculation", "true")
                .conf("spark.speculation.interval", "100ms")
                .conf("spark.speculation.multiplier", "1.1")
                .conf("spark.speculation.quantile", "0.1");
    }

    private Submission job(String name, Path out) throws IOException {
        return job(submission(name, "local-cluster[2,1,1024]"), out);
    }

    private Submission job(Submission submission, Path out) throws IOException {
        return job(submission, Path.of(System.getProperty("fastcodec.all.jar")), out);
    }

    private Submission job(Submission submission, Path jar, Path out) throws IOException {
        return submission.startJar(jar, JOB, in.toString(), "--to", out.toString(), "--codec", CODEC, "--json");
    }

    @Test
    void convertsADirectoryDespiteKilledExecutorsAndDrivers() throws Exception {
        write();
        assertEquals(LakeFiles.FILES, files(in).size());
        Path out = root.resolve("out");
        Submission lost = job("lost-executors", out);
        awaitFiles(out, 2, lost);
        lost.killExecutors(1);
        awaitFiles(out, 8, lost);
        lost.killExecutors(2);
        lost.finish();
        JsonNode total = report(lost).get("total");
        assertEquals(
                LakeFiles.FILES, total.get("recompressed").asInt(), lost.log().toString());
        assertEquals(bytes(in), total.get("bytesBefore").asLong());
        assertEquals(bytes(out), total.get("bytesAfter").asLong());
        requireWhole(out);

        Path again = root.resolve("again");
        for (int files : new int[] {3, 12}) {
            Submission killed = job("killed-at-" + files, again);
            awaitFiles(again, files, killed);
            killed.kill();
        }
        int there = files(again).size();
        assertTrue(there < LakeFiles.FILES, "the driver was killed when all was done");
        Submission last = job("last", again);
        last.finish();
        total = report(last).get("total");
        assertTrue(total.get("upToDate").asInt() >= there, () -> "see " + last.log());
        assertEquals(
                LakeFiles.FILES,
                total.get("upToDate").asInt() + total.get("recompressed").asInt());
        requireWhole(again);

        submission("compare", "local[2]")
                .start(LakeFiles.class.getName(), "compare", in.toString(), out.toString(), again.toString())
                .finish();
        for (Path file : files(out)) {
            assertEquals(-1, Files.mismatch(file, again.resolve(out.relativize(file))), () -> file + " differs");
        }
    }

    // Would catch: a new dependency of the job that neither Spark nor the list in the documentation has.
    @Test
    void smallJarWithItsDependenciesWritesTheSameFiles() throws Exception {
        write();
        Path out = root.resolve("out");
        Path expected = root.resolve("expected");
        job(submission("all-jar", "local[2]"), expected).finish();
        Submission small =
                submission("small-jar", "local-cluster[2,1,1024]").option("--jars", String.join(",", Jars.ofJobs()));
        job(small, Jars.tools(), out).finish();
        assertEquals(
                LakeFiles.FILES,
                report(small).get("total").get("recompressed").asInt(),
                small.log().toString());
        requireWhole(out);
        for (Path file : files(out)) {
            assertEquals(-1, Files.mismatch(file, expected.resolve(out.relativize(file))), () -> file + " differs");
        }
    }

    @Test
    void runInASessionLeavesTheSessionUnchanged() throws Exception {
        write();
        submission("session", "local[2]")
                .option("--jars", System.getProperty("fastcodec.all.jar"))
                .start(InSession.class.getName(), in.toString(), root.toString())
                .finish();
    }

    /** Requires that a folder has the names of the source and fewer bytes. */
    private void requireWhole(Path out) throws IOException {
        assertEquals(names(in), names(out));
        assertTrue(bytes(out) < bytes(in));
    }

    private static void awaitFiles(Path folder, int number, Submission job) throws Exception {
        while (files(folder).size() < number) {
            assertTrue(job.isAlive(), () -> "see " + job.log());
            Thread.sleep(50);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.find(
                folder,
                9,
                (path, file) ->
                        file.isRegularFile() && !path.getFileName().toString().startsWith("."))) {
            return files.filter(path -> path.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns all names below a folder, hidden ones included, except Hadoop's checksum files. */
    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(path -> folder.relativize(path).toString())
                    .filter(name -> !name.endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }

    private static long bytes(Path folder) throws IOException {
        long bytes = 0;
        for (Path file : files(folder)) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private static JsonNode report(Submission job) throws IOException {
        String log = Files.readString(job.out());
        return new ObjectMapper().readTree(log.substring(log.indexOf("{\n")));
    }
}
