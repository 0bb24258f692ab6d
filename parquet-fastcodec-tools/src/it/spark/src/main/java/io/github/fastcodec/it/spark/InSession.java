// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.jobs.JobReport;
import io.github.fastcodec.jobs.RecompressJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** Runs RecompressJob inside a session, and fails unless the session is left as it was. */
public final class InSession {

    private static final String GROUP = "group of the session";

    /** A slow codec, so that the run is not finished when it is cancelled. */
    private static final String SLOW = "zstd:19";

    private static final String FAST = "zstd:1";

    private static final int GOOD_FILES = 4;

    private final SparkSession spark;
    private final JavaSparkContext context;
    private final Path in;
    private final Path root;
    private final Path bad;

    private InSession(SparkSession spark, Path in, Path root) {
        this.spark = spark;
        this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        this.in = in;
        this.root = root;
        this.bad = root.resolve("bad");
    }

    /** Arguments: the folder that LakeFiles has written, and one for the new files. */
    public static void main(String[] args) throws Exception {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            InSession session = new InSession(spark, Path.of(args[0]), Path.of(args[1]));
            session.context.setJobGroup(GROUP, "what the session does", false);
            session.context.addJobTag("tag-of-the-session");
            session.makeBadFolder();
            session.aRunThatGoesOnAfterAFailure();
            session.aRunThatEndsAtAFailure();
            session.aRunThatTheSessionCancels();
        }
    }

    private static long total(JobReport report, String name) throws IOException {
        return new ObjectMapper().readTree(report.json()).at("/total/" + name).asLong();
    }

    private Properties properties() {
        return (Properties) spark.sparkContext().getLocalProperties().clone();
    }

    private void makeBadFolder() throws IOException {
        Files.createDirectory(bad);
        // The largest file, so that it begins first.
        Files.write(bad.resolve("damaged.parquet"), new byte[8 << 20]);
        for (int i = 0; i < GOOD_FILES; i++) {
            Files.copy(aFile(), bad.resolve(i + ".parquet"));
        }
    }

    private void aRunThatGoesOnAfterAFailure() throws Exception {
        Properties before = properties();
        Path out = root.resolve("went-on");
        JobReport report = RecompressJob.run(
                spark, bad.toString(), "--to", out.toString(), "--codec", FAST, "--keep-going", "--json");
        Checks.equal(before, properties(), "the thread's properties after a run");
        Checks.equal(2, report.exitCode(), "exit code of a run that went on");
        Checks.equal((long) GOOD_FILES, total(report, "recompressed"), "files recompressed");
        Checks.require(report.messages().contains("damaged.parquet"), report.messages());
    }

    private void aRunThatEndsAtAFailure() throws Exception {
        Properties before = properties();
        JobReport report = RecompressJob.run(
                spark, bad.toString(), "--to", root.resolve("ended").toString(), "--codec", SLOW);
        Checks.equal(before, properties(), "the thread's properties after a run that ended at a failure");
        Checks.equal(1, report.exitCode(), "exit code of a run that ended at a failure");
        Checks.equal(1L, total(report, "failed"), "files that failed");
    }

    private Path aFile() throws IOException {
        try (Stream<Path> files = files(in)) {
            return files.findFirst().orElseThrow();
        }
    }

    // Would catch: a job group of our own that replaces the session's; notebooks have one for each cell.
    private void aRunThatTheSessionCancels() throws Exception {
        Properties before = properties();
        Path out = root.resolve("cancelled");
        AtomicBoolean ended = new AtomicBoolean();
        Thread canceller = new Thread(() -> {
            while (!ended.get()) {
                if (Files.exists(out)) {
                    context.cancelJobGroup(GROUP);
                }
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        canceller.start();
        try {
            JobReport report = RecompressJob.run(spark, in.toString(), "--to", out.toString(), "--codec", SLOW);
            Checks.equal(1, report.exitCode(), "exit code of a run that was cancelled");
            Checks.require(report.messages().contains("cancelled"), report.messages());
        } finally {
            ended.set(true);
            canceller.join();
        }
        Checks.equal(before, properties(), "the thread's properties after a run that was cancelled");
    }

    private static Stream<Path> files(Path folder) throws IOException {
        return Files.walk(folder).filter(file -> file.toString().endsWith(".parquet"));
    }
}
