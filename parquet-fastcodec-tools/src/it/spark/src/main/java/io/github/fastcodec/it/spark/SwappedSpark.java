// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Spark with parquet-fastcodec, through the key, the plugin or the agent. Pages are counted on the executors and in the files.
 */
final class SwappedSpark {

    private final Application app;
    private final Map<String, Long> counters = new HashMap<>();

    private SwappedSpark(Application app) {
        this.app = app;
    }

    static void check(Application app) {
        SwappedSpark swapped = new SwappedSpark(app);
        if (app.self.equals("agent")) {
            app.checks.fact("engines", Map.of("ALL", "the agent's own"));
        } else {
            swapped.engines();
            swapped.damagedPages();
        }
        app.codecs.forEach(swapped::exchange);
        swapped.secondPageVersion();
        swapped.dictionaryFilter();
        // parquet-java 1.13 names a codec without its level, so that the plugin does not see the level of a
        // write
        boolean perWrite = !app.self.equals("plugin") || !app.parquetVersion().startsWith("1.13.");
        swapped.levels("zstd", "parquet.compression.codec.zstd.level", "1", "19", perWrite);
        swapped.levels("gzip", "zlib.compress.level", "BEST_SPEED", "BEST_COMPRESSION", perWrite);
        swapped.levels("brotli", "compression.brotli.quality", "0", "9", perWrite);
        if (!app.self.equals("agent")) {
            swapped.verification();
        }
        if (app.self.equals("plugin")) {
            swapped.metrics();
        }
        if (!app.self.equals("key") && Iceberg.isOnTheClassPath()) {
            Iceberg.check(app, swapped);
        }
        if (app.self.equals("agent") && Delta.isOnTheClassPath()) {
            Delta.check(app, swapped);
        }
    }

    private void engines() {
        app.checks.that("both executors have the same engine for each codec", () -> {
            Map<String, Map<String, String>> engines = Executors.ask(app.spark, Counters::enginesOfThisJvm);
            Checks.equal(1, new HashSet<>(engines.values()).size(), "kinds of answers in " + engines);
            app.checks.fact("engines", engines.values().iterator().next());
        });
    }

    private void damagedPages() {
        app.checks.that(
                "no executor takes a damaged page for a good one",
                () -> Executors.ask(app.spark, DamagedPages::findings)
                        .forEach((executor, findings) -> Checks.equal(List.of(), findings, "executor " + executor)));
    }

    private void exchange(String name, CompressionCodecName codec) {
        Path own = app.folder(app.self, name);
        app.checks.that("every page of " + name + " is written by parquet-fastcodec", () -> {
            grown();
            app.writer(name).parquet(own.toString());
            requireAll(codec, Direction.COMPRESS, own);
        });
        for (boolean vectorized : new boolean[] {true, false}) {
            String way = Application.way(vectorized);
            app.checks.that("every page of " + name + " is read by parquet-fastcodec, " + way, () -> {
                grown();
                app.readAll(own, vectorized);
                requireAll(codec, Direction.DECOMPRESS, own);
            });
            if (app.isWritten("plain", name)) {
                Path plain = app.folder("plain", name);
                app.checks.that("every page of " + name + " that plain Spark wrote is read, " + way, () -> {
                    grown();
                    app.readAll(plain, vectorized);
                    requireAll(codec, Direction.DECOMPRESS, plain);
                });
            }
        }
    }

    private void secondPageVersion() {
        Path folder = app.folder(app.self, "pages-v2");
        app.checks.that("every data page of version 2 is written and read by parquet-fastcodec", () -> {
            grown();
            app.writer("zstd").option("parquet.writer.version", "v2").parquet(folder.toString());
            requireAll(CompressionCodecName.ZSTD, Direction.COMPRESS, folder);
            for (boolean vectorized : new boolean[] {true, false}) {
                app.readAll(folder, vectorized);
                requireAll(CompressionCodecName.ZSTD, Direction.DECOMPRESS, folder);
            }
        });
    }

