// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.SparkJobInfo;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.status.api.v1.AccumulableInfo;

/** What Spark is told of the pages of single stages: two that run at once, one of which has a task that fails, and a third. */
final class Stages {

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final Application app;
    private final JavaSparkContext context;
    private final List<String> lines = new ArrayList<>();

    private Stages(Application app) {
        this.app = app;
        this.context = JavaSparkContext.fromSparkContext(app.spark.sparkContext());
    }

    /** Checks what Spark's UI has, and leaves the beginnings of the lines that the driver is to log. */
    static void check(Application app) {
        Stages stages = new Stages(app);
        app.checks.that(
                "Spark's UI has the pages of each of two stages at once, a failed attempt's too", stages::reading);
        app.checks.that("Spark's UI has the pages that a stage wrote", stages::writing);
        app.checks.fact("stage lines", stages.lines);
    }

    private void reading() throws Exception {
        ExecutorService jobs = Executors.newFixedThreadPool(2);
        try {
            Future<Void> zstd = jobs.submit(read("zstd", true, "gzip"));
            Future<Void> gzip = jobs.submit(read("gzip", false, "zstd"));
            zstd.get();
            gzip.get();
        } finally {
            jobs.shutdownNow();
        }
        long pages = pages("zstd", CompressionCodecName.ZSTD);
        require("read zstd", 2 * pages + " pages decompressed from ZSTD, ");
        require("read gzip", pages("gzip", CompressionCodecName.GZIP) + " pages decompressed from GZIP, ");
    }

    private long pages(String folder, CompressionCodecName codec) throws IOException {
        return PageCount.of(app.folder(app.self, folder), codec).pages();
    }

    /** Returns a job of one task, which reads all pages of a folder while the other's task runs. */
    private Callable<Void> read(String name, boolean failsOnce, String otherName) {
        String own = app.root.resolve("reads-" + name).toString();
        String other = app.root.resolve("reads-" + otherName).toString();
        String folder = app.folder(app.self, name).toString();
        return () -> {
            context.setJobGroup("read " + name, "");
            app.spark
                    .read()
                    .schema(app.source.schema())
                    .parquet(folder)
                    .toJavaRDD()
                    .coalesce(1)
                    .foreachPartition(rows -> readAll(rows, own, other, failsOnce));
            return null;
        };
    }

    private static void readAll(Iterator<Row> rows, String own, String other, boolean failsOnce) throws Exception {
        Files.write(Path.of(own), new byte[0]);
        long start = System.nanoTime();
        while (!Files.exists(Path.of(other))) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("the other stage does not run");
            }
            Thread.sleep(10);
        }
        while (rows.hasNext()) {
            rows.next();
        }
        if (failsOnce && TaskContext.get().attemptNumber() == 0) {
            throw new IllegalStateException("of the test: this attempt is to be repeated");
        }
    }

    private void writing() throws Exception {
        Path folder = app.folder(app.self, "stages");
        context.setJobGroup("write", "");
        app.source.coalesce(2).write().option("compression", "snappy").parquet(folder.toString());
        long pages = PageCount.of(folder, CompressionCodecName.SNAPPY).pages();
        require("write", pages + " pages compressed to SNAPPY, ");
    }

    /** Requires that a value begins so in the only stage of a job that has one. */
    private void require(String group, String beginning) throws InterruptedException {
        List<String> found = new ArrayList<>();
        long start = System.nanoTime();
        while (found.isEmpty() && System.nanoTime() - start < PATIENCE_NANOS) {
            Thread.sleep(50); // Spark's own listeners hear of a stage's end later than the job does
            for (int job : context.statusTracker().getJobIdsForGroup(group)) {
                SparkJobInfo info = context.statusTracker().getJobInfo(job);
                for (int stage : info.stageIds()) {
                    scala.collection.Iterator<AccumulableInfo> accumulators = app.spark
                            .sparkContext()
                            .statusStore()
                            .lastStageAttempt(stage)
                            .accumulatorUpdates()
                            .iterator();
                    while (accumulators.hasNext()) {
                        AccumulableInfo accumulator = accumulators.next();
                        if (accumulator.name().equals("parquet-fastcodec")) {
                            found.add(accumulator.value());
                            lines.add("stage " + stage + ": " + beginning);
                        }
                    }
                }
            }
        }
        Checks.equal(1, found.size(), "stages of \"" + group + "\" with pages");
        Checks.require(found.get(0).startsWith(beginning), "\"" + found.get(0) + "\" is no \"" + beginning + "\"");
    }
}
