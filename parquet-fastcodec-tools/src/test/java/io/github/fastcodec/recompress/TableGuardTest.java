// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.search.TableGuard;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of tables with a log of their own are refused, wherever in the tree of the table they are. */
class TableGuardTest {

    private static final Recompressor ZSTD = Recompressor.of(Plan.to(CompressionCodecName.ZSTD));
    private static final Recompressor UNGUARDED = Recompressor.of(
            RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD)).withGuardTables(false));

    @TempDir
    Path directory;

    private Path file(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        return HandMadeFile.plain().write(path);
    }

    // Would catch: a failure of a storage that all other files of the directory inherit.
    @Test
    void checksADirectoryAgainAfterAFailure() throws IOException {
        Storage disk = new LocalStorage(FileSystems.getDefault());
        AtomicInteger looks = new AtomicInteger();
        Storage failsOnce = (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("which") && looks.incrementAndGet() == 1) {
                        throw new IllegalStateException("not now");
                    }
                    return method.invoke(disk, arguments);
                });
        String here = directory.toRealPath().toString();
        TableGuard guard = new TableGuard();
        assertThrows(IllegalStateException.class, () -> guard.requireNoTable(failsOnce, here));
        guard.requireNoTable(failsOnce, here);
        assertTrue(looks.get() > 1);
    }

    private static String refused(Path file, Path target) {
        return assertThrows(RefusedFileException.class, () -> ZSTD.recompress(file, target))
                .getMessage();
    }

    static Stream<Arguments> tables() {
        return Stream.of(
                Arguments.of(
                        List.of("_delta_log/0.json"),
                        "it belongs to a Delta Lake table (%s holds _delta_log): recompress it through its log,"
                                + " with RecompressJob on Spark"),
                Arguments.of(
                        List.of("metadata/readme", "metadata/v7.metadata.json"),
                        "it belongs to an Iceberg table (%s holds metadata/v7.metadata.json): recompress"
                                + " it through its log, with RecompressJob on Spark"),
                Arguments.of(
                        List.of("metadata/version-hint.text"),
                        "it belongs to an Iceberg table (%s holds metadata/version-hint.text): recompress"
                                + " it through its log, with RecompressJob on Spark"),
                Arguments.of(
                        List.of(".hoodie/hoodie.properties"),
                        "it belongs to a Hudi table (%s holds .hoodie): set hoodie.parquet.compression.codec, and let"
                                + " Hudi's clustering rewrite it"),
                Arguments.of(
                        List.of("_spark_metadata/0"),
                        "it belongs to the output of a Spark stream, whose _spark_metadata lists the valid files (%s"
                                + " holds _spark_metadata): read the directory with Spark and write it to a new one"),
                Arguments.of(
                        List.of("snapshot/snapshot-1", "manifest/manifest-1"),
                        "it belongs to a Paimon table (%s holds snapshot/snapshot-1): set file.compression, and run"
                                + " Paimon's full compaction"));
    }

    // Would catch: a table that is not recognized from one of its partitions, a target inside a table.
    @ParameterizedTest
    @MethodSource("tables")
    void rejectsASourceOrTargetInATable(List<String> names, String message) throws IOException {
        Path table = directory.resolve("table");
        Path inside = file(table.resolve("day=1/part=2/data.parquet"));
        Path outside = file(directory.resolve("plain/data.parquet"));
        for (String name : names) {
            Files.createDirectories(table.resolve(name).getParent());
            Files.writeString(table.resolve(name), "");
        }
        String why = String.format(message, table);
        Path target = directory.resolve("target.parquet");
        assertEquals(inside + " is not recompressed: " + why, refused(inside, target));
        assertEquals(
                outside + " is not recompressed: " + why,
                refused(outside, table.resolve("new/partition/data.parquet")));
        Path link = Files.createSymbolicLink(directory.resolve("link"), inside.getParent());
        assertTrue(refused(link.resolve("data.parquet"), target).contains(why));
        assertFalse(Files.exists(target) || Files.exists(table.resolve("new")));
        UNGUARDED.recompress(inside, target);
        assertEquals(Values.of(inside), Values.of(target));
    }

    // Would catch: an unknown layout: a table of a catalog, of an older version, or of another writer.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "v7.metadata.json",
                "v7.gz.metadata.json",
                "v7.metadata.json.gz",
                "00003-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.metadata.json",
                "100003-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.gz.metadata.json",
                "v7-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.zstd.metadata.json"
            })
    void recognizesEveryNameOfIcebergsMetadata(String name) throws IOException {
        Path file = file(directory.resolve("table/data/a.parquet"));
        Files.createDirectories(directory.resolve("table/metadata"));
        Files.writeString(directory.resolve("table/metadata").resolve(name), "");
        String message = refused(file, directory.resolve("target.parquet"));
        assertTrue(message.contains("holds metadata/" + name + ")"), () -> message);
    }

    // Would catch: a refusal of any directory that shares a name with tables.
    @Test
    void acceptsADirectoryThatResemblesATable() throws IOException {
        Path file = file(directory.resolve("tree/data.parquet"));
        Files.createDirectories(directory.resolve("tree/metadata"));
        for (String name : List.of(
                "readme.json",
                "orders.metadata.json",
                "schema-v7.metadata.json",
                "v7.metadata.json.bak",
                "v.metadata.json",
                "2026-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.metadata.json",
                "old-version-hint.text")) {
            Files.writeString(directory.resolve("tree/metadata").resolve(name), "");
        }
        Files.createDirectories(directory.resolve("tree/manifest"));
        Files.createDirectories(directory.resolve("tree/snapshot/snapshot-1-of-orders"));
        Files.writeString(directory.resolve("tree/_SUCCESS"), "");
        Files.writeString(directory.resolve("tree/_metadata"), "");
        Files.createDirectories(directory.resolve("other/_delta_log"));
        assertTrue(ZSTD.recompress(file, directory.resolve("target.parquet")).written());
    }

    // Would catch: a file of an Iceberg or Hudi table in an object store, without directories that identify it.
    @ParameterizedTest
    @CsvSource({
        "iceberg.schema, an Iceberg table",
        "hoodie_min_record_key, a Hudi table",
        "org.apache.hudi.bloomfilter, a Hudi table"
    })
    void recognizesATableByTheFooter(String key, String table) throws IOException {
        Path file = HandMadeFile.plain()
                .footer(footer -> footer.addToKey_value_metadata(new KeyValue(key).setValue("{}")))
                .write(directory.resolve("data.parquet"));
        Path target = directory.resolve("target.parquet");
        String message = refused(file, target);
        assertTrue(
                message.contains("it belongs to " + table + " (its footer has the key " + key + "): "), () -> message);
        UNGUARDED.recompress(file, target);
    }

    // Would catch: a pattern that matches the names of one writer only.
    @ParameterizedTest
    @CsvSource({
        // Iceberg's writers for Spark, whose operation is a query and an epoch, and a file of position deletes
        "00000-4-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-0-00001.parquet, an Iceberg table, Iceberg",
        "00012-1190-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-00003-deletes.parquet, an Iceberg table, Iceberg",
        // pyiceberg
        "00000-17-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.parquet, an Iceberg table, Iceberg",
        // with write.object-storage.partitioned-paths=false
        "10010011-00000-0-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-00001.parquet, an Iceberg table, Iceberg",
        // Hive, whose operation is a query and a job
        "00000-0-hive_20261123_0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-job_17_0001-00001.parquet, an Iceberg table, Iceberg",
        // the result of RecompressJob for such a file
        "00000-4-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-0-00001-fc01234567-0123456789abcdef0123456789abcdef.parquet,"
                + " an Iceberg table, Iceberg",
        "0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-0_0-27-41_20261123102030405.parquet, a Hudi table, Hudi",
        "00000003-4f50-4617-8293-a4b5c6d7e8f9-0_3-27-0_20261123102030.parquet, a Hudi table, Hudi",
        "0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9_1-0-1_00000000000001.parquet, a Hudi table, Hudi"
    })
    void recognizesATableByTheFilesName(String name, String table, String writer) throws IOException {
        Path file = file(directory.resolve("day=1").resolve(name));
        Path target = directory.resolve("target.parquet");
        String why = " is not recompressed: it belongs to " + table + " (the name " + name + " follows the pattern of "
                + writer + "'s writers): ";
        String message = refused(file, target);
        assertTrue(message.startsWith(file + why), () -> message);
        assertFalse(Files.exists(target));
        UNGUARDED.recompress(file, target);
        assertEquals(Values.of(file), Values.of(target));
    }

    // Would catch: a pattern that refuses the names of Spark, Delta Lake, or any writer with a time and a UUID.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "part-00000-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-c000.snappy.parquet",
                "part-00000-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.c000.zstd.parquet",
                "0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-0.parquet",
                "0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.parquet",
                "20261123-102030-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.parquet",
                "20261123_102030_00001_abcde_0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.parquet",
                "00000-4-events-00001.parquet",
                "data-00000-4-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9.parquet",
                "0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9_1-0-1_2026.parquet",
                "events_1-0-1_20261123102030.parquet"
            })
    void acceptsNamesOfOtherWriters(String name) throws IOException {
        // the file's own name counts, not that of a directory
        Path directoryOfIceberg = directory.resolve("00000-4-0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9-00001.parquet");
        Path file = file(directoryOfIceberg.resolve(name));
        assertTrue(ZSTD.recompress(file, directory.resolve("target.parquet")).written());
    }
}
