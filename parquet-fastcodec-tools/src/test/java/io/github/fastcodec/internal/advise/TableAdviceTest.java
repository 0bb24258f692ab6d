// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Goal;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.ForwardingInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.Recompressor;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
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

/** Advice on files of many kinds. Sizes are asserted, times are not. */
@Tag("slow")
class TableAdviceTest {

    private static final List<CodecLevel> SOME = CodecLevel.listOf("uncompressed,snappy,lz4_raw,zstd:1,zstd:9,gzip:6");

    @TempDir
    Path directory;

    private static AdviseOptions options(Goal goal) {
        return AdviseOptions.of(goal).withCandidates(SOME);
    }

    private static Advice advise(AdviseOptions options, Path... files) throws IOException {
        return advise(Advisor.of(options), files);
    }

    private static Advice advise(Advisor advisor, Path... files) throws IOException {
        return advisor.advise(Stream.of(files).map(Path::toString).collect(Collectors.toList()));
    }

    private Path table(Tables table, CompressionCodecName codec) {
        return table.write(directory.resolve(table + ".parquet"), codec);
    }

    private Path converted(Path source, Plan plan) throws IOException {
        Path target = Files.createTempDirectory(directory, "converted").resolve(source.getFileName());
        Recompressor.of(plan).recompress(source, target);
        return target;
    }

    private static long pageBytes(Path file) throws IOException {
        return GroupFiles.footer(file).getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .mapToLong(ColumnChunkMetaData::getTotalSize)
                .sum();
    }

    // Would catch: a goal that is not followed, a plan that differs from the advice, a wrong estimate of a
    // size: all pages are in the sample, so that only the length of headers is unknown.
    @ParameterizedTest
    @EnumSource(Tables.class)
    void planIsNeverWorseAndGivesThePromisedSize(Tables table) throws IOException {
        Path source = table(table, table.ordinal() % 3 == 0 ? CompressionCodecName.ZSTD : CompressionCodecName.SNAPPY);
        for (Goal goal : Goal.values()) {
            Advice advice = advise(options(goal), source);
            Path target = converted(source, Plan.fromJson(advice.plan().toJson()));

            assertEquals(pageBytes(source), advice.table().now().bytes(), advice::toJson);
            double promised = advice.table().choice().bytes();
            assertEquals(promised, pageBytes(target), promised * 0.01, advice::toJson);
            if (Cost.keepsSmaller(goal)) {
                assertTrue(pageBytes(target) <= pageBytes(source), advice::toJson);
            }
            Goal measure = Cost.against(goal, advice.table().now());
            double before = Cost.of(measure, advice.table().now(), 100e6);
            double after = Cost.of(measure, advice.table().choice(), 100e6);
            assertTrue(
                    Double.isNaN(before) || after <= before, () -> before + " to " + after + " in " + advice.toJson());
        }
    }

