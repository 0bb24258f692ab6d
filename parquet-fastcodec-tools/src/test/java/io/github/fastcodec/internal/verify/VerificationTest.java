// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.ForwardingInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Type;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The findings in damaged files, and their absence in good ones. */
class VerificationTest {

    private static final long SEED = 20_261_122;
    private static final Path LAYOUTS = Path.of("src/test/resources/layouts");
    private static final Path INTEROP = Path.of("../parquet-fastcodec/src/test/resources/interop");

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message rows {
              required int32 id;
              optional binary text (UTF8);
              repeated int64 many;
            }""");

    private static final Rows ROWS = Rows.random(SCHEMA, 300, 0.2, SEED);

    private static final int ID = 0;
    private static final int TEXT = 1;
    private static final int MANY = 2;

    @TempDir
    Path directory;

    private Path good;

    @BeforeEach
    void write() throws IOException {
        good = written(CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0);
    }

    private Path written(CompressionCodecName codec, WriterVersion version) throws IOException {
        Path path = directory.resolve("good-" + codec + "-" + version + ".parquet");
        if (Files.notExists(path)) {
            GroupFiles.write(
                    path,
                    ROWS,
                    builder -> builder.withCompressionCodec(codec)
                            .withCodecFactory(new FastCodecFactory())
                            .withWriterVersion(version)
                            .withDictionaryEncoding("id", false)
                            .withBloomFilterEnabled("id", true)
                            .withPageRowCountLimit(60));
        }
        return path;
    }

    // ---- good files

    static Stream<Path> foreignFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path folder : List.of(LAYOUTS, INTEROP)) {
            try (Stream<Path> list = Files.list(folder)) {
                list.filter(path -> path.toString().endsWith(".parquet"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files.stream();
    }

    // Would catch: a rule that writers do not follow and no reader needs.
    @Test
    void findsNothingInFilesOfOtherWriters() throws IOException {
        List<String> files = foreignFiles().map(Path::toString).collect(Collectors.toList());
        List<String> found = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Verifier.of(VerifyOptions.defaults().withValues(true)).verify(files, result -> {
            names.add(result.file());
            result.findings().forEach(finding -> found.add(finding.toString()));
            assertEquals(result.pages(), result.checkedPages(), result.file());
        });
        // This version let V2 pages of nested columns begin within a row, against the format.
        String splitsRows = "parquet-java-1.10.1-v2-gzip.parquet: quirk: ";
        assertEquals(
                8,
                found.stream()
                        .filter(finding ->
                                finding.contains(splitsRows) && finding.contains(" rows, but its header says "))
                        .count());
        found.removeIf(
                finding -> finding.contains("duckdb-") && finding.contains(" have more bits, as DuckDB writes them"));
        found.removeIf(finding -> finding.contains(splitsRows) && finding.contains(" rows, but its header says "));
        assertEquals(List.of(), found);
        assertEquals(files, names);
    }

    // Would catch: a check that reports old forms of maps and lists as damage, or durations that are written as
    // times.
    @Test
    void filesOfOldWritersAreSound() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("""
                message rows {
                  optional group outer (MAP_KEY_VALUE) { repeated group map { required int32 key; optional int64 value; } }
                  optional group both (MAP) { repeated group map (MAP_KEY_VALUE) { required int32 key; optional int64 value; } }
                  optional group keys (MAP) { repeated group map { required int32 key; } }
                  optional group plain (LIST) { repeated int64 array; }
                  optional group maps (LIST) {
                    repeated group array (MAP) { repeated group map (MAP_KEY_VALUE) { required int32 key; optional int64 value; } }
                  }
                  optional int64 duration (TIME_MICROS);
                }""");
        Path path = directory.resolve("old.parquet");
        GroupFiles.write(path, Rows.random(schema, 300, 0.2, SEED), builder -> {});
        VerifyResult result =
                Verifier.of(VerifyOptions.defaults().withValues(true)).verify(path);
        assertEquals(
                List.of(FindingKind.RARE_GROUP, FindingKind.RARE_GROUP, FindingKind.VALUE_RANGE), // keys and maps
                result.findings().stream().map(Finding::kind).toList());
        assertEquals(result.pages(), result.checkedPages());
    }

    @ParameterizedTest
    @EnumSource(WriterVersion.class)
    void checksAllOfOurFilesAndFindsNothing(WriterVersion version) throws IOException {
        VerifyResult result = Verifier.of(VerifyOptions.defaults().withValues(true))
                .verify(written(CompressionCodecName.GZIP, version));
        assertEquals(List.of(), result.findings());
        assertTrue(result.isSound());
        assertEquals(300, result.rows());
        assertEquals(1, result.rowGroups());
        assertEquals(Files.size(written(CompressionCodecName.GZIP, version)), result.length());
        assertEquals(15, result.pages());
        assertEquals(result.pages(), result.checkedPages());
        assertEquals(result.pages(), result.checksummedPages());
    }

    // ---- files that are not Parquet

    @Test
    void reportsAnIncompleteFileInOneSentence() throws IOException {
        byte[] bytes = Files.readAllBytes(good);
        assertAll(
                () -> assertOnly(new byte[0], "it has 0 bytes, but a Parquet file has at least 12"),
                () -> assertOnly(
                        Arrays.copyOf(bytes, 1_000), "it is truncated, or was never finished: it ends with the bytes "),
                () -> assertOnly(
                        "a,b\n1,2\n3,4\n5,6\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                        "it is not a Parquet file: it starts with the bytes 612c620a, expected 50415231 (PAR1)"),
                () -> assertOnly(followedBy(bytes, "\n"), "a newline follows its trailing PAR1, as echo >> "),
                () -> assertOnly(followedBy(bytes, "\r\n"), "a newline follows its trailing PAR1, as echo >> "),
                () -> assertOnly(followedBy(bytes, "\n\n"), "it is truncated, or was never finished: "),
                () -> assertOnly(cut(bytes, 200, 300), "its footer "));
    }

    // Would catch: a sentence that only repeats the path, like the messages of the JDK's exceptions.
    @Test
    void unopenableFileNamesItsPathOnce() {
        Map<IOException, String> reasons = Map.of(
                new AccessDeniedException("/lake/a.parquet"), "this user has no permission to access it",
                new NoSuchFileException("/lake/a.parquet"), "it does not exist",
                new FileSystemException("/lake/a.parquet", null, "Input/output error"), "Input/output error");
        reasons.forEach((failure, reason) -> {
            List<VerifyResult> results = new ArrayList<>();
            FileInput.Opener opener = file -> {
                throw failure;
            };
            verification(2).run(List.of("/lake/a.parquet"), opener, results::add);
            assertEquals(
                    "/lake/a.parquet: it cannot be read: " + reason,
                    results.get(0).findings().get(0).toString());
        });
    }

    private static Verification verification(int threads) {
        return new Verification(VerifyOptions.defaults().withThreads(threads), bytes -> {}, file -> null);
    }

    private static byte[] followedBy(byte[] bytes, String text) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + text.length());
        for (int i = 0; i < text.length(); i++) {
            longer[bytes.length + i] = (byte) text.charAt(i);
        }
        return longer;
    }

    private static byte[] cut(byte[] bytes, int from, int to) {
        // removed from the footer, whose length stays
        byte[] cut = Arrays.copyOf(bytes, bytes.length - (to - from));
        int at = bytes.length - 8 - to;
        System.arraycopy(bytes, at + to - from, cut, at, bytes.length - at - (to - from));
        ByteBuffer.wrap(cut).order(ByteOrder.LITTLE_ENDIAN).putInt(cut.length - 8, cut.length);
        return cut;
    }

    private void assertOnly(byte[] bytes, String message) throws IOException {
        VerifyResult result = Verifier.defaults().verify(Files.write(directory.resolve("none.parquet"), bytes));
        assertEquals(1, result.findings().size(), result.findings()::toString);
        Finding finding = result.findings().get(0);
        assertTrue(finding.message().startsWith(message), finding::toString);
        assertFalse(finding.message().contains("\n"), finding::toString);
        assertNull(finding.rowGroup());
    }

    @Test
    void missingFileIsAFinding() {
        VerifyResult result = Verifier.defaults().verify(directory.resolve("nothing.parquet"));
        assertEquals(1, result.damages());
        assertTrue(result.findings().get(0).message().startsWith("it cannot be read: "), result.findings()::toString);
    }

    @ParameterizedTest
    @MethodSource
    void reportsAnEncryptedFileInOneSentence(Path file) {
        VerifyResult result = Verifier.defaults().verify(file);
        assertEquals(1, result.findings().size(), result.findings()::toString);
        assertTrue(result.findings().get(0).message().endsWith(" are not supported"), result.findings()::toString);
    }

    static Stream<Path> reportsAnEncryptedFileInOneSentence() throws IOException {
        try (Stream<Path> files = Files.list(LAYOUTS.resolve("encrypted"))) {
            return files.sorted().collect(Collectors.toList()).stream();
        }
    }

    // ---- contradictions

    /** A change to a good file. */
    private interface Change {
        void make(EditedFile file) throws IOException;
    }

    private static void edit(EditedFile file, Change change) {
        try {
            change.make(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the findings other than notes. An edited file has unused bytes, which are noted. */
    private static List<Finding> wrong(VerifyResult result) {
        return result.findings().stream()
                .filter(finding -> finding.kind().severity() != Severity.NOTE)
                .collect(Collectors.toList());
    }

    /** Requires a finding, and that there are no others unless values are decoded for it. */
    private void assertFound(boolean values, Change change, String... expected) throws IOException {
        EditedFile file = EditedFile.of(good);
        edit(file, change);
        Path path = file.write(directory.resolve("edited.parquet"));
        VerifyOptions options = VerifyOptions.defaults().withThreads(2);
        if (values) {
            assertEquals(List.of(), wrong(Verifier.of(options).verify(path)), "without values");
        }
        List<String> found = wrong(Verifier.of(options.withValues(values)).verify(path)).stream()
                .map(finding -> finding.toString().substring(path.toString().length() + 2))
                .collect(Collectors.toList());
        for (int i = 0; i < expected.length; i++) {
            String start = expected[i];
            assertTrue(
                    i < found.size() && found.get(i).startsWith(start),
                    () -> "expected " + String.join("\n", expected) + "\ngot " + String.join("\n", found));
        }
        assertEquals(expected.length, found.size(), () -> String.join("\n", found));
    }

    @Test
    void findsFooterNumbersThatContradictThePages() throws IOException {
        assertFound(
                false,
                file -> file.footer(footer -> footer.setNum_rows(299)),
                "its row groups have 300 rows, but its footer says 299");
        assertFound(
                false,
                file -> file.footer(footer -> {
                    footer.setNum_rows(301);
                    footer.getRow_groups().get(0).setNum_rows(301);
                }),
                "row group 0, column id: its pages hold 300 rows, but the footer says 301",
                "row group 0, column text: its pages hold 300 rows, but the footer says 301",
                "row group 0, column many: its pages hold 300 rows, but the footer says 301");
        assertFound(
                false,
                file -> file.chunk(TEXT).getMeta_data().setTotal_uncompressed_size(7),
                "quirk: row group 0, column text: its pages take ");
        assertFound(
                false,
                file -> file.chunk(TEXT).getMeta_data().setType(Type.INT32),
                "row group 0, column text: its type is INT32, but the schema says BINARY");
        assertFound(
                false,
                file -> file.chunk(TEXT).getMeta_data().setPath_in_schema(List.of("other")),
                "row group 0, column other: it is column chunk 1, but the schema has the column text there");
        assertFound(
                false,
                file -> file.chunk(TEXT)
                        .getMeta_data()
                        .setNum_values(file.chunk(TEXT).getMeta_data().getNum_values() - 1),
                "row group 0, column text: its pages hold 300 values, but the footer says 299");
    }

    @Test
    void findsAWrongCodecInEachPage() throws IOException {
        EditedFile file = EditedFile.of(good);
        file.chunk(ID).getMeta_data().setCodec(CompressionCodec.ZSTD);
        VerifyResult result = Verifier.defaults().verify(file.write(directory.resolve("codec.parquet")));
        assertEquals(5, result.damages(), result.findings()::toString);
        Finding finding = result.findings().get(2);
        assertEquals(0, finding.rowGroup());
        assertEquals("id", finding.column());
        assertEquals(2, finding.page());
        assertTrue(finding.offset() > 0);
        assertTrue(
                finding.message().startsWith("ZSTD page is corrupt: expected a ZSTD frame, but the magic bytes 28 b5"),
                finding::toString);
    }

    @Test
    void findsIndexesThatContradictThePages() throws IOException {
        assertFound(
                false,
                file -> file.offsetIndex(
                        TEXT, index -> index.getPage_locations().get(2).setFirst_row_index(119)),
                "row group 0, column text, page 2 at offset ");
        assertFound(
                false,
                file -> file.offsetIndex(
                        MANY, index -> index.getPage_locations().get(2).setFirst_row_index(121)),
                "row group 0, column many, page 2 at offset ");
        assertFound(
                false,
                file -> file.offsetIndex(
                        TEXT, index -> index.getPage_locations().get(1).setOffset(4)),
                "row group 0, column text: its offset index has data page 1 at offset 4");
        assertFound(
                false,
                file -> file.offsetIndex(
                        TEXT, index -> index.getPage_locations().remove(4)),
                "row group 0, column text: its offset index has 4 pages, but the chunk has 5");
        assertFound(
                false,
                file -> file.columnIndex(TEXT, index -> {
                    index.getNull_pages().remove(4);
                    index.getMin_values().remove(4);
                    index.getMax_values().remove(4);
                    index.getNull_counts().remove(4);
                    index.unsetDefinition_level_histograms();
                }),
                "row group 0, column text: its column index has 4 pages, but the chunk has 5");
        assertFound(
                false,
                file -> file.columnIndex(TEXT, index -> index.getMax_values().remove(4)),
                "row group 0, column text: its column index has 5 null_pages, 5 min_values, 4 max_values");
        assertFound(
                false,
                file -> file.chunk(ID).setColumn_index_length(file.chunk(ID).getColumn_index_length() - 1),
                "row group 0, column id: ColumnIndex is truncated");
    }

    @Test
    void findsValuesThatContradictTheirStatistics() throws IOException {
        assertFound(
                true,
                file -> file.columnIndex(
                        ID, index -> index.getMin_values().set(3, ByteBuffer.wrap(new byte[] {0, 0, 0, 0x7f}))),
                "row group 0, column id, page 3 at offset ");
        assertFound(
                true,
                file -> file.columnIndex(TEXT, index -> index.getMax_values().set(2, ByteBuffer.wrap(new byte[] {1}))),
                "row group 0, column text, page 2 at offset ");
        assertFound(
                true,
                file -> file.columnIndex(TEXT, index -> index.getNull_counts().set(1, 77L)),
                "row group 0, column text, page 1 at offset ");
        assertFound(
                true,
                file -> file.columnIndex(TEXT, index -> index.getNull_pages().set(1, true)),
                "row group 0, column text, page 1 at offset ");
        assertFound(
                true,
                file -> file.chunk(TEXT).getMeta_data().getStatistics().setNull_count(1),
                "row group 0, column text: its pages hold ");
        assertFound(
                true,
                file -> file.chunk(ID)
                        .getMeta_data()
                        .getStatistics()
                        .setIs_min_value_exact(true)
                        .setMin_value(new byte[] {0, 0, 0, (byte) 0x80}),
                "row group 0, column id: its minimum is ");
    }

    @Test
    void findsThePageOfAValueAboveTheMaximum() throws IOException {
        EditedFile file = EditedFile.of(good);
        file.chunk(ID).getMeta_data().getStatistics().setMax_value(new byte[] {0, 0, 0, (byte) 0x80});
        Path path = file.write(directory.resolve("max.parquet"));
        VerifyResult result =
                Verifier.of(VerifyOptions.defaults().withValues(true)).verify(path);
        assertEquals(5, result.damages(), result.findings()::toString);
        assertTrue(
                result.findings()
                        .get(0)
                        .message()
                        .matches("its maximum is \\d+, but the footer says -\\d+, which is less"),
                result.findings()::toString);
    }

    @Test
    void checksBloomFilters() throws IOException {
        assertFound(
                true,
                file -> {
                    int start = Math.toIntExact(file.chunk(ID).getMeta_data().getBloom_filter_offset());
                    int length = file.chunk(ID).getMeta_data().getBloom_filter_length();
                    file.bytes(bytes -> Arrays.fill(bytes, start + 32, start + length, (byte) 0));
                },
                "row group 0, column id, page 0 at offset 4: ",
                "row group 0, column id, page 1 at offset ",
                "row group 0, column id, page 2 at offset ",
                "row group 0, column id, page 3 at offset ",
                "row group 0, column id, page 4 at offset ");
        assertFound(
                false,
                file -> file.chunk(ID).getMeta_data().setBloom_filter_length(99),
                "row group 0, column id: its bloom filter takes ");
    }

    // ---- continuing after damage

    // Would catch: a walk that ends at an invalid header, although the index has the offset of the next one.
    @Test
    void continuesByTheOffsetIndexAfterADamagedHeader() throws IOException {
        EditedFile file = EditedFile.of(good);
        int body = file.body(TEXT, 2);
        VerifyResult result = Verifier.of(VerifyOptions.defaults().withValues(true))
                .verify(file.bytes(bytes -> Arrays.fill(bytes, body - 12, body, (byte) 0xff))
                        .write(directory.resolve("header.parquet")));
        assertEquals(1, result.findings().size(), result.findings()::toString);
        assertEquals(2, result.findings().get(0).page());
        assertEquals(14, result.checkedPages());
        assertEquals(15, result.pages());
    }

    @Test
    void checksTheOtherColumnsWithoutAnIndex() throws IOException {
        EditedFile file = EditedFile.of(good);
        int body = file.body(TEXT, 2);
        file.chunk(TEXT).unsetOffset_index_offset();
        file.chunk(TEXT).unsetOffset_index_length();
        VerifyResult result = Verifier.defaults()
                .verify(file.bytes(bytes -> Arrays.fill(bytes, body - 12, body, (byte) 0xff))
                        .write(directory.resolve("header.parquet")));
        assertEquals(1, wrong(result).size(), result.findings()::toString);
        assertEquals(result.pages() - 1, result.checkedPages());
        assertEquals(5 + 2 + 5, result.checkedPages());
    }

    @Test
    void findsAllDamagesOnOneThreadAndOnTwo() throws IOException {
        EditedFile file = EditedFile.of(good);
        for (int column = 0; column < 3; column++) {
            for (int page = 1; page < 5; page += 2) {
                int body = file.body(column, page);
                file.bytes(bytes -> bytes[body] ^= 1); // the length in Snappy's data
            }
        }
        Path path = file.write(directory.resolve("several.parquet"));
        List<String> one =
                strings(Verifier.of(VerifyOptions.defaults().withThreads(1).withValues(true))
                        .verify(path));
        List<String> two =
                strings(Verifier.of(VerifyOptions.defaults().withThreads(2).withValues(true))
                        .verify(path));
        assertEquals(6, one.size(), one::toString);
        assertEquals(one, two);
    }

    private static List<String> strings(VerifyResult result) {
        return result.findings().stream().map(Finding::toString).collect(Collectors.toList());
    }

    @Test
    void pageBeyondTheMemoryIsAFinding() {
        VerifyResult result =
                Verifier.of(VerifyOptions.defaults().withMemory(5_000)).verify(good);
        assertTrue(result.damages() > 0);
        assertTrue(result.findings().get(0).message().contains("raise the memory limit"), result.findings()::toString);
    }

    @Test
    void rejectsNegativeNumbers() {
        assertAll(
                () -> assertThrows(
                        IllegalArgumentException.class,
                        () -> VerifyOptions.defaults().withThreads(-1)),
                () -> assertThrows(
                        IllegalArgumentException.class,
                        () -> VerifyOptions.defaults().withMemory(-1)));
    }

    // Would catch: streams of a store that are not closed when a run ends early.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void interruptedRunClosesItsFiles(int threads) {
        List<WatchedInput> opened = Collections.synchronizedList(new ArrayList<>());
        String file = INTEROP.resolve("pyarrow-snappy-v1-plain-large.parquet").toString();
        Thread caller = Thread.currentThread();
        assertThrows(
                UncheckedIOException.class,
                () -> verification(threads)
                        .run(
                                List.of(file, file, file),
                                path -> {
                                    WatchedInput input = new WatchedInput(LocalInput.open(Path.of(path)));
                                    opened.add(input);
                                    if (opened.size() == 3) {
                                        caller.interrupt();
                                    }
                                    return input;
                                },
                                result -> {}));
        assertTrue(Thread.interrupted());
        assertEquals(3, opened.size());
        assertTrue(opened.stream().allMatch(input -> input.closed), "closed");
    }

    /** A file that records whether it was closed. */
    private static final class WatchedInput extends ForwardingInput {

        private volatile boolean closed;

        private WatchedInput(FileInput input) {
            super(input);
        }

        @Override
        public void close() throws IOException {
            closed = true;
            super.close();
        }
    }
}
