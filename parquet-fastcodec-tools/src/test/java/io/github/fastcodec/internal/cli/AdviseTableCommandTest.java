// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.RepeatingCluster;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.NotCommittedException;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command {@code advise-table} with a table whose log is a list, on a cluster in this JVM; real tables are tested in
 * src/it/tables.
 */
@Tag("slow")
class AdviseTableCommandTest extends CommandCalls {

    private static final Path SMALL = Path.of("src/test/resources/layouts/pyarrow-v1-snappy.parquet");
    private static final Path LARGE =
            Path.of("../parquet-fastcodec/src/test/resources/interop/pyarrow-snappy-v1-plain-large.parquet");

    /** The files in the table's log. */
    private static final List<TableFile> LIVE = new ArrayList<>();

    /** The name by which the table was opened. */
    private static String asked;

    /** The answer of the table's log to a commit. */
    private static NotCommittedException refusal;

    /** The failure of the table's log, or null. */
    private static RuntimeException failure;

    @TempDir
    Path directory;

    /** Opens the table of this test under any name. */
    static final class LocalTables implements TableProvider {

        LocalTables() {}

        @Override
        public Cluster cluster() {
            return new RepeatingCluster(Map.of());
        }

        @Override
        public TableLog iceberg(String name, String where, NewNames names) {
            asked = "iceberg " + name + " " + where;
            return new ListedFiles();
        }

        @Override
        public TableLog delta(String path, String where, NewNames names) {
            asked = "delta " + path + " " + where;
            return new ListedFiles();
        }
    }

    private static final class ListedFiles implements TableLog {

        @Override
        public Stream<TableFile> liveFiles() {
            if (failure != null) {
                throw failure;
            }
            return LIVE.stream();
        }

        @Override
        public Stream<LoggedFile> loggedFiles() {
            throw new UnsupportedOperationException("an advice verifies nothing");
        }

        @Override
        public Commit replace(List<Replacement> replacements) throws IOException {
            throw refusal;
        }

        @Override
        public void delete(String path) throws IOException {
            Files.deleteIfExists(Path.of(path));
        }
    }

    @BeforeEach
    void emptyTheTable() {
        LIVE.clear();
        failure = null;
    }