    // Would catch: headers and levels that are measured instead of values in uncompressed pages.
    @Test
    void uncompressedV2PagesGetThePromisedSize() throws IOException {
        Path source = Tables.WIDE_NESTED.write(
                directory.resolve("v2.parquet"),
                builder -> builder.withWriterVersion(WriterVersion.PARQUET_2_0)
                        .withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        Advice advice = advise(options(Goal.SMALLEST).withCandidates(CodecLevel.listOf("zstd:9")), source);
        long bytes = pageBytes(converted(source, advice.plan()));
        assertEquals("ZSTD 9", advice.fileChoice().name());
        assertEquals(bytes, advice.table().choice().bytes(), bytes * 0.001);
    }

    // Would catch: a size that is called exact, although no codec has compressed the whole page: here its
    // second half repeats the first.
    @Test
    void notesAPageMeasuredInParts() throws IOException {
        Path source = directory.resolve("page.parquet");
        MessageType schema = MessageTypeParser.parseMessageType("message m { required binary value; }");
        byte[] page = new byte[10 << 20];
        Random random = new Random(1);
        for (int i = 0; i < page.length; i++) {
            page[i] = i < page.length / 2 ? (byte) random.nextInt(16) : page[i - page.length / 2];
        }
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(source))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withDictionaryEncoding(false)
                .build()) {
            writer.write(new SimpleGroup(schema).append("value", Binary.fromConstantByteArray(page)));
        }
        AdviseOptions options = AdviseOptions.of(Goal.SMALLEST).withCandidates(CodecLevel.listOf("zstd:1"));
        Advice advice = advise(options, source);
        assertFalse(advice.isUnchanged(), advice::toJson);
        assertEquals(0.01, advice.savedShareError(), advice::toJson);
        assertTrue(advice.notes().get(0).startsWith("Pages above 4 MiB"), advice::toJson);
        assertEquals(
                List.of(),
                advise(options, table(Tables.LOGS, CompressionCodecName.SNAPPY)).notes());
    }

    // Would catch: a goal that ignores bytes.
    @ParameterizedTest
    @EnumSource(Tables.class)
    void smallestGoalRecommendsNearlyTheSmallestCandidate(Tables table) throws IOException {
        Advice advice = advise(options(Goal.SMALLEST), table(table, CompressionCodecName.SNAPPY));
        for (Measurement candidate : advice.table().candidates()) {
            assertTrue(advice.table().choice().bytes() <= candidate.bytes() * 1.013, advice::toJson);
        }
    }

    /** Returns advice on a remote file. */
    private static Advice adviseFromAfar(AdviseOptions options, Path file, AtomicLong bytes) throws IOException {
        FileInput.Opener opener = path -> new ForwardingInput(LocalInput.open(file)) {
            @Override
            public void read(long position, byte[] target, int offset, int length) throws IOException {
                bytes.addAndGet(length);
                super.read(position, target, offset, length);
            }
        };
        TableSample sample = new TableSample(Files.size(file), 1);
        try (OpenInputs inputs = new OpenInputs(List.of(file.toString()), opener, false)) {
            new Measuring(options, inputs, sample, share -> {}).measureTable();
        }
        return new Conclusion(options, sample, 1).advice(Conversion.of(List.of()), List.of());
    }

    // Would catch: estimates from the sizes in an offset index and a footer that differ from those from the
    // headers of all pages.
    @ParameterizedTest
    @EnumSource(Tables.class)
    void remoteFileGetsTheSameAdvice(Tables table) throws IOException {
        Path source = table(table, CompressionCodecName.SNAPPY);
        Advice near = advise(options(Goal.SMALLEST), source);
        Advice far = adviseFromAfar(options(Goal.SMALLEST), source, new AtomicLong());
        assertEquals(near.table().now().bytes(), far.table().now().bytes(), 1, far::toJson);
        assertEquals(near.basis().pages(), far.basis().pages(), far::toJson);
        assertEquals(near.basis().checksummedPages(), far.basis().checksummedPages(), far::toJson);
        assertEquals(
                near.basis().plainBytes(),
                far.basis().plainBytes(),
                near.basis().plainBytes() * 0.02,
                far::toJson);
        for (int i = 0; i < sizes(near).size(); i++) {
            assertEquals(sizes(near).get(i), sizes(far).get(i), sizes(near).get(i) * 0.02, far::toJson);
        }
    }

    // Would catch: an empty page, which arrow-rs writes as the dictionary of a column of nulls, that makes the
    // size of the table NaN.
    @Test
    void emptyDictionaryDoesNotSpoilARemoteFilesAdvice() throws Exception {
        Path source = Path.of(TableAdviceTest.class
                .getResource("datafusion-55.0.0-nulls.parquet")
                .toURI());
        Advice near = advise(options(Goal.SMALLEST), source);
        Advice far = adviseFromAfar(options(Goal.SMALLEST), source, new AtomicLong());
        assertEquals(near.table().now().bytes(), far.table().now().bytes(), 1, far::toJson);
        assertEquals(near.basis().sampledBytes(), far.basis().sampledBytes(), far::toJson);
    }

    // Would catch: reads of the headers of all pages, or of pages that were not drawn.
    @Test
    void readsLittleMoreThanTheSampleOfARemoteFile() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        AtomicLong bytes = new AtomicLong();
        Advice whole = advise(options(Goal.SMALLEST), source);
        Advice some = adviseFromAfar(options(Goal.SMALLEST).withSample(250_000), source, bytes);
        for (int i = 0; i < sizes(whole).size(); i++) {
            double size = sizes(whole).get(i);
            assertEquals(size, sizes(some).get(i), size * 0.1, some::toJson);
        }
        assertTrue(bytes.get() < 0.75 * Files.size(source), bytes::toString);
    }

    // Would catch: pages that are drawn by time or by threads, a sample as large as the file, weights that do
    // not represent the whole.
    @Test
    void sampleFollowsItsSeedAndRepresentsTheWhole() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        Advice whole = advise(options(Goal.SMALLEST), source);
        Advice one = advise(options(Goal.SMALLEST).withSample(250_000).withThreads(1), source);
        Advice again = advise(options(Goal.SMALLEST).withSample(250_000).withThreads(2), source);
        Advice other = advise(options(Goal.SMALLEST).withSample(250_000).withSeed(4), source);
        assertEquals(sizes(one), sizes(again));
        assertNotEquals(sizes(one), sizes(other));
        assertEquals(whole.basis().plainBytes(), whole.basis().sampledBytes());
        assertTrue(one.basis().sampledBytes() < whole.basis().sampledBytes() * 0.8, one::toJson);
        for (int i = 0; i < sizes(whole).size(); i++) {
            double size = sizes(whole).get(i);
            assertEquals(size, sizes(one).get(i), size * 0.1, one::toJson);
        }
        assertTrue(one.savedShareError() >= 0.01, one::toJson);
    }

    /**
     * Writes text in row groups that begin with a dictionary, which soon overflows, and every other one with constant numbers.
     */
    private Path textBehindDictionaries() throws IOException {
        Path file = directory.resolve("text.parquet");
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { required binary text (STRING); required int64 number; }");
        Random random = new Random(20_261_126);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withDictionaryPageSize(32 << 10)
                .withPageSize(32 << 10)
                .withPageRowCountLimit(1_000)
                .withRowGroupSize(1L << 20)
                .build()) {
            for (int i = 0; i < 60_000; i++) {
                Group row = new SimpleGroup(schema);
                int group = i / 6_000;
                boolean isRare = i % 6_000 > 2_000;
                row.append(
                                "text",
                                "order " + random.nextInt(isRare ? 1 << 30 : 200) + " of customer " + (i % 200) * 7_919)
                        .append("number", group % 2 == 0 ? group : random.nextLong());
                writer.write(row);
            }
        }
        return file;
    }

    // Would catch: a range that ignores what chance may miss, such as pages of dictionary ids between pages of
    // text, and row groups that differ.
    @Test
    void mostRangesContainTheTruth() throws IOException {
        Path source = textBehindDictionaries();
        AdviseOptions options = AdviseOptions.of(Goal.SMALLEST)
                .withCandidates(CodecLevel.listOf("zstd:1"))
                .withSample(500_000);
        Plan plan = advise(options, source).plan();
        double truth = 1 - (double) pageBytes(converted(source, plan)) / pageBytes(source);
        int within = 0;
        for (int seed = 0; seed < 20; seed++) {
            Advice advice = advise(options.withSeed(seed), source);
            assertEquals(plan.toJson(), advice.plan().toJson());
            assertTrue(advice.basis().sampledBytes() < advice.basis().plainBytes() / 2, advice::toJson);
            double off = Math.abs(
                    1 - advice.table().choice().bytes() / advice.table().now().bytes() - truth);
            within += off <= advice.savedShareError() ? 1 : 0;
            assertTrue(off < 0.03 && advice.savedShareError() < 0.05, truth + " in " + advice.toJson());
        }
        assertTrue(within >= 17, within + " of 20");
    }

    private static List<Double> sizes(Advice advice) {
        return advice.table().candidates().stream().map(Measurement::bytes).collect(Collectors.toList());
    }

    // Would catch: a level that is guessed from sizes, a speed for that guess, lines to copy that make such a
    // table larger.
    @ParameterizedTest
    @CsvSource({"ZSTD, 1", "ZSTD, 19", "GZIP, 6", "BROTLI, 5", "LZ4_RAW, 9"})
    void showsNoSpeedForAFilesUnknownLevel(CompressionCodecName codec, int level) throws IOException {
        Path source = converted(table(Tables.JSON, CompressionCodecName.UNCOMPRESSED), Plan.to(codec, level));
        for (Goal goal : Goal.values()) {
            Advice advice = advise(options(goal), source);
            for (Measurement now :
                    List.of(advice.table().now(), advice.columns().get(0).now())) {
                assertEquals(codec + " (level unknown)", now.name(), advice::toJson);
                assertEquals(Double.NaN, now.compressSeconds(), advice::toJson);
                assertTrue(now.decompressSeconds() > 0, advice::toJson);
            }
            assertEquals(Double.NaN, advice.perTerabyte().writeCoreHoursNow(), advice::toJson);
            if (Cost.keepsSmaller(goal)) {
                assertTrue(pageBytes(converted(source, advice.plan())) <= pageBytes(source), advice::toJson);
            }
        }
    }

    // Would catch: an estimate from the sampled pages although page headers state the exact size.
    @Test
    void knowsTheUncompressedSizeDespiteASmallSample() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        Path uncompressed = converted(source, Plan.to(CompressionCodecName.UNCOMPRESSED));
        Advice advice = advise(options(Goal.SCAN).withSample(250_000), source);
        Measurement candidate = advice.table().candidates().get(1);
        assertEquals("UNCOMPRESSED", candidate.name());
        assertEquals(pageBytes(uncompressed), candidate.bytes(), pageBytes(uncompressed) * 1e-4);
        Advice toUncompressed = advise(
                options(Goal.SCAN)
                        .withSample(250_000)
                        .withStorageSpeed(1e15)
                        .withCandidates(CodecLevel.listOf("uncompressed")),
                source);
        assertEquals("UNCOMPRESSED", toUncompressed.fileChoice().name());
        assertEquals(0, toUncompressed.savedShareError());
    }

    @Test
    void leavesUnrequestedColumnsUnchanged() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        Advice advice = advise(options(Goal.SMALLEST).withColumns(List.of("comment")), source);
        assertEquals(
                List.of("comment"),
                advice.columns().stream().map(ColumnAdvice::path).collect(Collectors.toList()));
        for (ColumnChunkMetaData chunk : chunks(converted(source, advice.plan()))) {
            boolean isAsked = chunk.getPath().toDotString().equals("comment");
            assertEquals(isAsked, chunk.getCodec() != CompressionCodecName.SNAPPY, chunk::toString);
        }
    }

    @Test
    void groupSelectsItsColumns() throws IOException {
        Path source = table(Tables.WIDE_NESTED, CompressionCodecName.SNAPPY);
        Advice advice = advise(options(Goal.SCAN).withColumns(List.of("g7")), source);
        assertEquals(
                List.of("g7.a", "g7.b"),
                advice.columns().stream().map(ColumnAdvice::path).sorted().collect(Collectors.toList()));
    }

    @Test
    void namesAColumnThatNoFileHas() {
        Path source = table(Tables.UUIDS, CompressionCodecName.SNAPPY);
        AdviseOptions options = options(Goal.SCAN).withColumns(List.of("idd"));
        assertEquals(
                "There is no column idd; the columns are id, text",
                assertThrows(IllegalArgumentException.class, () -> advise(options, source))
                        .getMessage());
    }

    private static List<ColumnChunkMetaData> chunks(Path file) throws IOException {
        return GroupFiles.footer(file).getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .collect(Collectors.toList());
    }

    // Would catch: a recommendation of files that parquet-java alone cannot read, without a warning.
    @Test
    void notesACodecThatParquetJavaLacks() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.UNCOMPRESSED);
        String note = "BROTLI needs parquet-fastcodec wherever parquet-java reads or writes it:"
                + " parquet-java alone does not have this codec.";
        AdviseOptions smallest = AdviseOptions.of(Goal.SMALLEST);
        CodecLevel brotli = new CodecLevel(CompressionCodecName.BROTLI, 4);
        CodecLevel zstd = new CodecLevel(CompressionCodecName.ZSTD, 3);
        assertTrue(
                advise(smallest.withCandidates(List.of(brotli)), source).notes().contains(note));
        assertFalse(
                advise(smallest.withCandidates(List.of(zstd)), source).notes().contains(note));
    }

    // Would catch: lines to copy with which parquet-java alone fails, or writes larger files than advised.
    @ParameterizedTest
    @CsvSource({"lz4_raw:9, true", "lz4_raw:1, false", "gzip:12, true", "gzip:9, false"})
    void notesALevelThatParquetJavaLacks(String candidate, boolean isOurs) throws IOException {
        List<CodecLevel> candidates = CodecLevel.listOf(candidate);
        String note =
                candidates.get(0) + " needs parquet-fastcodec where files are written: parquet-java alone does not"
                        + " have this level. Any reader of " + candidates.get(0).codec() + " reads the files.";
        Advice advice = advise(
                AdviseOptions.of(Goal.SMALLEST).withCandidates(candidates),
                table(Tables.LINEITEM, CompressionCodecName.UNCOMPRESSED));
        assertEquals(isOurs, advice.notes().contains(note), advice.notes()::toString);
    }

    // Would catch: levels that are worth their time for readers, but are not among the candidates.
    @Test
    void defaultCandidatesIncludeHighLevelsOfLz4AndGzip() throws IOException {
        Path source = table(Tables.LOGS, CompressionCodecName.SNAPPY);
        AdviseOptions few = AdviseOptions.of(Goal.SCAN).withSample(100_000);
        assertTrue(names(advise(few, source)).containsAll(List.of("LZ4_RAW 1", "LZ4_RAW 3", "LZ4_RAW 9")));
        AdviseOptions smallest = AdviseOptions.of(Goal.SMALLEST).withSample(100_000);
        assertTrue(names(advise(smallest, source)).containsAll(List.of("LZ4_RAW 9", "GZIP 12")));
    }

    private static List<String> names(Advice advice) {
        return advice.table().candidates().stream().map(Measurement::name).toList();
    }

    // Would catch: a bad column that makes the whole advice fail, or a plan that changes it.
    @Test
    void namesAndOmitsADamagedColumn() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        ColumnChunkMetaData comment = chunks(source).stream()
                .filter(chunk -> chunk.getPath().toDotString().equals("comment"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = Files.readAllBytes(source);
        int end = Math.toIntExact(comment.getStartingPos() + comment.getTotalSize());
        Arrays.fill(bytes, end - 2000, end, (byte) 0xff);
        Files.write(source, bytes);

        Advice advice = advise(options(Goal.SMALLEST), source);
        assertEquals(Set.of("comment"), advice.basis().leftOutColumns().keySet());
        String why = advice.basis().leftOutColumns().get("comment");
        assertTrue(why.contains("column comment, page"), why);
        assertFalse(advice.isUnchanged());
        assertEquals(
                "{\"codec\":\"SNAPPY\"}",
                new ObjectMapper()
                        .readTree(advice.plan().toJson())
                        .get("columns")
                        .get("comment")
                        .toString());
    }

    // Would catch: advice to enlarge a heap that has room.
    @Test
    void namesTheMemoryLimitThatLeavesAColumnOut() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        AdviseOptions little = options(Goal.SCAN).withThreads(1).withMemory(16 << 10);
        String why = advise(little, source).basis().leftOutColumns().get("comment");
        assertTrue(
                why.contains(" KiB of memory, but a page may take 8 KiB here: use fewer threads, or raise the memory"
                        + " limit (option memory)"),
                why);
    }

    // Would catch: a file that is not measured because of bytes that are never read.
    @Test
    void measuresFilesWithUnreferencedBytes() throws IOException {
        Path odd = HandMadeFile.plain().before((byte) 1).write(directory.resolve("odd.parquet"));
        assertEquals(
                List.of(odd.toString()), advise(options(Goal.SCAN), odd).basis().files());
    }

    // Would catch: a stack trace instead of a sentence, a bad file that makes the others fail.
    @Test
    void reportsEachUnreadableFileInASentence() throws IOException {
        Path good = table(Tables.UUIDS, CompressionCodecName.SNAPPY);
        byte[] bytes = Files.readAllBytes(good);
        Path empty = Files.write(directory.resolve("empty.parquet"), new byte[0]);
        Path truncated = Files.write(directory.resolve("truncated.parquet"), Arrays.copyOf(bytes, bytes.length / 2));
        Path foreign = Files.writeString(directory.resolve("foreign.parquet"), "id,name\n1,one\n2,two\n");
        byte[] sealed = bytes.clone();
        System.arraycopy("PARE".getBytes(StandardCharsets.US_ASCII), 0, sealed, sealed.length - 4, 4);
        Path encrypted = Files.write(directory.resolve("encrypted.parquet"), sealed);

        Advice advice = advise(options(Goal.SCAN), good, empty, truncated, foreign, encrypted);
        assertEquals(List.of(good.toString()), advice.basis().files());
        Map<String, String> leftOut = advice.basis().leftOutFiles();
        assertEquals("it has 0 bytes, but a Parquet file has at least 12", leftOut.get(empty.toString()));
        assertTrue(
                leftOut.get(truncated.toString()).startsWith("it is truncated, or was never finished"),
                leftOut::toString);
        assertTrue(
                leftOut.get(foreign.toString()).startsWith("it is not a Parquet file: it starts with"),
                leftOut::toString);
        assertEquals("encrypted footers are not supported", leftOut.get(encrypted.toString()));

        String message = assertThrows(IOException.class, () -> advise(options(Goal.SCAN), empty, encrypted))
                .getMessage();
        assertEquals(
                "No file can be read. " + empty + ": it has 0 bytes, but a Parquet file has at least 12; " + encrypted
                        + ": encrypted footers are not supported",
                message);
    }

    // Would catch: minutes of measurements that are lost, a plan for columns that were not measured.
    @Test
    void cancelledAdviceUsesWhatWasMeasured() throws IOException {
        Path source = table(Tables.LINEITEM, CompressionCodecName.SNAPPY);
        Advisor advisor = Advisor.of(options(Goal.SMALLEST));
        Advice advice = advise(
                advisor.withProgress(share -> {
                    if (share > 0.5) {
                        throw new CancellationException();
                    }
                }),
                source);
        List<String> measured =
                advice.columns().stream().map(ColumnAdvice::path).collect(Collectors.toList());
        Set<String> leftOut = advice.basis().leftOutColumns().keySet();
        assertTrue(!measured.isEmpty() && !leftOut.isEmpty(), advice::toJson);
        assertEquals(advice.basis().allColumns(), measured.size() + leftOut.size(), advice::toJson);
        for (ColumnChunkMetaData chunk : chunks(converted(source, advice.plan()))) {
            String path = chunk.getPath().toDotString();
            assertTrue(measured.contains(path) || chunk.getCodec() == CompressionCodecName.SNAPPY, path);
        }
        Advisor cancelled = advisor.withProgress(share -> {
            throw new CancellationException();
        });
        assertThrows(CancellationException.class, () -> advise(cancelled, source));
    }

    @Test
    void fileWithoutValuesHasNothingToMeasure() throws IOException {
        Path file = directory.resolve("no-rows.parquet");
        GroupFiles.write(
                file,
                Rows.random(MessageTypeParser.parseMessageType("message m { required int32 a; }"), 0, 0, 1),
                builder -> {});
        String message = assertThrows(IOException.class, () -> advise(options(Goal.SCAN), file))
                .getMessage();
        assertEquals("There is nothing to measure: " + file + " has no values", message);
    }

    // Would catch: columns that count twice, chunks of one codec that are measured like those of another.
    @Test
    void measuresFilesOfOneTableTogether() throws IOException {
        Path one = Tables.LOGS.write(directory.resolve("1.parquet"), CompressionCodecName.SNAPPY);
        Path two = Tables.LOGS.write(directory.resolve("2.parquet"), CompressionCodecName.GZIP);
        Advice advice = advise(options(Goal.SMALLEST), directory);
        assertEquals(List.of(one.toString(), two.toString()), advice.basis().files());
        assertEquals(pageBytes(one) + pageBytes(two), advice.table().now().bytes());
        for (Path file : List.of(one, two)) {
            assertTrue(pageBytes(converted(file, advice.plan())) <= pageBytes(file), advice::toJson);
        }
    }

    // Would catch: chunks that keep their bytes because they would grow, but are expected to grow with those
    // that change.
    @Test
    void tableOfSeveralCodecsGetsThePromisedSize() throws IOException {
        Path one = table(Tables.LOGS, CompressionCodecName.SNAPPY);
        Path two = converted(one, Plan.to(CompressionCodecName.ZSTD, 19));
        Advice advice = advise(options(Goal.SMALLEST).withCandidates(CodecLevel.listOf("zstd:1")), one, two);
        long bytes = pageBytes(converted(one, advice.plan())) + pageBytes(converted(two, advice.plan()));
        assertEquals("ZSTD 1", advice.fileChoice().name());
        assertEquals(bytes, advice.table().choice().bytes(), bytes * 0.001);
        assertEquals(0, advice.savedShareError());
    }

    // Would catch: a file with the same weight as any other, however often it was drawn.
    @Test
    void weighsAFileByHowOftenItWasDrawn() throws IOException {
        TableAdvice table = new TableAdvice(options(Goal.SMALLEST).withSample(100_000));
        Storages storages = new Storages(Storages.applicationLoader(), Map.of());
        Path often = table(Tables.UUIDS, CompressionCodecName.SNAPPY);
        Path once = table(Tables.TIMESTAMPS, CompressionCodecName.SNAPPY);
        List<TableSample> samples = List.of(
                table.measure(often.toString(), 3, false, storages),
                table.measure(once.toString(), 1, false, storages));
        Advice advice = table.conclude(100, 40_000_000, samples, Conversion.of(List.of("here")), List.of());
        double share = advice.columns().stream()
                .filter(column -> Set.of("id", "text").contains(column.path()))
                .mapToDouble(ColumnAdvice::share)
                .sum();
        assertEquals(0.75, share, 0.02, advice::toJson);
        String line = advice.lines().get("recompress");
        assertTrue(line.endsWith(" recompress --codec zstd:9 --keep-smaller --to converted here"), line);
    }

    // Would catch: a line to copy after which Iceberg's own writers can no longer write the table.
    @Test
    void icebergTableGetsNoLevelForGzipAndLz4() throws IOException {
        Path file = table(Tables.LOGS, CompressionCodecName.UNCOMPRESSED);
        for (String codec : List.of("gzip:9", "lz4_raw:9", "zstd:9")) {
            Advice advice = advise(options(Goal.SMALLEST).withCandidates(CodecLevel.listOf(codec)), file);
            String line = advice.lines().get("Iceberg");
            assertEquals(codec.startsWith("zstd"), line.contains("'write.parquet.compression-level' = '9'"), line);
        }
    }

    @Test
    void figuresPerTerabyteFollowFromTheMeasurements() {
        Measurement now = Measurements.of(new CodecLevel(CompressionCodecName.SNAPPY), 4e9, 2e9, 8, 4);
        Measurement then = Measurements.of(new CodecLevel(CompressionCodecName.ZSTD, 3), 4e9, 1.5e9, 20, 6);
        Advice.PerTerabyte per = Conclusion.perTerabyte(now, then, 24);
        assertEquals(250, per.savedGigabytes(), 1e-9);
        assertEquals(500 * 8 / 3600.0, per.writeCoreHoursNow(), 1e-9);
        assertEquals(500 * 20 / 3600.0, per.writeCoreHours(), 1e-9);
        assertEquals(500 * 4 / 3600.0, per.scanCoreHoursNow(), 1e-9);
        assertEquals(500 * 6 / 3600.0, per.scanCoreHours(), 1e-9);
        assertEquals(500 * 24 / 3600.0, per.convertCoreHours(), 1e-9);
    }
}
