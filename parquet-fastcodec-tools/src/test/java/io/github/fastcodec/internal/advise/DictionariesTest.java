// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.support.GroupFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupWriteSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that build dictionaries for nothing, and the lines that stop it. */
@Tag("slow")
class DictionariesTest {

    private static final int ROWS = 45_000;

    private static final MessageType TYPES =
            MessageTypeParser.parseMessageType("message t { required int64 id; required binary text (STRING);"
                    + " required int96 at; required fixed_len_byte_array(16) uuid; required boolean flag;"
                    + " required int32 kind; repeated double list; required group in { required int64 id; } }");

    private static final MessageType ID = MessageTypeParser.parseMessageType("message t { optional int64 id; }");

    private static final Consumer<ExampleParquetWriter.Builder> DEFAULT = builder -> {};

    /** The syntax of the lines for a purpose: a key or the name of a column, and the value. */
    private static final Map<String, Pattern> PASTED = Map.of(
            "Spark SQL", Pattern.compile("SET `(\\S+)`=(\\w+);"),
            "df.write", Pattern.compile("\\.option\\(\"(.+)\", \"(.+)\"\\)"),
            "Iceberg", Pattern.compile("'write\\.parquet\\.dict-encoding-enabled\\.column\\.(\\w+)' = '(\\w+)'"),
            "Hadoop", Pattern.compile("<property><name>(.+)</name><value>(.+)</value></property>"),
            "Java", Pattern.compile("\\.withDictionaryEncoding\\(\"(.+)\", (false)\\)"));

    @TempDir
    Path directory;

    private static long random(int row) {
        return (row + 1) * 0x9e3779b97f4a7c15L;
    }

    private static void fill(Group row, int number) {
        byte[] bytes = new byte[16];
        new Random(number).nextBytes(bytes);
        row.append("id", random(number));
        row.append("text", "text-" + random(number));
        row.append("at", Binary.fromConstantByteArray(bytes, 0, 12));
        row.append("uuid", Binary.fromConstantByteArray(bytes));
        row.append("flag", bytes[0] > 0);
        row.append("kind", number % 7);
        row.append("list", (double) random(number)).append("list", random(number) / 3.0);
        row.addGroup("in").append("id", random(number));
    }

    private static void write(ParquetWriter<Group> to, MessageType type, int rows, ObjIntConsumer<Group> fill)
            throws IOException {
        try (ParquetWriter<Group> writer = to) {
            for (int i = 0; i < rows; i++) {
                Group row = new SimpleGroup(type);
                fill.accept(row, i);
                writer.write(row);
            }
        }
    }

