// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static io.github.fastcodec.it.tables.Tables.SPARK;
import static io.github.fastcodec.it.tables.Tables.sql;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.IcebergBuild;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The lines of advise against dictionaries that never pay, pasted as a user pastes them. */
class DictionaryLinesTest {

    private static final String ROWS =
            "SELECT xxhash64(id) AS id, sha2(cast(id AS string), 256) AS text, id % 7 AS kind"
                    + " FROM range(0, 50000, 1, 1)";

    private static final String EQUAL_ROWS =
            "SELECT 1L AS id, 'text' AS text, id % 7 AS kind FROM range(0, 50000, 1, 1)";

    private static final Pattern SETTING = Pattern.compile("SET `(.+)`=(.+);");
    private static final Pattern OPTION = Pattern.compile("\\.option\\(\"(.+)\", \"(.+)\"\\)");

    private enum Writer {
        SPARK_WITH_SETTINGS("Dictionaries, Spark SQL, Delta") {
            @Override
            Path write(String name, String query, String lines) {
                return write("parquet", name, query, lines);
            }
        },
        SPARK_WITH_OPTIONS("Dictionaries, Spark, df.write of Parquet") {
            @Override
            Path write(String name, String query, String lines) {
                Path folder = Tables.ROOT.resolve(name);
                DataFrameWriter<Row> writer = SPARK.sql(query).write();
                Matcher options = OPTION.matcher(lines);
                while (options.find()) {
                    writer.option(options.group(1), options.group(2));
                }
                writer.parquet(folder.toString());
                return folder;
            }
        },
        DELTA("Dictionaries, Spark SQL, Delta") {
            @Override
            Path write(String name, String query, String lines) {
                return write("delta", name, query, lines);
            }
        },
        ICEBERG("Dictionaries, Iceberg 1.12") {
            @Override
            Path write(String name, String query, String lines) {
                String table = "ice.db." + name;
                sql("CREATE TABLE " + table + " (id bigint, text string, kind bigint) USING iceberg");
                if (!lines.isEmpty()) {
                    sql(lines.replace("TABLE t ", "TABLE " + table + " ").replace(";", ""));
                }
                sql("INSERT INTO " + table + " " + query);
                return Tables.ROOT.resolve("ice/db").resolve(name).resolve("data");
            }
        };

        private final String purpose;

        Writer(String purpose) {
            this.purpose = purpose;
        }

        /** Writes the rows of a query, and returns the folder of the files. */
        abstract Path write(String name, String query, String lines);

        Path write(String format, String name, String query, String lines) {
            Path folder = Tables.ROOT.resolve(name);
            List<String> keys =
                    SETTING.matcher(lines).results().map(one -> one.group(1)).toList();
            lines.lines().forEach(line -> sql(line.replace(";", "")));
            try {
                SPARK.sql(query).write().format(format).save(folder.toString());
            } finally {
                keys.forEach(SPARK.conf()::unset);
            }
            return folder;
        }
    }

    // Would catch: a line that its reader does not understand, does nothing, or changes a page.
    @ParameterizedTest
    @EnumSource
    void linesTurnOffDictionariesAndKeepThePages(Writer writer) throws IOException {
        // older versions of Iceberg have no such property, and none is published for Spark 4.2
        assumeTrue(writer != Writer.ICEBERG
                || !IcebergBuild.version().startsWith("1.11")
                        && !SPARK.version().startsWith("4.2"));
        String name = "dictionaries_" + writer.name().toLowerCase() + "_";
        Path before = file(writer.write(name + "before", ROWS, ""));
        Advice advice = Advisor.of(AdviseOptions.of(Goal.SMALLEST).withCandidates(CodecLevel.listOf("uncompressed")))
                .advise(List.of(before.toString()));
        assertEquals(Set.of("id", "text"), advice.dictionaries().keySet());
        String lines = advice.lines().get(writer.purpose);

        Map<String, byte[]> pages = pages(before);
        Map<String, byte[]> now = pages(file(writer.write(name + "after", ROWS, lines)));
        assertEquals(pages.keySet(), now.keySet());
        pages.forEach((column, bytes) -> assertArrayEquals(bytes, now.get(column), column));

        // all of these columns would have dictionaries
        Path equal = file(writer.write(name + "equal", EQUAL_ROWS, lines));
        assertEquals(
                Set.of("kind"),
                chunks(equal).stream()
                        .filter(ColumnChunkMetaData::hasDictionaryPage)
                        .map(chunk -> chunk.getPath().toDotString())
                        .collect(Collectors.toSet()));
    }

    private static Path file(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().endsWith(".parquet"))
                    .toList();
            assertEquals(1, found.size(), found::toString);
            return found.get(0);
        }
    }

    private static List<ColumnChunkMetaData> chunks(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
            assertEquals(1, reader.getRowGroups().size());
            return reader.getRowGroups().get(0).getColumns();
        }
    }

    private static Map<String, byte[]> pages(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Map<String, byte[]> pages = new TreeMap<>();
        for (ColumnChunkMetaData chunk : chunks(file)) {
            int start = (int) chunk.getStartingPos();
            pages.put(
                    chunk.getPath().toDotString(),
                    Arrays.copyOfRange(bytes, start, start + (int) chunk.getTotalSize()));
        }
        return pages;
    }
}
