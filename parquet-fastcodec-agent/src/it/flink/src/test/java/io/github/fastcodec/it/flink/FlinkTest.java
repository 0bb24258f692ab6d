// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FlinkTest {

    static final long ROWS = 20_000;

    /** The codecs that parquet-java supports without further jars. */
    private static final Set<CompressionCodecName> PLAIN_READS = Set.of(
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW);

    private static final boolean WRITERS_TAKE_A_FACTORY =
            !System.getProperty("parquet.version").startsWith("1.13.");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"avro, GZIP", "own, ZSTD", "rowdata, SNAPPY"})
    void writesEachPageOfEachFileAndReadsThemBack(String kind, CompressionCodecName codec) throws Exception {
        Flink flink = Flink.of(Layout.LIB);
        Flink.Outcome writing = flink.run("WriteJob", kind, codec.name(), uri(), Long.toString(ROWS));
        WrittenFiles written = WrittenFiles.in(folder, codec);
        assertEquals(ROWS, written.rows());
        assertTrue(written.files() >= 4, () -> "checkpoints end files: " + written);
        assertEquals(written.pages(), writing.pages(codec, "COMPRESS"));

        for (String reader : new String[] {"rows", "records"}) {
            Flink.Outcome reading = flink.run("ReadJob", reader, uri());
            assertRows(reading);
            assertEquals(written.pages(), reading.pages(codec, "DECOMPRESS"), reader);
        }
        assertRows(Flink.of(Layout.PLAIN).run("ReadJob", "plain-rows", uri()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void sqlWritesAndReadsEveryCodec(CompressionCodecName codec) throws Exception {
        Flink.Outcome outcome =
                Flink.of(Layout.LIB).run("SqlJob", table("parquet-fastcodec", codec), numbers(), insert(), select());
        WrittenFiles written = WrittenFiles.in(folder, codec);
        assertEquals(ROWS, written.rows());
        assertEquals("+I[" + ROWS + "]", outcome.row());
        assertRows(outcome);
        assertEquals(written.pages(), outcome.pages(codec, "COMPRESS"));
        assertEquals(written.pages(), outcome.pages(codec, "DECOMPRESS"));
        if (PLAIN_READS.contains(codec)) {
            assertRows(Flink.of(Layout.PLAIN).run("ReadJob", "plain-rows", uri()));
        }
    }

    @Test
    void sqlReadsFilesOfPlainFlink() throws Exception {
        Flink.of(Layout.PLAIN).run("SqlJob", table("parquet", CompressionCodecName.GZIP), numbers(), insert());
        WrittenFiles written = WrittenFiles.in(folder, CompressionCodecName.GZIP);
        Flink.Outcome reading =
                Flink.of(Layout.LIB).run("SqlJob", table("parquet-fastcodec", CompressionCodecName.GZIP), select());
        assertRows(reading);
        assertEquals(written.pages(), reading.pages(CompressionCodecName.GZIP, "DECOMPRESS"));
    }

    @Test
    void plainSqlReadsOurFiles() throws Exception {
        Flink.of(Layout.LIB).run("WriteJob", "rowdata", "GZIP", uri(), Long.toString(ROWS));
        assertRows(Flink.of(Layout.PLAIN).run("SqlJob", table("parquet", CompressionCodecName.GZIP), select()));
    }

    @Test
    void jobWithItsOwnParquetLeavesNothing() throws Exception {
        Flink flink = Flink.of(Layout.JOB);
        warmUp(flink, "rowdata", "rows", folder);
        Flink.Outcome writing = flink.run("WriteJob", "rowdata", "ZSTD", uri(), Long.toString(ROWS));
        WrittenFiles written = WrittenFiles.in(folder, CompressionCodecName.ZSTD);
        Flink.Outcome reading = flink.run("ReadJob", "rows", uri());
        assertRows(reading);
        assertAll(
                () -> assertEquals("job", writing.codecs()),
                () -> assertEquals(written.pages(), writing.pages(CompressionCodecName.ZSTD, "COMPRESS")),
                () -> assertEquals(written.pages(), reading.pages(CompressionCodecName.ZSTD, "DECOMPRESS")));
        assertCollected(writing);
        assertCollected(reading);
    }

    @Test
    void jobOverParquetInLibOnlyWritesThroughUs() throws Exception {
        Flink flink = Flink.of(Layout.SPLIT);
        warmUp(flink, "rowdata", "rows", folder);
        Flink.Outcome writing = flink.run("WriteJob", "rowdata", "ZSTD", uri(), Long.toString(ROWS));
        WrittenFiles written = WrittenFiles.in(folder, CompressionCodecName.ZSTD);
        Flink.Outcome reading = flink.run("ReadJob", "rows", uri());
        assertRows(reading);
        assertAll(
                () -> assertEquals("job", writing.codecs()),
                () -> assertEquals(
                        WRITERS_TAKE_A_FACTORY ? written.pages() : 0,
                        writing.pages(CompressionCodecName.ZSTD, "COMPRESS")),
                () -> assertEquals(0, reading.pages(CompressionCodecName.ZSTD, "DECOMPRESS")));
        assertCollected(writing);
        assertCollected(reading);
    }

    @Test
    void sqlFindsTheFormatInTheJobsJar() throws Exception {
        Flink flink = Flink.of(Layout.SPLIT);
        String table = table("parquet-fastcodec", CompressionCodecName.ZSTD);
        Flink.Outcome writing = flink.run("SqlJob", table, numbers(), insert());
        WrittenFiles written = WrittenFiles.in(folder, CompressionCodecName.ZSTD);
        assertEquals(
                WRITERS_TAKE_A_FACTORY ? written.pages() : 0, writing.pages(CompressionCodecName.ZSTD, "COMPRESS"));
        Flink.Outcome reading = flink.run("SqlJob", table, select());
        assertRows(reading);
        assertEquals(0, reading.pages(CompressionCodecName.ZSTD, "DECOMPRESS"));
    }

    /**
     * Runs a first job, whose loader stays in the caches of Hadoop and parquet-java in lib, which keep its configuration. This
     * leak is not ours, and does not grow.
     */
    static void warmUp(Flink flink, String writer, String reader, Path folder) throws Exception {
        Path other = folder.resolveSibling(folder.getFileName() + "-warm-up");
        flink.run("WriteJob", writer, "ZSTD", other.toUri().toString(), "10");
        flink.run("ReadJob", reader, other.toUri().toString());
    }

    /** Fails if anything that outlives the job (a map, a thread, a native library's cleaner) still refers to its classes. */
    static void assertCollected(Flink.Outcome outcome) throws InterruptedException {
        // contexts expire after a second, and JNA's thread ends after half a minute
        for (int i = 0; i < 240 && outcome.loader().get() != null; i++) {
            System.gc();
            Thread.sleep(500);
        }
        ClassLoader loader = outcome.loader().get();
        List<String> threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> loader != null
                        && (thread.getContextClassLoader() == loader
                                || thread.getClass().getClassLoader() == loader))
                .map(Thread::getName)
                .toList();
        assertNull(loader, () -> "the finished job's class loader is still reachable; its threads: " + threads);
    }

    static void assertRows(Flink.Outcome reading) {
        assertEquals(ROWS, reading.rows());
        assertEquals(
                LongStream.range(0, ROWS)
                        .mapToObj(id -> Rows.text(id, Rows.name(id), Rows.price(id)))
                        .mapToLong(line -> line.hashCode() * 31L + line.length())
                        .sum(),
                reading.digest());
    }

    private String table(String format, CompressionCodecName codec) {
        return table(folder, format, codec);
    }

    static String table(Path folder, String format, CompressionCodecName codec) {
        return "CREATE TABLE t (" + Rows.COLUMNS + ") WITH ('connector' = 'filesystem', 'path' = '" + folder.toUri()
                + "', 'format' = '" + format + "', '" + format + ".compression' = '" + codec + "', '" + format
                + ".page.size' = '4096')";
    }

    static String numbers() {
        return "CREATE TABLE numbers (id BIGINT) WITH ('connector' = 'datagen', 'number-of-rows' = '" + ROWS
                + "', 'fields.id.kind' = 'sequence', 'fields.id.start' = '0', 'fields.id.end' = '" + (ROWS - 1) + "')";
    }

    static String insert() {
        return "INSERT INTO t SELECT id, nm(id), SQRT(CAST(id AS DOUBLE)) FROM numbers";
    }

    static String select() {
        return "SELECT SUM(seen(id, name, price)) FROM t";
    }

    private String uri() {
        return folder.toUri().toString();
    }
}