    private Path write(
            String name,
            MessageType type,
            int rows,
            Consumer<ExampleParquetWriter.Builder> settings,
            ObjIntConsumer<Group> fill)
            throws IOException {
        Path file = directory.resolve(name);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(type)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED);
        settings.accept(builder);
        write(builder.build(), type, rows, fill);
        return file;
    }

    private Path ids(String name, ObjIntConsumer<Group> fill, int rows) throws IOException {
        return write(name, ID, rows, DEFAULT, fill);
    }

    private static AdviseOptions options() {
        return AdviseOptions.of(Goal.SMALLEST)
                .withCandidates(CodecLevel.listOf("uncompressed"))
                .withSample(100_000);
    }

    private static Advice advise(Path... files) throws IOException {
        return Advisor.of(options()).advise(Stream.of(files).map(Path::toString).toList());
    }

    private static void assertNothing(Advice advice) throws IOException {
        assertEquals(Map.of(), advice.dictionaries());
        assertEquals(Map.of(), advice.lines());
        assertFalse(advice.notes().toString().contains("ictionar"), advice::toJson);
    }

    // Would catch: a type that the writer does not try or never abandons, a figure that is not the file's.
    @ParameterizedTest
    @EnumSource(WriterVersion.class)
    void namesColumnsThatBuildDictionariesForNothing(WriterVersion version) throws IOException {
        Path file = write("types", TYPES, ROWS, builder -> builder.withWriterVersion(version), DictionariesTest::fill);
        Set<String> expected = new TreeSet<>(Set.of("id", "text", "list", "in.id"));
        Advice advice = advise(file);
        assertEquals(expected, advice.dictionaries().keySet());
        assertEquals(
                "has no dictionary, and none would pay; if your writer tries one, which is the default, it hashes the"
                        + " first 20,000 of 45,000 rows of each row group for nothing.",
                advice.dictionaries().get("id"));
        assertEquals(
                "ALTER TABLE t SET TBLPROPERTIES ("
                        + expected.stream()
                                .filter(name -> !name.equals("in.id"))
                                .map(name -> "'write.parquet.dict-encoding-enabled.column." + name + "' = 'false'")
                                .collect(Collectors.joining(", "))
                        + ");",
                advice.lines().get("Dictionaries, Iceberg 1.12"));
        assertTrue(advice.isUnchanged(), advice::toJson);
        assertEquals(
                "has no dictionary, and none would pay",
                new ObjectMapper()
                        .readTree(advice.toJson())
                        .at("/dictionaries/text")
                        .textValue()
                        .split(";")[0]);
        assertTrue(advice.toHtml().contains("hashes the first 20,000 of 45,000 rows"));
    }

    @Test
    void remoteFileGetsTheSameAdvice() throws IOException {
        Path file = write("types", TYPES, ROWS, DEFAULT, DictionariesTest::fill);
        TableSample sample = new TableSample(Files.size(file), 1);
        try (OpenInputs inputs = new OpenInputs(List.of(file.toString()), path -> LocalInput.open(file), false)) {
            new Measuring(options(), inputs, sample, share -> {}).measureTable();
        }
        assertEquals(advise(file).dictionaries(), sample.dictionaries.reasons());
    }

    // Would catch: a machine of a cluster whose trial does not arrive, or a dictionary in another machine's file that
    // is ignored.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void combinesTheDictionariesOfAllMachines(boolean hasDictionary) throws Exception {
        TableAdvice table = new TableAdvice(options());
        Storages storages = new Storages(Storages.applicationLoader(), Map.of());
        Path one = ids("one", (row, number) -> row.append("id", random(number)), ROWS);
        Path other = ids("other", (row, number) -> row.append("id", hasDictionary ? 1 : random(number)), ROWS);
        List<TableSample> samples = new ArrayList<>();
        for (Path file : List.of(one, other)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(table.measure(file.toString(), 1, file.equals(one), storages));
            }
            samples.add(
                    (TableSample) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject());
        }
        Advice advice = table.conclude(2, 1_000_000, samples, Conversion.of(List.of("here")), List.of());
        assertEquals(
                hasDictionary ? Set.of() : Set.of("id"), advice.dictionaries().keySet());
    }

    // Would catch: an estimate of more distinct values than are counted that is far from the truth.
    @Test
    void estimatesMoreDistinctValuesThanItCounts() throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(
                "message t { required int64 all; required int64 most; required int64 half; required int32 low; }");
        Path file = write(
                "many",
                type,
                300_000,
                DEFAULT,
                (row, number) -> row.append("all", random(number))
                        .append("most", random(number % 230_000))
                        .append("half", random(number % 150_000))
                        .append("low", number % 9));
        Advice advice = advise(file);
        assertEquals(Set.of("all", "most", "half"), advice.dictionaries().keySet());
        assertEquals(advice.dictionaries().get("all"), advice.dictionaries().get("most"));
        assertTrue(advice.dictionaries().get("half").contains("parquet-java#3479"), advice::toJson);
    }

    @Test
    void columnAbandonedTooEarlyGetsNoLine() throws IOException {
        Advice advice = advise(ids("later", (row, number) -> row.append("id", random(number % 20_000)), 60_000));
        assertTrue(advice.dictionaries().get("id").endsWith("too early, at the first page (parquet-java#3479)."));
        assertEquals(Map.of(), advice.lines());
        assertFalse(advice.notes().toString().contains("ictionar"), advice::toJson);
    }

    // Would catch: dictionaries that are off although a column needs one.
    @Test
    void globallyDisabledDictionariesGetNoLine() throws IOException {
        assertNothing(advise(
                write("off", TYPES, ROWS, builder -> builder.withDictionaryEncoding(false), DictionariesTest::fill)));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1050, 1000", "19999, 19999"})
    void chunksWithoutAFullPageGetNoLine(int rows, int distinct) throws IOException {
        assertNothing(advise(ids("few", (row, number) -> row.append("id", random(number % distinct)), rows)));
    }

    // Would catch: a page that ends early by a setting, so that the writer had seen too little.
    @Test
    void smallPagesGetNoLine() throws IOException {
        assertNothing(advise(write(
                "pages",
                ID,
                ROWS,
                builder -> builder.withPageRowCountLimit(1000),
                (row, number) -> row.append("id", random(number)))));
    }

    @Test
    void allNullsGetNoLine() throws IOException {
        assertNothing(advise(ids("nulls", (row, number) -> {}, ROWS)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void singleFileWithADictionaryDecides(boolean hasDictionary) throws IOException {
        Path file = ids("0.parquet", (row, number) -> row.append("id", random(number)), 20_000);
        for (int i = 1; i < 63; i++) {
            Files.copy(file, directory.resolve(i + ".parquet"));
        }
        ids("63.parquet", (row, number) -> row.append("id", hasDictionary ? 1 : random(number)), 20_000);
        Advice advice = advise(directory);
        assertEquals(64, advice.basis().files().size());
        assertEquals(
                hasDictionary ? Set.of() : Set.of("id"), advice.dictionaries().keySet());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void encryptedFilesGetNoLine(boolean hasPlaintextFooter) throws IOException {
        byte[] key = "0123456789012345".getBytes(StandardCharsets.UTF_8);
        FileEncryptionProperties.Builder properties = FileEncryptionProperties.builder(key)
                .withEncryptedColumns(Map.of(
                        ColumnPath.get("id"),
                        ColumnEncryptionProperties.builder("id").withKey(key).build()));
        Path file = write(
                "encrypted",
                ID,
                ROWS,
                builder -> builder.withEncryption(
                        (hasPlaintextFooter ? properties.withPlaintextFooter() : properties).build()),
                (row, number) -> row.append("id", random(number)));
        IOException failure = assertThrows(IOException.class, () -> advise(file));
        assertTrue(failure.getMessage().contains("No file can be read."), failure::getMessage);
    }

    // The names that Impala, Trino, Photon, Databricks, Cloudera and old versions of parquet-java give themselves.
    @ParameterizedTest
    @CsvSource({
        "parquet-mr version 1.12.3, true",
        "parquet-mr version 1.18.0, true",
        "parquet-mr version 2.10.1, true",
        "parquet-mr version 1.11.2, false",
        "parquet-mr version 1.8.10, false",
        "parquet-mr-trino version , false",
        "parquet-mr compatible Pho, false",
        "parquet-mr (build 32c4664, false",
        "impala version 4.5.0-SNAP, false",
        "parquet-cpp-arrow version, false"
    })
    void judgesOnlyFilesOfParquetJava(String start, boolean isJudged) throws IOException {
        Path file = ids("writer", (row, number) -> row.append("id", random(number)), ROWS);
        String latin = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        int at = latin.lastIndexOf("parquet-mr version ");
        String changed = latin.substring(0, at)
                + String.format("%-25s", start)
                + latin.substring(at + "parquet-mr version 1.18.1".length());
        Files.write(file, changed.getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(isJudged, !advise(file).dictionaries().isEmpty());
    }

    /** Returns the setting of each column in the lines for a purpose, as the reader of the lines finds it. */
    private static Map<String, String> pasted(String purpose, String lines) throws Exception {
        Map<String, String> settings = new TreeMap<>();
        if (purpose.endsWith("spark-defaults.conf")) {
            Properties file = new Properties();
            file.load(new StringReader(lines));
            file.forEach((key, value) ->
                    settings.put(key.toString().replaceFirst("^spark\\.hadoop\\.", ""), value.toString()));
        } else {
            Pattern pattern = PASTED.entrySet().stream()
                    .filter(known -> purpose.contains(known.getKey()))
                    .findFirst()
                    .orElseThrow()
                    .getValue();
            Matcher each = pattern.matcher(lines);
            while (each.find()) {
                settings.put(
                        each.group(1).contains("#") ? each.group(1) : "parquet.enable.dictionary#" + each.group(1),
                        each.group(2));
            }
        }
        return settings;
    }

    /** Writes as MapReduce, Hive and Spark do, by the settings in a configuration. */
    private Path writeByConfiguration(String name, Map<String, String> settings, ObjIntConsumer<Group> fill)
            throws Exception {
        Configuration configuration = new Configuration(false);
        settings.forEach(configuration::set);
        GroupWriteSupport.setSchema(TYPES, configuration);
        Path file = directory.resolve(name);
        RecordWriter<Void, Group> writer = new ParquetOutputFormat<Group>(new GroupWriteSupport())
                .getRecordWriter(
                        configuration, new org.apache.hadoop.fs.Path(file.toUri()), CompressionCodecName.UNCOMPRESSED);
        for (int i = 0; i < ROWS; i++) {
            Group row = new SimpleGroup(TYPES);
            fill.accept(row, i);
            writer.write(null, row);
        }
        writer.close(null);
        return file;
    }

    private static Map<String, byte[]> pages(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Map<String, byte[]> pages = new LinkedHashMap<>();
        for (BlockMetaData group : GroupFiles.footer(file).getBlocks()) {
            for (ColumnChunkMetaData chunk : group.getColumns()) {
                int start = (int) chunk.getStartingPos();
                pages.put(
                        group.getOrdinal() + chunk.getPath().toDotString(),
                        Arrays.copyOfRange(bytes, start, start + (int) chunk.getTotalSize()));
            }
        }
        return pages;
    }

    // Would catch: a line that no reader of it understands, one that changes the file, one that does nothing.
    @Test
    void linesTurnDictionariesOffAndKeepThePages() throws Exception {
        Path file = writeByConfiguration("before", Map.of(), DictionariesTest::fill);
        Advice advice = advise(file);
        Map<String, String> expected = new TreeMap<>();
        List.of("id", "text", "list").forEach(name -> expected.put("parquet.enable.dictionary#" + name, "false"));
        assertEquals(6, advice.lines().size(), advice::toJson);
        for (Map.Entry<String, String> lines : advice.lines().entrySet()) {
            assertEquals(expected, pasted(lines.getKey(), lines.getValue()), lines::getKey);
        }
        assertEquals(
                1,
                advice.notes().stream()
                        .filter(note -> note.startsWith("Dictionaries: "))
                        .count());

        Map<String, byte[]> before = pages(file);
        Map<String, byte[]> after = pages(writeByConfiguration("after", expected, DictionariesTest::fill));
        assertEquals(before.keySet(), after.keySet());
        before.forEach((chunk, pages) -> assertArrayEquals(pages, after.get(chunk), chunk));

        // the settings arrive: these columns would have dictionaries
        ObjIntConsumer<Group> same = (row, number) -> fill(row, 0);
        Set<String> without =
                GroupFiles.footer(writeByConfiguration("same", expected, same)).getBlocks().get(0).getColumns().stream()
                        .filter(chunk -> !chunk.hasDictionaryPage())
                        .map(chunk -> chunk.getPath().toDotString())
                        .collect(Collectors.toSet());
        assertEquals(Set.of("id", "text", "list", "uuid", "flag"), without);
    }

    @Test
    void sentenceStaysAfterTheLinesAreApplied() throws IOException {
        Path file = write(
                "followed",
                TYPES,
                ROWS,
                builder -> builder.withDictionaryEncoding("id", false),
                DictionariesTest::fill);
        assertTrue(advise(file).dictionaries().get("id").contains("if your writer tries one"));
    }

    // Would catch: a key by which parquet-java 1.18 gives the column no codec of its own.
    @Test
    void keysOfSingleColumnsSetTheirCodec() throws Exception {
        Measurement now = Measurements.of(new CodecLevel(CompressionCodecName.UNCOMPRESSED), 10, 10, 1, 1);
        Measurement own = Measurements.of(new CodecLevel(CompressionCodecName.GZIP, 9), 10, 5, 1, 1);
        List<ColumnAdvice> columns = Stream.of("in.id", "kind", "no & line")
                .map(path -> new ColumnAdvice(path, 0.5, 10, "", true, own, List.of(now, own)))
                .toList();
        String lines = new CopyLines(null, Plan.ofColumns(), columns, List.of())
                .all(Conversion.of(List.of()))
                .get("Hadoop with parquet-java 1.18, for single columns");
        Map<String, String> settings = pasted("Hadoop", lines);
        assertEquals(
                Map.of(
                        "parquet.compression#in.id", "GZIP",
                        "parquet.compression.level#in.id", "9",
                        "parquet.compression#kind", "GZIP",
                        "parquet.compression.level#kind", "9"),
                settings);
        Path file = writeByConfiguration("own", settings, DictionariesTest::fill);
        GroupFiles.footer(file).getBlocks().get(0).getColumns().forEach(chunk -> {
            boolean isOwn = Set.of("in.id", "kind").contains(chunk.getPath().toDotString());
            assertEquals(
                    isOwn ? CompressionCodecName.GZIP : CompressionCodecName.UNCOMPRESSED,
                    chunk.getCodec(),
                    chunk::toString);
        });
    }
}