    /** parquet-java reads a dictionary differently for a filter than for the column. */
    private void dictionaryFilter() {
        app.checks.that("a filter on a dictionary reads it with parquet-fastcodec and skips the rest", () -> {
            Path folder = app.folder(app.self, "gzip");
            long all = PageCount.of(folder, CompressionCodecName.GZIP).pages();
            grown();
            // Between blue and red, so that the statistics do not exclude it.
            long rows = app.spark
                    .read()
                    .parquet(folder.toString())
                    .where("colour = 'grey'")
                    .count();
            long pages = grown().getOrDefault("gzip.decompress.pages", 0L);
            Checks.equal(0L, rows, "rows");
            Checks.require(pages > 0 && pages < all / 10, pages + " pages of " + all + " were read");
        });
    }

    private void levels(String name, String key, String low, String high, boolean perWrite) {
        app.checks.that("the level of " + name + " is that of " + (perWrite ? "each write" : "the application"), () -> {
            long first = sizeAtLevel(name, key, low);
            long other = sizeAtLevel(name, key, high);
            long again = sizeAtLevel(name, key, low);
            Checks.equal(first, again, "bytes at level " + low);
            Checks.require(
                    perWrite ? other < first : other == first,
                    other + " bytes at level " + high + ", " + first + " at level " + low);
        });
    }

    private long sizeAtLevel(String name, String key, String level) throws Exception {
        Path folder = app.folder(app.self, name + "-" + level);
        grown();
        app.source
                .select("id", "day", "moment", "text")
                .coalesce(1)
                .write()
                .mode("overwrite")
                .option("compression", name)
                .option(key, level)
                .parquet(folder.toString());
        requireAll(app.codecs.get(name), Direction.COMPRESS, folder);
        return app.sizeOf(folder);
    }

    /** The plugin takes these settings from the application, not from the write. */
    private void verification() {
        app.checks.that("a page that the engine has changed fails the write", () -> {
            String failure = "";
            try {
                app.source
                        .selectExpr("concat(text, '" + MarkedPages.MARK + "') as text")
                        .write()
                        .option("compression", "zstd")
                        .option("parquet.fastcodec.engine.zstd", MarkedPages.NAME)
                        .option("parquet.fastcodec.verify.compression", "true")
                        .parquet(app.folder(app.self, "marked").toString());
            } catch (Exception e) { // Spark's checked exceptions are undeclared in Scala
                StringWriter trace = new StringWriter();
                e.printStackTrace(new PrintWriter(trace));
                failure = trace.toString();
            }
            Checks.require(
                    failure.contains("Engine " + MarkedPages.NAME + " failed to compress a ZSTD page of"),
                    "the write ended with: " + failure);
        });
        grown();
    }

    private void metrics() {
        app.checks.that("Spark's metrics show the counters of each executor", () -> {
            Map<String, Map<String, Long>> counted = Executors.ask(app.spark, Counters::ofThisJvm);
            Checks.equal(counted, Executors.ask(app.spark, Counters::metricsOfThisJvm), "metrics");
            counted.forEach((executor, values) ->
                    Checks.require(values.get("zstd.compress.nanos") > 0, "no time on executor " + executor));
        });
    }

    Map<String, Long> grown() {
        return Counters.grown(app.spark, counters);
    }

    /** Requires that exactly the pages in a folder were processed since the last call, each once. */
    void requireAll(CompressionCodecName codec, Direction direction, Path folder) throws Exception {
        requireAll(codec, direction, PageCount.of(folder, codec));
    }

    void requireAll(CompressionCodecName codec, Direction direction, PageCount count) throws Exception {
        Checks.require(count.pages() > 0, "no pages in the files");
        Checks.equal(Counters.expected(codec, direction, count), grown(), "pages and bytes on the executors");
    }
}
