// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.digest;
import static io.github.fastcodec.it.tables.Tables.number;
import static io.github.fastcodec.it.tables.Tables.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.Test;

/** The job as spark-submit starts it, killed in the middle of its commits; {@code -Dkills} sets the number of kills. */
class KilledJobTest {

    private static final int KILLS = Integer.getInteger("kills", 1);
    private static final int FILES = 2 + 4 * KILLS;
    private static final String ROWS =
            " SELECT id, sha2(cast(id AS string), 256) AS text FROM range(0, " + 20_000 * FILES + ", 1, " + FILES + ")";

    /** Starts the job, with Spark's jars on the class path and ours in the options. */
    private static Process submit(String name, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC"));
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
        String jar = jars().filter(KilledJobTest::isOurs).collect(Collectors.joining());
        command.addAll(
                List.of("-cp", jars().filter(path -> !isOurs(path)).collect(Collectors.joining(File.pathSeparator))));
        command.addAll(List.of("org.apache.spark.deploy.SparkSubmit", "--master", "local[2]"));
        Tables.CONF.forEach((key, value) -> command.addAll(List.of("--conf", key + "=" + value)));
        command.addAll(List.of("--class", "io.github.fastcodec.jobs.RecompressJob", jar));
        command.addAll(List.of(options));
        command.addAll(List.of("--codec", "zstd:19", "--batch", "1"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Tables.ROOT.resolve(name + ".log").toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    private static java.util.stream.Stream<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static boolean isOurs(String path) {
        return path.contains("parquet-fastcodec") && path.endsWith("-all.jar");
    }

    /** Kills each job after another commit, and lets the last one finish. */
    private static void run(LongSupplier commits, String name, String... options) throws Exception {
        for (int kill = 1; kill <= KILLS; kill++) {
            long before = commits.getAsLong();
            Process job = submit(name + "-killed-" + kill, options);
            while (commits.getAsLong() == before) {
                assertTrue(job.isAlive(), "the job ended, see " + Tables.ROOT);
                Thread.sleep(50);
            }
            job.destroyForcibly().waitFor();
        }
        long before = commits.getAsLong();
        assertTrue(before >= KILLS && before < FILES, before + " commits when the job was killed");
        Process job = submit(name, options);
        assertTrue(job.waitFor(10, TimeUnit.MINUTES));
        assertEquals(0, job.exitValue(), "see " + Tables.ROOT);
        assertEquals(FILES, commits.getAsLong(), "no file is replaced twice");
    }

    @Test
    void finishesAnIcebergTableAfterKills() throws Exception {
        String name = "ice.db.killed";
        sql("CREATE TABLE " + name + " USING iceberg TBLPROPERTIES ('format-version' = '3',"
                + " 'write.parquet.compression-codec' = 'snappy') AS" + ROWS);
        String digest = digest("id, text, _row_id", name);
        long bytes = number("SELECT sum(file_size_in_bytes) FROM " + name + ".files");
        run(
                () -> number("SELECT count(1) FROM " + name + ".snapshots WHERE operation = 'replace'"),
                "iceberg",
                "--table",
                name);
        assertEquals(digest, digest("id, text, _row_id", name));
        assertTrue(number("SELECT sum(file_size_in_bytes) FROM " + name + ".files") < bytes);
    }

    @Test
    void finishesADeltaTableAfterKills() throws Exception {
        Path folder = Tables.ROOT.resolve("killed");
        String name = "delta.`" + folder + "`";
        Tables.SPARK.conf().set("spark.sql.parquet.compression.codec", "snappy");
        sql("CREATE TABLE " + name + " USING delta AS" + ROWS);
        String digest = digest("id, text", name);
        long bytes = Tables.rows("DESCRIBE DETAIL " + name).get(0).<Long>getAs("sizeInBytes");
        run(() -> Tables.version(name), "delta", "--delta", folder.toString());
        assertEquals(digest, digest("id, text", name));
        assertTrue(Tables.rows("DESCRIBE DETAIL " + name).get(0).<Long>getAs("sizeInBytes") < bytes);
    }
}
