// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.JsonType;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SizeStatistics;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever pyarrow, DuckDB, polars or parquet-java refuses, or reads differently from the others, is a finding. Each case here is
 * of a kind that {@code src/test/interop/oracle.py} once found without a finding.
 */
class OtherReadersTest {

    /** Eight levels of 0 in one run, after their length. */
    private static final byte[] EIGHT_NULLS = {2, 0, 0, 0, 8 << 1, 0};

    @TempDir
    Path directory;

    private static SchemaElement leaf(Type type, FieldRepetitionType repetition) {
        return new SchemaElement("a").setType(type).setRepetition_type(repetition);
    }

    private static SchemaElement required(Type type) {
        return leaf(type, FieldRepetitionType.REQUIRED);
    }

    private static SchemaElement text() {
        return required(Type.BYTE_ARRAY).setConverted_type(ConvertedType.UTF8);
    }

    private static HandMadeFile file() {
        return new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
    }

    private static Arguments nullsOnly(Encoding encoding, Type type) {
        return Arguments.of(
                "no values section in " + encoding,
                file().page(encoding, 8, EIGHT_NULLS).as(leaf(type, FieldRepetitionType.OPTIONAL)),
                "it has no bytes for values");
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                nullsOnly(Encoding.DELTA_BINARY_PACKED, Type.INT32),
                nullsOnly(Encoding.DELTA_LENGTH_BYTE_ARRAY, Type.BYTE_ARRAY),
                nullsOnly(Encoding.DELTA_BYTE_ARRAY, Type.BYTE_ARRAY),
                nullsOnly(Encoding.RLE, Type.BOOLEAN),
                Arguments.of(
                        "no indexes",
                        file().dictionary(0)
                                .page(Encoding.RLE_DICTIONARY, 8, EIGHT_NULLS)
                                .as(leaf(Type.BYTE_ARRAY, FieldRepetitionType.OPTIONAL)),
                        "it has no bytes for values"),
                Arguments.of(
                        "no run of indexes of no bits",
                        file().dictionary(1, (byte) 7, (byte) 0, (byte) 0, (byte) 0)
                                .page(Encoding.RLE_DICTIONARY, 8, (byte) 0),
                        "its levels or indexes end after 0 values, expected 8"),
                Arguments.of(
                        "an empty page before another",
                        file().page(Encoding.PLAIN, 0).page(header -> {}, 1, 2, 3),
                        "it comes after page 0, which has no values"),
                Arguments.of(
                        "bounds in a page header",
                        file().page(
                                        header -> header.getData_page_header()
                                                .setStatistics(new Statistics()
                                                        .setMin_value(new byte[] {99, 0, 0, 0})
                                                        .setMax_value(new byte[] {100, 0, 0, 0})),
                                        1,
                                        2,
                                        3),
                        "its minimum is 1, but its header says 99, which is more"),
                Arguments.of(
                        "values of the type UNKNOWN",
                        file().page(header -> {}, 1, 2, 3)
                                .as(required(Type.INT32).setLogicalType(LogicalType.UNKNOWN(new NullType()))),
                        "it has values, but its type is UNKNOWN, which has none"),
                Arguments.of(
                        "a byte after the dictionary",
                        file().dictionary(1, (byte) 7, (byte) 0, (byte) 0, (byte) 0, (byte) 0)
                                .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) (4 << 1), (byte) 0),
                        "it has 5 bytes, expected a multiple of 4"),
                Arguments.of(
                        "text that is not UTF-8",
                        file().page(Encoding.PLAIN, 1, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0xc3, (byte) '(')
                                .as(text()),
                        "value 0 is not UTF-8, which STRING must be"),
                Arguments.of(
                        "the same in a dictionary",
                        file().dictionary(1, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0xc3, (byte) '(')
                                .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) (4 << 1), (byte) 0)
                                .as(text()),
                        "value 0 is not UTF-8, which STRING must be"),
                Arguments.of(
                        "a byte array that is longer than its dictionary",
                        file().dictionary(1, (byte) 100, (byte) 0, (byte) 0, (byte) 0, (byte) 'x')
                                .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) (4 << 1), (byte) 0)
                                .as(required(Type.BYTE_ARRAY)),
                        "value 0 of 1 is a byte array of 100 bytes, expected at most 1"),
                Arguments.of(
                        "a byte array of negative length",
                        file().page(Encoding.PLAIN, 1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) 'x')
                                .as(required(Type.BYTE_ARRAY)),
                        "value 0 of 1 is a byte array of -1 bytes"),
                Arguments.of(
                        "blocks of 160 deltas",
                        file().page(Encoding.DELTA_BINARY_PACKED, 1, (byte) 0xa0, (byte) 1, (byte) 4, (byte) 1, (byte)
                                2),
                        "its deltas are in blocks of 160 values in 4 miniblocks"),
                Arguments.of(
                        "miniblocks of 16 deltas",
                        file().page(Encoding.DELTA_BINARY_PACKED, 1, (byte) 0x80, (byte) 1, (byte) 8, (byte) 1, (byte)
                                2),
                        "its deltas are in blocks of 128 values in 8 miniblocks"),
                Arguments.of(
                        "more deltas than their bytes hold",
                        file().page(
                                        Encoding.DELTA_BINARY_PACKED,
                                        1 << 30,
                                        deltas(0x80, 1, 4, 0x80, 0x80, 0x80, 0x80, 4, 2, 0, 0, 0, 0, 0)),
                        "its deltas claim 1073741824 values, but its bytes hold at most 129"),
                Arguments.of(
                        "fewer deltas than values",
                        file().page(Encoding.DELTA_BINARY_PACKED, 2, delta(1)),
                        "its deltas claim 1 values in blocks of 128, expected 2"),
                Arguments.of(
                        "values that are longer with their prefixes than a page",
                        file().page(Encoding.DELTA_BYTE_ARRAY, 65_537, growing(65_537))
                                .as(required(Type.BYTE_ARRAY)),
                        "its values have 2147581953 bytes with their prefixes"),
                Arguments.of(
                        "an index that the dictionary does not have",
                        file().dictionary(1, (byte) 7, (byte) 0, (byte) 0, (byte) 0)
                                .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) (4 << 1), (byte) 1),
                        "it has the level or index 1, expected at most 0"),
                Arguments.of(
                        "an index of a dictionary without values",
                        file().dictionary(0).page(Encoding.RLE_DICTIONARY, 4, (byte) 0, (byte) (4 << 1)),
                        "it has values, but its dictionary has none"),
                Arguments.of(
                        "a negative length among deltas",
                        file().page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 1, delta(-1))
                                .as(required(Type.BYTE_ARRAY)),
                        "value 0 has a length of -1 bytes, expected 0 or more"),
                Arguments.of(
                        "lengths beyond the page",
                        file().page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 1, delta(5))
                                .as(required(Type.BYTE_ARRAY)),
                        "its values have 5 bytes in total, expected at most 0"),
                Arguments.of(
                        "a prefix of nothing",
                        file().page(Encoding.DELTA_BYTE_ARRAY, 1, delta(1, 0)).as(required(Type.BYTE_ARRAY)),
                        "value 0 has a prefix of 1 bytes, expected 0 to 0"),
                Arguments.of(
                        "a fixed value of another length",
                        file().page(Encoding.DELTA_BYTE_ARRAY, 1, delta(0, 3, 'x', 'y', 'z'))
                                .as(required(Type.FIXED_LEN_BYTE_ARRAY).setType_length(5)),
                        "value 0 has 3 bytes, expected 5"),
                Arguments.of(
                        "booleans that reach beyond the page",
                        file().page(Encoding.RLE, 8, (byte) 3, (byte) 0, (byte) 0, (byte) 0, (byte) (8 << 1), (byte) 1)
                                .as(required(Type.BOOLEAN)),
                        "its booleans claim 3 bytes, expected at most 2"),
                Arguments.of(
                        "a list that goes on from nothing",
                        list((byte) 4, (byte) 1, (byte) 4, (byte) 1), // two runs, of two levels 1 each
                        "its first repetition level is above 0, but it must begin with a row"),
                Arguments.of(
                        "a list that goes on after null",
                        list((byte) 3, (byte) 2, (byte) 3, (byte) 2), // two bit-packed groups: the levels 0 and 1
                        "value 1 has the repetition level 1, which continues a list, but the definition level 0 before it"),
                Arguments.of(
                        "a null within a list of none",
                        list((byte) 3, (byte) 2, (byte) 3, (byte) 1),
                        "value 1 has the repetition level 1, which continues a list, but the definition level 0,"),
                Arguments.of(
                        "two columns of one name",
                        file().page(header -> {}, 1, 2).withColumnBefore(3, 4).footer(metaData -> {
                            metaData.getSchema().get(2).setName("a");
                            metaData.getRow_groups()
                                    .get(0)
                                    .getColumns()
                                    .get(1)
                                    .getMeta_data()
                                    .setPath_in_schema(List.of("a"));
                        }),
                        "its schema has two fields named a in root: parquet-java cannot read any row"),
                Arguments.of(
                        "a group of levels that is cut off",
                        file().page(Encoding.PLAIN, 8, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 5, (byte) 0)
                                .as(leaf(Type.INT32, FieldRepetitionType.OPTIONAL)),
                        "a run of levels or indexes claims 16 of them, its 1 bytes hold 8"),
                Arguments.of(
                        "levels in RLE that are called BIT_PACKED",
                        bitPacked(2, 0, 0, 0, 8 << 1, 0),
                        "its levels are in RLE, but its header says BIT_PACKED"),
                Arguments.of(
                        "more column orders than columns",
                        file().page(header -> {}, 1)
                                .footer(metaData -> metaData.setColumn_orders(
                                        Collections.nCopies(3, ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())))),
                        "its footer has 3 column_orders, but its schema has 1 columns"),
                Arguments.of(
                        "lengths of byte arrays of integers",
                        file().page(header -> {}, 1)
                                .column(column -> column.setSize_statistics(
                                        new SizeStatistics().setUnencoded_byte_array_data_bytes(4))),
                        "its size statistics have the length of byte arrays, but its type is INT32"),
                Arguments.of(
                        "a file_offset after the pages",
                        file().page(header -> {}, 1)
                                .footer(metaData ->
                                        metaData.getRow_groups().get(0).setFile_offset(9_999)),
                        "its file_offset is 9999, after all pages"),
                Arguments.of(
                        "a sorting column that does not exist",
                        sorted(file().page(header -> {}, 1), new SortingColumn(7, false, false)),
                        "its sorting_columns name column 7, but it has 1 column: DataFusion fails"),
                Arguments.of(
                        "a decimal of no bytes",
                        file().page(Encoding.PLAIN, 1, (byte) 0, (byte) 0, (byte) 0, (byte) 0)
                                .as(decimal(Type.BYTE_ARRAY)),
                        "has 0 bytes, expected 1 to 16"),
                Arguments.of(
                        "a decimal of 17 bytes",
                        file().page(Encoding.PLAIN, 1, Arrays.copyOf(deltas(17), 21))
                                .as(decimal(Type.BYTE_ARRAY)),
                        "has 17 bytes, expected 1 to 16"),
                Arguments.of(
                        "a decimal of 17 bytes and 9 digits",
                        file().page(Encoding.PLAIN, 1, new byte[17])
                                .as(decimal(Type.FIXED_LEN_BYTE_ARRAY).setType_length(17)),
                        "its schema gives a of 17 bytes the logical type DECIMAL(9,0)"),
                Arguments.of(
                        "a run of an index of two bits",
                        file().dictionary(5, deltas(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0))
                                .page(Encoding.RLE_DICTIONARY, 5, deltas(1, 5 << 1, 3)),
                        "a run has the level or index 3, expected at most 1 bits"),
                Arguments.of(
                        "streams of more values",
                        file().page(Encoding.BYTE_STREAM_SPLIT, 1, deltas(1, 0, 0, 0, 0, 0, 0, 0)),
                        "its streams of 1 values have 8 bytes, expected 4"));
    }

    private static SchemaElement decimal(Type type) {
        return required(type)
                .setConverted_type(ConvertedType.DECIMAL)
                .setScale(0)
                .setPrecision(9);
    }

    /** Returns a file of a nullable column whose levels are called BIT_PACKED. */
    private static HandMadeFile bitPacked(int... page) {
        return file().page(Encoding.PLAIN, 8, deltas(page))
                .as(leaf(Type.INT32, FieldRepetitionType.OPTIONAL))
                .header(0, header -> header.getData_page_header().setDefinition_level_encoding(Encoding.BIT_PACKED));
    }

    static Stream<Arguments> quirks() {
        byte[] five = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0};
        byte[] wide = Arrays.copyOf(deltas(0x80, 1, 4, 2, 0, 0, 33), 10 + 33 * 4);
        return Stream.of(
                Arguments.of(FindingKind.LEVEL_ENCODING, bitPacked(0x80, 7, 0, 0, 0)),
                Arguments.of(
                        FindingKind.LAST_GROUP,
                        file().dictionary(5, five).page(Encoding.RLE_DICTIONARY, 5, deltas(3, 3, 0x88, 0x46))),
                Arguments.of(FindingKind.WIDE_DELTAS, file().page(Encoding.DELTA_BINARY_PACKED, 2, wide)),
                Arguments.of(
                        FindingKind.WIDE_DELTAS,
                        file().page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 2, wide).as(required(Type.BYTE_ARRAY))),
                Arguments.of(
                        FindingKind.DATA_PAGE_OFFSET,
                        HandMadeFile.withDictionary()
                                .column(column -> column.setData_page_offset(column.getDictionary_page_offset()))),
                Arguments.of(
                        FindingKind.UNCOMPRESSED_SIZE,
                        file().page(header -> {}, 1).column(column -> column.setTotal_uncompressed_size(-9))),
                Arguments.of(
                        FindingKind.UNCOMPRESSED_SIZE,
                        file().page(header -> {}, 1)
                                .footer(metaData ->
                                        metaData.getRow_groups().get(0).setTotal_byte_size(-9))),
                Arguments.of(
                        FindingKind.ROW_COUNT,
                        file().pageV2(false, 1, 2)
                                .header(
                                        0,
                                        header ->
                                                header.getData_page_header_v2().setNum_rows(0))),
                Arguments.of(FindingKind.UNKNOWN, file().page(header -> {}, 1).unknownFieldIn("PageHeader", 99)),
                Arguments.of(
                        FindingKind.RARE_GROUP, file().page(header -> {}, 1).footer(metaData -> {
                            List<SchemaElement> schema = new ArrayList<>(metaData.getSchema());
                            schema.get(0).setNum_children(2);
                            schema.add(new SchemaElement("none")
                                    .setRepetition_type(FieldRepetitionType.OPTIONAL)
                                    .setNum_children(0));
                            metaData.setSchema(schema);
                        })),
                Arguments.of(FindingKind.RARE_GROUP, listOfGroupOfOneRepeatedField()));
    }

    private static HandMadeFile listOfGroupOfOneRepeatedField() {
        return file().page(Encoding.PLAIN, 1, deltas(2, 0, 0, 0, 1 << 1, 0, 2, 0, 0, 0, 1 << 1, 3, 7, 0, 0, 0))
                .as(leaf(Type.INT32, FieldRepetitionType.REPEATED))
                .footer(metaData -> metaData.setSchema(List.of(
                        metaData.getSchema().get(0),
                        new SchemaElement("l")
                                .setRepetition_type(FieldRepetitionType.OPTIONAL)
                                .setNum_children(1)
                                .setConverted_type(ConvertedType.LIST),
                        new SchemaElement("list")
                                .setRepetition_type(FieldRepetitionType.REPEATED)
                                .setNum_children(1),
                        metaData.getSchema().get(1))))
                .column(column -> column.setPath_in_schema(List.of("l", "list", "a")));
    }

    // Would catch: an alarm about a file that most readers read, or silence about one that some refuse.
    @ParameterizedTest
    @MethodSource("quirks")
    void reportsWhatSomeReadersRefuse(FindingKind kind, HandMadeFile file) throws IOException {
        assertEquals(
                List.of(kind),
                verify(file.write(directory.resolve("file.parquet"))).stream()
                        .map(Finding::kind)
                        .toList());
    }

    // Would catch: wrong bounds that other readers use, although parquet-java does not.
    @Test
    void findsWrongBoundsThatOthersUse() throws IOException {
        byte[] one = {0, 0x3c}; // as FLOAT16
        byte[] two = {0, 0x40};
        SchemaElement float16 = required(Type.FIXED_LEN_BYTE_ARRAY)
                .setType_length(2)
                .setLogicalType(LogicalType.FLOAT16(new Float16Type()));
        HandMadeFile file = file().page(Encoding.PLAIN, 1, one).as(float16);
        Path path = directory.resolve("file.parquet");
        file.column(column ->
                column.setStatistics(new Statistics().setMin_value(one).setMax_value(two)));
        assertEquals(List.of(), verify(file.write(path)));
        file.column(column ->
                column.setStatistics(new Statistics().setMin_value(two).setMax_value(two)));
        requireFound(file.write(path), "its minimum is 1.0, but the footer says 2.0, which is more");

        file.column(column -> column.setStatistics(new Statistics().setNull_count(-1)));
        requireFound(file.write(path), "its statistics say -1 nulls, expected 0 or more");

        HandMadeFile old = file().page(Encoding.PLAIN, 1, (byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 'b')
                .as(text());
        old.column(column ->
                column.setStatistics(new Statistics().setMin(new byte[] {'a'}).setMax(new byte[] {'b'})));
        assertEquals(List.of(), verify(old.write(path)));
        old.column(column ->
                column.setStatistics(new Statistics().setMin(new byte[] {'a'}).setMax(new byte[] {'a'})));
        requireFound(
                old.write(path),
                "its maximum is b, but the footer, in bounds that DuckDB uses and parquet-java ignores, says a");
    }

    // Would catch: an order of pages by which parquet-java searches for values without finding them.
    @Test
    void pageBoundsMustFollowTheStatedOrder() throws IOException {
        Path path = directory.resolve("pages.parquet");
        Rows rows = Rows.random(
                MessageTypeParser.parseMessageType("message rows { optional int32 a; }"), 600, 0.2, 20_261_126);
        GroupFiles.write(path, rows, builder -> builder.withPageRowCountLimit(100));
        assertEquals(List.of(), verify(path));
        for (BoundaryOrder order : List.of(BoundaryOrder.ASCENDING, BoundaryOrder.DESCENDING)) {
            Path edited = directory.resolve(order + ".parquet");
            EditedFile.of(path)
                    .columnIndex(0, index -> index.setBoundary_order(order))
                    .write(edited);
            requireFound(
                    edited,
                    "its column index says that the bounds of its pages are "
                            + order.name().toLowerCase(Locale.ROOT));
        }
    }

    // Would catch: an offset index by which parquet-java's filters return the lists of other rows.
    @Test
    void pagesWithAnOffsetIndexBeginWithARow() throws IOException {
        Path path = directory.resolve("lists.parquet");
        assertEquals(List.of(), verify(HandMadeFile.ofLists(false).write(path)));
        assertEquals(
                List.of(),
                verify(HandMadeFile.ofLists(true).withoutOffsetIndex().write(path)));
        VerifyResult result =
                Verifier.defaults().verify(HandMadeFile.ofLists(true).write(path));
        assertEquals(
                List.of(FindingKind.OFFSET_INDEX),
                result.findings().stream().map(Finding::kind).toList());
        assertEquals(1, result.findings().get(0).page());
        assertEquals(List.of(), result.lostRows());
    }

    // Would catch: a count of -1 that counts as missing, or as none, so that readers skip rows.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null counts",
                "a null count",
                "NaN counts",
                "nulls",
                "NaNs",
                "of page",
                "V2 nulls",
                "V2 rows",
                "row"
            })
    void findsNegativeCounts(String what) throws IOException {
        Path path = directory.resolve("negative.parquet");
        HandMadeFile v2 = file().pageV2(false, 1, 2);
        Statistics negative = new Statistics().setNull_count(-1);
        switch (what) {
            case "null counts" -> columnIndex(path, index -> index.setNull_counts(List.of(-1L, -1L)));
            case "a null count" ->
                columnIndex(path, index -> index.getNull_counts().set(1, -1L));
            case "NaN counts" -> columnIndex(path, index -> index.setNan_counts(List.of(0L, -1L)));
            case "nulls" ->
                HandMadeFile.plain()
                        .column(column -> column.setStatistics(negative))
                        .write(path);
            case "NaNs" ->
                HandMadeFile.plain()
                        .column(column -> column.setStatistics(new Statistics().setNan_count(-1)))
                        .write(path);
            case "of page" ->
                file().page(header -> header.getData_page_header().setStatistics(negative), 1)
                        .write(path);
            case "V2 nulls" ->
                v2.header(0, header -> header.getData_page_header_v2().setNum_nulls(-1))
                        .write(path);
            case "V2 rows" ->
                v2.header(0, header -> header.getData_page_header_v2().setNum_rows(-1))
                        .write(path);
            default ->
                HandMadeFile.plain()
                        .withOffsetIndex(
                                index -> index.getPage_locations().get(1).setFirst_row_index(-1))
                        .write(path);
        }
        List<Finding> findings = Verifier.defaults().verify(path).findings();
        assertTrue(
                findings.stream()
                        .anyMatch(finding -> finding.kind().severity() == Severity.DAMAGE
                                && finding.message().contains("-1")),
                findings::toString);
    }

    /** Writes a file of two pages with another column index. */
    private static void columnIndex(Path path, Consumer<ColumnIndex> change) throws IOException {
        Rows rows = Rows.random(
                MessageTypeParser.parseMessageType("message rows { optional float a; }"), 200, 0.2, 20_261_128);
        GroupFiles.write(path, rows, builder -> builder.withPageRowCountLimit(100));
        EditedFile.of(path).columnIndex(0, change).write(path);
    }

    private static byte[] deltas(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < array.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return array;
    }

    /** Returns 65,537 byte arrays, each of which is the previous one plus one byte. */
    private static byte[] growing(int count) {
        byte[] prefixes = deltas(0x80, 0x80, 4, 1, 0x81, 0x80, 4, 0, 2, 0);
        byte[] suffixes = deltas(0x80, 0x80, 4, 1, 0x81, 0x80, 4, 2, 0, 0);
        return ByteBuffer.allocate(prefixes.length + suffixes.length + count)
                .put(prefixes)
                .put(suffixes)
                .array();
    }

    private static HandMadeFile sorted(HandMadeFile file, SortingColumn... columns) {
        return file.footer(metaData -> metaData.getRow_groups().get(0).setSorting_columns(List.of(columns)));
    }

    static Stream<Arguments> orders() {
        SortingColumn ascending = new SortingColumn(0, false, false);
        SortingColumn descending = new SortingColumn(0, true, false);
        SortingColumn nullsFirst = new SortingColumn(0, false, true);
        SchemaElement optional = leaf(Type.INT32, FieldRepetitionType.OPTIONAL);
        byte[] nullThenOne = {2, 0, 0, 0, 3, 2, 1, 0, 0, 0}; // bit-packed groups: the levels 0 and 1
        byte[] oneThenNull = {2, 0, 0, 0, 3, 1, 1, 0, 0, 0};
        byte[] one = {0, 0, (byte) 0x80, 0x3f};
        byte[] notANumber = {0, 0, (byte) 0xc0, 0x7f};
        byte[] dictionary = {5, 0, 0, 0, 3, 0, 0, 0}; // runs of two indexes of one bit
        return Stream.of(
                Arguments.of(-1, sorted(file().page(header -> {}, 1, 2, 2), ascending)),
                Arguments.of(1, sorted(file().page(header -> {}, 2, 1, 1), ascending)),
                Arguments.of(-1, sorted(file().page(header -> {}, 2, 1, 1), descending)),
                Arguments.of(2, sorted(file().page(header -> {}, 2, 1, 2), descending)),
                Arguments.of(-1, sorted(file().page(header -> {}, 1, 2).page(header -> {}, 2, 3), ascending)),
                Arguments.of(2, sorted(file().page(header -> {}, 1, 2).page(header -> {}, 1, 3), ascending)),
                Arguments.of(3, sorted(file().page(header -> {}, 1, 2).page(header -> {}, 4, 3), ascending)),
                Arguments.of(
                        -1, sorted(file().page(Encoding.PLAIN, 2, nullThenOne).as(optional), nullsFirst)),
                Arguments.of(
                        1, sorted(file().page(Encoding.PLAIN, 2, oneThenNull).as(optional), nullsFirst)),
                Arguments.of(
                        1, sorted(file().page(Encoding.PLAIN, 2, nullThenOne).as(optional), ascending)),
                Arguments.of(
                        1, sorted(file().page(Encoding.PLAIN, 2, nullThenOne).as(optional), descending)),
                Arguments.of(
                        -1, sorted(file().page(Encoding.PLAIN, 2, oneThenNull).as(optional), ascending)),
                Arguments.of(
                        -1,
                        sorted(
                                file().page(Encoding.PLAIN, 1, notANumber)
                                        .page(Encoding.PLAIN, 1, one)
                                        .as(required(Type.FLOAT)),
                                ascending)),
                Arguments.of(
                        2,
                        sorted(
                                file().dictionary(2, dictionary)
                                        .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) 4, (byte) 0, (byte) 4, (byte)
                                                1),
                                ascending)),
                Arguments.of(
                        -1,
                        sorted(
                                file().dictionary(2, dictionary)
                                        .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) 4, (byte) 0, (byte) 4, (byte)
                                                1),
                                descending)),
                Arguments.of(
                        2,
                        sorted(
                                file().page(
                                                Encoding.RLE,
                                                4,
                                                (byte) 4,
                                                (byte) 0,
                                                (byte) 0,
                                                (byte) 0,
                                                (byte) 4,
                                                (byte) 1,
                                                (byte) 4,
                                                (byte) 0)
                                        .as(required(Type.BOOLEAN)),
                                ascending)),
                // only the first of two columns decides
                Arguments.of(
                        -1,
                        sorted(
                                file().page(header -> {}, 1, 1, 2).withColumnBefore(2, 1, 0),
                                ascending,
                                new SortingColumn(1, false, false))),
                Arguments.of(
                        1,
                        sorted(
                                file().page(header -> {}, 1, 1, 2).withColumnBefore(2, 1, 0),
                                new SortingColumn(1, false, false),
                                ascending)));
    }

    // Would catch: an order of rows by which polars filters and groups wrongly.
    @ParameterizedTest
    @MethodSource("orders")
    void rowsMustFollowTheStatedOrder(int outOfOrder, HandMadeFile file) throws IOException {
        Path path = file.write(directory.resolve("file.parquet"));
        if (outOfOrder < 0) {
            assertEquals(List.of(), verify(path));
        } else {
            requireFound(path, "but row " + outOfOrder + " of the row group is out of order");
        }
    }

    private static SchemaElement logical(Type type, LogicalType logicalType) {
        return required(type).setLogicalType(logicalType);
    }

    private static LogicalType time(TimeUnit unit) {
        return LogicalType.TIME(new TimeType(true, unit));
    }

    static Stream<Arguments> ranges() {
        TimeUnit millis = TimeUnit.MILLIS(new MilliSeconds());
        TimeUnit micros = TimeUnit.MICROS(new MicroSeconds());
        return Stream.of(
                Arguments.of(logical(Type.INT32, time(millis)), 86_399_999L, 86_400_000L),
                Arguments.of(logical(Type.INT32, time(millis)), 0L, -1L),
                Arguments.of(logical(Type.INT64, time(micros)), 86_399_999_999L, 86_400_000_000L),
                Arguments.of(logical(Type.INT32, LogicalType.INTEGER(new IntType((byte) 8, true))), -128L, -129L),
                Arguments.of(logical(Type.INT32, LogicalType.INTEGER(new IntType((byte) 16, false))), 65_535L, 65_536L),
                Arguments.of(logical(Type.INT32, LogicalType.INTEGER(new IntType((byte) 8, false))), 255L, -1L),
                Arguments.of(
                        logical(Type.INT64, LogicalType.DECIMAL(new DecimalType(0, 12))),
                        -999_999_999_999L,
                        -1_000_000_000_000L));
    }

    // Would catch: values outside the range of their type, which readers truncate or refuse.
    @ParameterizedTest
    @MethodSource("ranges")
    void valuesBeyondTheirLogicalTypeAreAQuirk(SchemaElement column, long within, long beyond) throws IOException {
        int length = column.getType() == Type.INT32 ? Integer.BYTES : Long.BYTES;
        Path path = directory.resolve("file.parquet");
        for (long value : new long[] {within, beyond}) {
            byte[] page = Arrays.copyOf(
                    ByteBuffer.allocate(Long.BYTES)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putLong(value)
                            .array(),
                    length);
            List<FindingKind> kinds = verify(
                            file().page(Encoding.PLAIN, 1, page).as(column).write(path))
                    .stream()
                    .map(Finding::kind)
                    .toList();
            assertEquals(value == within ? List.of() : List.of(FindingKind.VALUE_RANGE), kinds);
        }
    }

    /** Returns numbers in DELTA_BINARY_PACKED, each in a section of its own, with the bytes after the sections. */
    private static byte[] delta(int first, int... more) {
        List<Integer> bytes = new ArrayList<>(List.of(0x80, 1, 4, 1, first << 1 ^ first >> 31));
        if (more.length > 0) {
            bytes.addAll(List.of(0x80, 1, 4, 1, more[0] << 1));
        }
        for (int i = 1; i < more.length; i++) {
            bytes.add(more[i]);
        }
        byte[] array = new byte[bytes.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = bytes.get(i).byteValue();
        }
        return array;
    }

    /** Returns a file of a repeated column with two entries, which belong to one row if the second continues the list. */
    private static HandMadeFile list(byte repetition, byte repetitions, byte definition, byte definitions) {
        return file().page(Encoding.PLAIN, 2, new byte[] {
                    2, 0, 0, 0, repetition, repetitions, 2, 0, 0, 0, definition, definitions, 7, 0, 0, 0, 7, 0, 0, 0
                })
                .as(leaf(Type.INT32, FieldRepetitionType.REPEATED))
                .footer(metaData -> {
                    metaData.setNum_rows(1);
                    metaData.getRow_groups().get(0).setNum_rows(1);
                });
    }

    // Would catch: a check that relies on parquet-java's decoders, which ignore the damage or fail only when a
    // value is used.
    @ParameterizedTest(name = "{0}")
    @MethodSource("damages")
    void findsWhatOtherReadersReject(String name, HandMadeFile file, String message) throws IOException {
        requireFound(file.write(directory.resolve("file.parquet")), message);
    }

    @Test
    void undamagedPagesOfTheSameKindsAreSound() throws IOException {
        for (HandMadeFile file : List.of(
                file().page(header -> {}, 1, 2, 3).page(Encoding.PLAIN, 0),
                file().page(Encoding.PLAIN, 1, (byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0xc3, (byte) 0xb6)
                        .as(text()),
                file().page(Encoding.PLAIN, 8, EIGHT_NULLS).as(leaf(Type.INT32, FieldRepetitionType.OPTIONAL)),
                file().page(Encoding.DELTA_LENGTH_BYTE_ARRAY, 1, delta(0)).as(required(Type.BYTE_ARRAY)),
                file().page(Encoding.DELTA_BYTE_ARRAY, 1, delta(0, 1, 'x')).as(required(Type.BYTE_ARRAY)),
                file().dictionary(1, deltas(7, 0, 0, 0, 8, 0, 0, 0))
                        .page(Encoding.RLE_DICTIONARY, 4, (byte) 1, (byte) (4 << 1), (byte) 0),
                file().page(Encoding.RLE, 8, deltas(2, 0, 0, 0, 8 << 1, 1, 0)).as(required(Type.BOOLEAN)),
                file().page(Encoding.DELTA_BINARY_PACKED, 1, deltas(0x80, 1, 4, 2, 2, 2, 0, 0, 0, 0)),
                file().pageV2(false, 8 << 1 | 1 << 8, 1, 2)
                        .header(
                                0,
                                header -> header.getData_page_header_v2()
                                        .setDefinition_levels_byte_length(4)
                                        .setNum_values(2)
                                        .setNum_rows(2))
                        .column(column -> column.setNum_values(2))
                        .footer(metaData -> {
                            metaData.setNum_rows(2);
                            metaData.getRow_groups().get(0).setNum_rows(2);
                        }),
                list((byte) 3, (byte) 2, (byte) 4, (byte) 1))) {
            assertEquals(List.of(), verify(file.write(directory.resolve("file.parquet"))));
        }
    }

    // Would catch: columns of one group that are checked one by one.
    @Test
    void columnsOfAGroupMustAgree() throws IOException {
        for (String schema : List.of(
                "optional group g { optional int32 a; optional int32 b; }",
                "optional group l (LIST) { repeated group list { optional group element { required int32 a; required int32 b; } } }",
                "optional group m (MAP) { repeated group key_value { required int32 key; optional int32 value; } }")) {
            Path path = directory.resolve("group.parquet");
            Files.deleteIfExists(path);
            Rows rows = Rows.random(
                    MessageTypeParser.parseMessageType("message rows { " + schema + " }"), 12, 0.3, 20_261_126);
            GroupFiles.write(
                    path,
                    rows,
                    builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                            .withDictionaryEncoding(false)
                            .withPageWriteChecksumEnabled(false));
            assertEquals(List.of(), verify(path), schema);
            FlippedFile file = new FlippedFile(path);
            Path flipped = directory.resolve("flipped.parquet");
            long found = 0;
            for (long place = 32; place < 8 * 200; place++) {
                Files.write(flipped, file.flipped(place));
                found += verify(flipped).stream()
                        .filter(finding -> finding.kind() == FindingKind.LEVELS
                                && finding.message().contains(" contradict each other on where "))
                        .count();
            }
            assertTrue(found > 0, schema);
        }
    }

    // Would catch: a type of the format's next version that is reported as damage.
    @Test
    void unknownLogicalTypeIsANote() throws IOException {
        Path path = file().page(Encoding.PLAIN, 1, new byte[] {0, 0, 0, 0})
                .as(logical(Type.BYTE_ARRAY, LogicalType.JSON(new JsonType())))
                .write(directory.resolve("file.parquet"));
        byte[] bytes = Files.readAllBytes(path);
        String json = "\u00cc\0\0"; // field 12 of the union, and two empty structures
        int at = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf(json);
        bytes[at] = (byte) 0x9c; // field 9, which the format has reserved
        Files.write(path, bytes);
        List<Finding> findings = verify(path);
        assertEquals(
                List.of(FindingKind.NEW_TYPE),
                findings.stream().map(Finding::kind).toList());
        assertTrue(findings.get(0).message().contains("gives a a logical type that this version does not know"));
    }

    // Would catch: a type of newer or other writers that is reported as damage.
    @Test
    void unknownArrowTypeIsANote() throws IOException {
        // One column a of Int128, written by polars 1.44.
        String int128 = "/////3YAAAAEAAAA8v///xQAAAAEAAEAAAAKAAsACAAKAAQA+P///wwAAAAIAAgAAAAEAAEAAAAEAAAA7P///zgAAAAg"
                + "AAAAGAAAAAECAAAQABIABAAQABEACAAAAAwAAAAAAPT///+AAAAAAQAAAAgACQAEAAgAAQAAAGEA";
        for (String schema : List.of(int128, int128.replace("AECAAAQ", "AEbAAAQ"))) { // the type's number
            HandMadeFile file = HandMadeFile.plain()
                    .footer(metaData ->
                            metaData.setKey_value_metadata(List.of(new KeyValue("ARROW:schema").setValue(schema))));
            assertEquals(
                    List.of(FindingKind.NEW_TYPE),
                    verify(file.write(directory.resolve("file.parquet"))).stream()
                            .map(Finding::kind)
                            .toList());
        }
        HandMadeFile cut = HandMadeFile.plain()
                .footer(metaData -> metaData.setKey_value_metadata(
                        List.of(new KeyValue("ARROW:schema").setValue(int128.substring(0, 80)))));
        requireFound(cut.write(directory.resolve("file.parquet")), "its key-value ARROW:schema");
    }

    private static void requireFound(Path path, String message) {
        List<Finding> findings = verify(path);
        assertTrue(
                findings.stream().anyMatch(finding -> finding.message().contains(message)),
                () -> "expected \"" + message + "\", found " + findings);
    }

    private static List<Finding> verify(Path path) {
        return Verifier.of(VerifyOptions.defaults().withThreads(1).withValues(true))
                .verify(path)
                .findings();
    }
}
