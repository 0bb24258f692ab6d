// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.verify.footer.ArrowSchema;
import io.github.fastcodec.internal.verify.page.Levels;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Type;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small structures that claim a lot, and structures that make readers skip rows. */
class HostileStructureTest {

    @TempDir
    Path directory;

    private VerifyResult verify(HandMadeFile file) throws IOException {
        return Verifier.of(VerifyOptions.defaults().withValues(true))
                .verify(file.write(directory.resolve("file.parquet")));
    }

    // Would catch: pages that are decompressed once for each of the chunks that name them.
    @Test
    void checksPagesOfManyChunksOnce() throws IOException {
        VerifyResult result = verify(HandMadeFile.plain().footer(metaData -> {
            RowGroup group = metaData.getRow_groups().get(0);
            List<RowGroup> groups = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                groups.add(group);
            }
            metaData.setRow_groups(groups).setNum_rows(500 * metaData.getNum_rows());
        }));
        assertEquals(2, result.pages());
        assertEquals(499, result.damages());
        assertTrue(result.findings().get(0).message().contains(" overlaps PAGES [4, 61)"), result.findings()::toString);
    }

    // Would catch: a schema of a kilobyte whose fields are visited 2^40 times.
    @Test
    void rejectsASchemaWithSharedChildrenQuickly() {
        FileDefect defect = assertThrows(FileDefect.class, () -> ArrowSchema.check(fieldsOfTheSameChildren(40)));
        assertTrue(defect.getMessage().endsWith("is damaged (size)"), defect.getMessage());
    }

    /**
     * Returns a message with a schema of structures, each of which has the next one twice; flatbuffers.dev describes the layout.
     */
    private static String fieldsOfTheSameChildren(int levels) {
        int first = 76; // the first field, after message and schema
        int size = 44; // offset table 16, field 16, list of two children 12
        int details = first + levels * size;
        ByteBuffer flat = ByteBuffer.allocate(details + 8).order(ByteOrder.LITTLE_ENDIAN);
        flat.putInt(0, 16); // the message
        flat.putShort(4, (short) 10).putShort(6, (short) 12); // its offset table: version, kind, schema
        flat.putShort(8, (short) 4).putShort(10, (short) 6).putShort(12, (short) 8);
        flat.putInt(16, 12).putShort(20, (short) 4).put(22, (byte) 1).putInt(24, 44 - 24);
        flat.putShort(32, (short) 8)
                .putShort(34, (short) 8)
                .putShort(36, (short) 0)
                .putShort(38, (short) 4);
        flat.putInt(44, 12).putInt(48, 56 - 48); // the schema, and the list of its fields
        flat.putInt(56, 1).putInt(60, first + 16 - 60);
        for (int level = 0; level < levels; level++) {
            int at = first + level * size;
            boolean isLast = level == levels - 1;
            flat.putShort(at, (short) 16).putShort(at + 2, (short) 16);
            flat.putShort(at + 8, (short) 4).putShort(at + 10, (short) 8).putShort(at + 14, (short) 12);
            int field = at + 16;
            flat.putInt(field, 16).put(field + 4, (byte) 13).putInt(field + 8, details + 4 - (field + 8));
            int list = at + 32;
            flat.putInt(field + 12, list - (field + 12)).putInt(list, isLast ? 0 : 2);
            for (int child = 1; child <= 2 && !isLast; child++) {
                flat.putInt(list + 4 * child, at + size + 16 - (list + 4 * child));
            }
        }
        flat.putShort(details, (short) 4).putShort(details + 2, (short) 4).putInt(details + 4, 4);
        ByteBuffer message = ByteBuffer.allocate(8 + flat.capacity()).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(-1).putInt(flat.capacity()).put(flat.array());
        byte[] bytes = message.array();
        return Base64.getEncoder().encodeToString(bytes);
    }

    // Would catch: decoders that allocate arrays of the length that a run of a few bytes claims.
    @Test
    void rejectsARunLongerThanItsBytes() throws IOException {
        int groups = 1 << 24;
        ByteBuffer page = ByteBuffer.allocate(16).put((byte) 1);
        for (long header = (long) groups << 1 | 1; header > 0; header >>>= 7) {
            page.put((byte) (header & 0x7f | (header > 0x7f ? 0x80 : 0)));
        }
        page.put((byte) 0x55).flip();
        FileDefect defect =
                assertThrows(FileDefect.class, () -> Levels.ofIndexes(page, 1).count(0, 8));
        assertEquals(
                "a run of levels or indexes claims " + 8L * groups + " of them, its 1 bytes hold 8",
                defect.getMessage());
        assertEquals(
                4, Levels.ofIndexes(ByteBuffer.wrap(new byte[] {1, 3, 0x55}), 1).count(0, 8));
    }

    /** This number of pages, each with as many rows as a page may claim, has 2^40 rows. */
    private static final int PAGES = 512;

    /** A run of that length, without its value. */
    private static final byte[] RUN = {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f};

    private static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(64);
        for (byte[] part : parts) {
            all.put(part);
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    /** Returns a run of levels after its length. */
    private static byte[] levels(int level) {
        return joined(new byte[] {6, 0, 0, 0}, RUN, new byte[] {(byte) level});
    }

    private static HandMadeFile pages(HandMadeFile file, Encoding encoding, byte[] page, SchemaElement column) {
        for (int i = 0; i < PAGES; i++) {
            file.page(encoding, Integer.MAX_VALUE, page);
        }
        return file.as(column)
                .footer(metaData -> metaData.getRow_groups()
                        .get(0)
                        .setSorting_columns(List.of(new SortingColumn(0, false, false))));
    }

    private static HandMadeFile file() {
        return new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
    }

    private static SchemaElement column(Type type, FieldRepetitionType repetition) {
        return new SchemaElement("a").setType(type).setRepetition_type(repetition);
    }

    // Would catch: levels and values that are visited one by one, which takes hours.
    @Test
    void countsRowsRunByRun() throws IOException {
        byte[] seven = {7, 0, 0, 0};
        byte[] groupsOfNoBits = {0, (byte) 0x81, (byte) 0x80, (byte) 0x80, (byte) 0x80, 2};
        for (HandMadeFile file : List.of(
                pages(file(), Encoding.PLAIN, levels(0), column(Type.INT32, FieldRepetitionType.OPTIONAL)),
                pages(
                        file(),
                        Encoding.PLAIN,
                        joined(levels(0), levels(0)),
                        column(Type.INT32, FieldRepetitionType.REPEATED)),
                pages(
                        file().dictionary(1, seven),
                        Encoding.RLE_DICTIONARY,
                        joined(new byte[1], RUN),
                        column(Type.INT32, FieldRepetitionType.REQUIRED)),
                pages(
                        file().dictionary(1, seven),
                        Encoding.RLE_DICTIONARY,
                        groupsOfNoBits,
                        column(Type.INT32, FieldRepetitionType.REQUIRED)),
                pages(
                        file().dictionary(1, seven),
                        Encoding.RLE_DICTIONARY,
                        joined(levels(1), new byte[1], RUN),
                        column(Type.FLOAT, FieldRepetitionType.OPTIONAL)),
                pages(file(), Encoding.RLE, joined(levels(1)), column(Type.BOOLEAN, FieldRepetitionType.REQUIRED)))) {
            VerifyResult result = verify(file);
            assertEquals(List.of(), result.findings());
            assertEquals((long) PAGES * Integer.MAX_VALUE, result.rows());
        }
    }

    // Would catch: a time that grows with the precision of a decimal, which five bytes claim.
    @Test
    void readsADecimalOfTwoBillionDigits() throws IOException {
        SchemaElement decimal = column(Type.BYTE_ARRAY, FieldRepetitionType.REQUIRED)
                .setConverted_type(ConvertedType.DECIMAL)
                .setPrecision(Integer.MAX_VALUE)
                .setScale(0);
        byte[] nine = {1, 0, 0, 0, 9};
        assertEquals(
                List.of(),
                verify(file().page(Encoding.PLAIN, 1, nine).as(decimal)).findings());
    }

    // Would catch: a row group that no task reads, because its middle is outside the file.
    @Test
    void findsATotalThatPutsARowGroupOutside() throws IOException {
        for (long total : new long[] {-200, 1L << 40}) {
            VerifyResult result = verify(HandMadeFile.plain()
                    .footer(metaData -> metaData.getRow_groups().get(0).setTotal_compressed_size(total)));
            assertEquals(1, result.damages(), result.findings()::toString);
            assertTrue(
                    result.findings().get(0).message().startsWith("its middle, by its total_compressed_size"),
                    result.findings()::toString);
        }
    }

    // Would catch: the same if the first column of the schema is the last one in the file.
    @Test
    void findsAFirstColumnThatMovesTheMiddleOutside() throws IOException {
        HandMadeFile file = new HandMadeFile(CompressionCodecName.UNCOMPRESSED).page(header -> {}, 1);
        VerifyResult result = verify(file.withColumnBefore(new int[1_000]));
        assertTrue(
                result.findings().stream()
                        .anyMatch(finding -> finding.kind() == FindingKind.FOOTER
                                && finding.message().startsWith("its middle, by its total_compressed_size")),
                result.findings()::toString);
    }

    // Would catch: rows that readers skip, because they search only the dictionary for a value.
    @Test
    void findsAFooterThatOmitsANonDictionaryPage() throws IOException {
        HandMadeFile file = HandMadeFile.withDictionary().page(header -> {}, 5, 6);
        assertEquals(List.of(), verify(file).findings());
        List<PageEncodingStats> stats = List.of(
                new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1),
                new PageEncodingStats(PageType.DATA_PAGE, Encoding.RLE_DICTIONARY, 2));
        VerifyResult result = verify(file.column(column -> column.setEncoding_stats(stats)));
        assertEquals(1, result.damages(), result.findings()::toString);
        assertTrue(
                result.findings().get(0).message().startsWith("1 of its pages have values outside the dictionary"),
                result.findings()::toString);
    }
}