    private void add(Path content, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            Path file = directory.resolve("data-" + LIVE.size() + ".parquet");
            Files.copy(content, file);
            LIVE.add(new TableFile.Replaceable(
                    file.toString(), Files.size(file), -1, directory + "/new-" + LIVE.size(), file));
        }
    }

    private int advise(String... args) {
        List<String> all = new ArrayList<>(List.of("advise-table", "--levels=snappy,zstd:1,zstd:9"));
        all.addAll(Arrays.asList(args));
        return runIn(new LocalTables(), all.toArray(new String[0]));
    }

    // All pages are measured, so that only the times vary.
    @Test
    void measuresOnlyTheFilesOfTheLog() throws IOException {
        add(SMALL, 2);
        add(LARGE, 1);
        assertEquals(
                0,
                run("advise", "--levels=snappy,zstd:1,zstd:9", "--json", "--sample=4GB", directory.toString()),
                this::err);
        JsonNode expected = json();
        Files.copy(SMALL, directory.resolve("dead.parquet"));
        assertEquals(0, advise("--table=lake.db.t", "--json", "--sample=4GB"), this::err);
        assertEquals("iceberg lake.db.t null", asked);
        JsonNode advice = json();
        assertEquals(3, advice.get("allFiles").asInt());
        for (String number :
                List.of("rowGroups", "allColumns", "pages", "checksummedPages", "sampledPages", "plainBytes")) {
            assertEquals(expected.get(number), advice.get(number), number);
        }
        for (int i = 0; i < 4; i++) {
            String bytes = "/table/candidates/" + i + "/bytes";
            assertEquals(expected.at(bytes).asDouble(), advice.at(bytes).asDouble(), 1, bytes);
        }
        assertEquals(0, advise("--table=lake.db.t", "--sample=1MB", "--goal=smallest"), this::err);
        assertTrue(out().contains("  Size: "), this::out);
    }

    // Would catch: figures for the measured files instead of the whole table.
    @Test
    void sampleRepresentsTheWholeTable() throws IOException {
        add(SMALL, 150);
        add(LARGE, 50);
        assertEquals(0, run("advise", "--levels=zstd:1", "--json", "--sample=1MB", directory.toString()), this::err);
        double now = json().at("/table/candidates/0/bytes").asDouble();
        assertEquals(0, advise("--delta", "/lake/t", "--json", "--sample=1MB"), this::err);
        assertEquals("delta /lake/t null", asked);
        JsonNode advice = json();
        assertEquals(200, advice.get("allFiles").asInt());
        assertTrue(advice.get("files").size() <= TableAdvice.FILES, advice::toPrettyString);
        assertEquals(now, advice.at("/table/candidates/0/bytes").asDouble(), 0.05 * now);
    }

    @Test
    void linesToCopyRunTheJobForThisTable() throws IOException {
        add(LARGE, 1);
        Path plan = directory.resolve("orders.json");
        assertEquals(
                0,
                advise("--table=lake.db.t", "--where", "day >= '2026'", "--goal=smallest", "--plan=" + plan),
                this::err);
        assertEquals("iceberg lake.db.t day >= '2026'", asked);
        String line =
                "spark-submit --class io.github.fastcodec.jobs.RecompressJob parquet-fastcodec-tools-VERSION-all.jar"
                        + " --plan " + plan + " --table lake.db.t --where 'day >= '\\''2026'\\'''";
        assertTrue(out().contains(line), this::out);
        assertTrue(Files.readString(plan).contains("ZSTD"));
        assertEquals(
                0,
                advise("--program=python", "--delta=/lake/t", "--where", "day >= '2026'", "--goal=smallest"),
                this::err);
        assertTrue(
                out().contains("\nparquet_fastcodec.recompress(spark, delta=\"/lake/t\", where=\"day >= '2026'\","
                        + " codec=\"zstd:9\", keep_smaller=True)"),
                this::out);
    }

    @Test
    void countsButDoesNotMeasureFilesThatTheJobLeaves() throws IOException {
        add(LARGE, 2);
        LIVE.add(new TableFile.Kept(directory + "/none.avro", 2_000, KeepReason.NOT_PARQUET));
        LIVE.add(new TableFile.Kept(directory + "/none-1.parquet", 3_000, KeepReason.WITH_DELETES));
        LIVE.add(new TableFile.Kept(directory + "/none-2.parquet", 4_000, KeepReason.WITH_DELETES));
        assertEquals(0, advise("--table=lake.db.t", "--json"), this::err);
        JsonNode advice = json();
        assertEquals(2, advice.get("allFiles").asInt());
        assertEquals(
                "[\"Left out: 2 files of 7.0 kB, with deletes. RecompressJob does not change such files.\","
                        + "\"Left out: 1 file of 2.0 kB, not Parquet. RecompressJob does not change such files.\"]",
                advice.get("notes").toString());
    }

    @Test
    void rejectsWrongArgumentsInASentence() throws IOException {
        assertEquals(2, advise("--table=lake.db.t"), this::out);
        assertTrue(err().startsWith("There is no Parquet file in lake.db.t. "), this::err);
        LIVE.add(new TableFile.Kept(directory + "/none.avro", 2_000, KeepReason.NOT_PARQUET));
        assertEquals(2, advise("--table=lake.db.t"), this::out);
        assertTrue(err().startsWith("There is no Parquet file in lake.db.t. Left out: 1 file of"), this::err);
        assertEquals(2, advise(), this::out);
        assertEquals(2, advise("--table=lake.db.t", "--delta=/lake/t"), this::out);
        add(LARGE, 1);
        assertEquals(2, advise("--table=lake.db.t", "--columns=nowhere"), this::out);
        assertTrue(err().contains("There is no column nowhere"), this::err);
        assertEquals(2, advise("--table=lake.db.t", "--plan=t.parquet"), this::out);
        assertFalse(Files.exists(Path.of("t.parquet")));
    }

    // Would catch: the exit code for a run without effect, although a library failed after changes.
    @Test
    void argumentErrorsExitWith1AfterTableChanges() {
        failure = new IllegalArgumentException("The library says that something is illegal");
        assertEquals(2, advise("--table=lake.db.t"));
        assertTrue(err().contains("is illegal. See \"parquet-fastcodec advise-table --help\"."), err());
        failure = new NumberFormatException("a bug");
        assertEquals(1, advise("--table=lake.db.t"));
        failure = new IllegalArgumentException("The library says that something is illegal");
        assertEquals(1, runIn(new LocalTables(), "recompress-table", "--table=lake.db.t", "--codec=zstd"));
        assertTrue(err().contains("is illegal") && !err().contains("--help"), err());
    }

    // Would catch: a recommendation that RecompressJob refuses.
    @Test
    void measuresAnUnwritableCodecOnlyIfNamed() throws IOException {
        add(SMALL, 1);
        List<String> smallest = List.of("advise-table", "--table=lake.db.t", "--goal=smallest", "--json");
        assertEquals(0, runIn(new LocalTables(), smallest.toArray(new String[0])), this::err);
        assertFalse(out().contains("BROTLI"), this::out);
        assertTrue(out().contains("ZSTD 22"), this::out);
        List<String> named = new ArrayList<>(smallest);
        named.add("--levels=brotli:4");
        assertEquals(0, runIn(new LocalTables(), named.toArray(new String[0])), this::err);
        assertTrue(out().contains("BROTLI 4"), this::out);
    }

    // Would catch: a table that only this project can still write or read.
    @Test
    void rejectsAnIncompatibleCodecBeforeOpeningTheTable() {
        asked = "nothing";
        for (String level : List.of("gzip:9", "gzip:6", "gzip:0")) {
            assertEquals(2, recompress("--codec=" + level, "--set-codec"), this::out);
            assertTrue(err().startsWith("--set-codec cannot be used with a level of GZIP"), this::err);
        }
        for (String codec : List.of("--codec=brotli", "--codec=lzo", "--column=a=brotli:4")) {
            assertEquals(2, recompress(codec), this::out);
            assertTrue(err().startsWith("The job does not write "), this::err);
        }
        assertEquals("nothing", asked);
    }

    // Would catch: advice to repeat a command that would fail again.
    @Test
    void suggestsARepeatOnlyIfItCanSucceed() throws IOException {
        add(SMALL, 1);
        refusal = new NotCommittedException("too slow", null);
        assertEquals(1, recompress("--codec=zstd:9"), this::out);
        assertTrue(err().contains("too slow") && err().contains("Run the same command again"), this::err);
        refusal = new NotCommittedException("refused", null, true);
        assertEquals(1, recompress("--codec=zstd:9"), this::out);
        assertTrue(err().contains("The same command would fail on the same files again"), this::err);
        assertFalse(err().contains("Run the same command again"), this::err);
    }

    private int recompress(String... options) {
        List<String> all = new ArrayList<>(List.of("recompress-table", "--table=lake.db.t"));
        all.addAll(Arrays.asList(options));
        return runIn(new LocalTables(), all.toArray(new String[0]));
    }
}
