// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.verify.finding.Losses;
import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.LostRows;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows that are named as lost, compared with the rows of a damaged file that parquet-java reads without checksums. */
@Tag("slow")
class LostRowsTest {

    private static final int DAMAGES = Integer.getInteger("lost.damages", 120);
    private static final long SEED = 20_261_125;
    private static final int ROWS = 600;

    private static final MessageType LISTS = MessageTypeParser.parseMessageType("""
            message rows {
              required int64 id;
              repeated int64 many;
              repeated group more { optional int32 few; }
            }""");

    @TempDir
    Path directory;

    /** In a column of lists, a page that has lost or gained a row shifts the following rows for readers; these are not lost. */
    private static boolean isNamed(List<LostRows> lost, String column, int row, boolean movesRows) {
        return lost.stream()
                .anyMatch(range -> range.rows() == null
                        || range.column() != null
                                && range.column().split("\\.")[0].equals(column)
                                && row >= range.firstRow()
                                && (movesRows || row < range.firstRow() + range.rows()));
    }

    /** Removes the locations of the offset indexes from a file, so that readers do not find them. */
    private static void removeIndexes(Path path) throws IOException {
        EditedFile.of(path)
                .footer(footer -> footer.getRow_groups()
                        .forEach(group -> group.getColumns().forEach(chunk -> {
                            chunk.unsetOffset_index_offset();
                            chunk.unsetOffset_index_length();
                            chunk.unsetColumn_index_offset();
                            chunk.unsetColumn_index_length();
                        })))
                .write(path);
    }

    /** Returns the start of a file's footer. */
    private static int footerStart(byte[] file) {
        return file.length
                - 8
                - ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    }

    // Would catch: a row that is not restored, because a range begins a page too late or ends a row too early.
    @ParameterizedTest
    @CsvSource({"V1, true", "V2, true", "V1, false", "V2, false"})
    void namesEveryChangedRow(String version, boolean hasIndexes) throws IOException {
        int changed = 0;
        long named = 0;
        for (MessageType schema : new MessageType[] {FileShape.Schemas.FLAT, LISTS}) {
            Rows rows = Rows.random(schema, ROWS, 0.1, SEED);
            Path path = directory.resolve(schema.getName() + ".parquet");
            GroupFiles.write(path, rows, builder -> settings(builder, version));
            if (!hasIndexes) {
                removeIndexes(path);
            }
            byte[] file = Files.readAllBytes(path);
            int footer = footerStart(file);
            for (int number = 0; number < DAMAGES; number++) {
                Random random = new Random(SEED + number);
                byte[] damaged = file.clone();
                damaged[4 + random.nextInt(footer - 4)] ^= (byte) (1 << random.nextInt(8));
                Files.write(path, damaged);
                VerifyResult result =
                        Verifier.of(VerifyOptions.defaults().withThreads(1)).verify(path);
                List<List<?>> read;
                try {
                    read = GroupFiles.read(path, reader -> reader.withCodecFactory(new FastCodecFactory()));
                } catch (IOException | RuntimeException | OutOfMemoryError e) {
                    continue; // which rows would change is unknown
                }
                if (read.size() != ROWS) {
                    continue;
                }
                for (int row = 0; row < ROWS; row++) {
                    for (int column = 0; column < schema.getFieldCount(); column++) {
                        if (!rows.values()
                                .get(row)
                                .get(column)
                                .equals(read.get(row).get(column))) {
                            String name = schema.getFieldName(column);
                            boolean movesRows = schema.getType(column).isRepetition(Type.Repetition.REPEATED);
                            String where = "seed " + (SEED + number) + ", row " + row + ", column " + name + ": ";
                            assertTrue(
                                    isNamed(result.lostRows(), name, row, movesRows),
                                    () -> where + result.lostRows() + result.findings());
                            changed++;
                        }
                    }
                }
                named += result.lostRows().stream()
                        .mapToLong(range -> range.rows() == null ? ROWS : range.rows())
                        .sum();
            }
        }
        System.out.println(version + (hasIndexes ? "" : " without indexes") + ": " + changed + " values changed, "
                + named + " rows of columns named");
        assertTrue(changed > DAMAGES, changed + " values changed");
    }

    /** A page of the undamaged file: its bytes with the header, and its rows; for a dictionary, all rows of the chunk. */
    private record Page(String column, int start, int end, long firstRow, long endRow) {}

    /** Returns the pages of the first row group, according to its offset indexes. */
    private static List<Page> pages(Path path) throws IOException {
        EditedFile file = EditedFile.of(path);
        List<Page> pages = new ArrayList<>();
        try (ParquetFileReader reader = GroupFiles.open(
                path,
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
            BlockMetaData group = reader.getFooter().getBlocks().get(0);
            for (int column = 0; column < file.columns(); column++) {
                ColumnChunkMetaData chunk = group.getColumns().get(column);
                OffsetIndex index = reader.readOffsetIndex(chunk);
                List<int[]> bodies = file.bodies(column);
                int dictionaries = bodies.size() - index.getPageCount();
                int start = (int) chunk.getStartingPos();
                for (int i = 0; i < bodies.size(); i++) {
                    int page = i - dictionaries;
                    pages.add(new Page(
                            chunk.getPath().toDotString(),
                            start,
                            bodies.get(i)[1],
                            page < 0 ? 0 : index.getFirstRowIndex(page),
                            page < 0 ? group.getRowCount() : index.getLastRowIndex(page, group.getRowCount()) + 1));
                    start = bodies.get(i)[1];
                }
            }
        }
        return pages;
    }

    private static boolean areNamed(List<LostRows> lost, Page page) {
        for (long row = page.firstRow(); row < page.endRow(); row++) {
            long one = row;
            if (lost.stream()
                    .noneMatch(range -> range.rows() == null
                            || (range.column() == null || range.column().equals(page.column()))
                                    && one >= range.firstRow()
                                    && one < range.firstRow() + range.rows())) {
                return false;
            }
        }
        return true;
    }

    // Would catch: damage that is found but whose rows are not named: in headers and dictionaries too, in pages
    // without checksums, and where readers fail.
    @ParameterizedTest
    @CsvSource({
        "V1, true, true", "V1, true, false", "V1, false, true", "V1, false, false",
        "V2, true, true", "V2, true, false", "V2, false, true", "V2, false, false"
    })
    void namesTheRowsOfADamagedPage(String version, boolean checksums, boolean dictionaries) throws IOException {
        int required = 0;
        long named = 0;
        for (CompressionCodecName codec : List.of(CompressionCodecName.UNCOMPRESSED, CompressionCodecName.SNAPPY)) {
            for (MessageType schema : new MessageType[] {FileShape.Schemas.FLAT, LISTS}) {
                Rows rows = Rows.random(schema, ROWS, 0.1, SEED);
                Path path = directory.resolve(codec + schema.getName() + ".parquet");
                GroupFiles.write(path, rows, builder -> {
                    settings(builder, version);
                    builder.withCompressionCodec(codec)
                            .withPageWriteChecksumEnabled(checksums)
                            .withDictionaryEncoding(dictionaries);
                });
                List<Page> pages = pages(path);
                for (boolean hasIndexes : new boolean[] {true, false}) {
                    if (!hasIndexes) {
                        removeIndexes(path);
                    }
                    byte[] file = Files.readAllBytes(path);
                    for (int number = 0; number < DAMAGES / 6; number++) {
                        Random random = new Random(SEED + number);
                        Page page = pages.get(random.nextInt(pages.size()));
                        int length = page.end() - page.start();
                        // About half of them in the header.
                        int at = page.start() + random.nextInt(random.nextBoolean() ? length : Math.min(length, 30));
                        byte[] damaged = file.clone();
                        damaged[at] ^= (byte) (1 << random.nextInt(8));
                        Files.write(path, damaged);
                        VerifyResult result = Verifier.of(
                                        VerifyOptions.defaults().withThreads(1).withValues(true))
                                .verify(path);
                        if (result.isSound() || rows.values().equals(readOrNull(path))) {
                            continue;
                        }
                        if (result.findings().stream()
                                .filter(finding -> finding.kind().severity() == Severity.DAMAGE)
                                .allMatch(finding -> finding.kind() == FindingKind.LEVEL_ENCODING)) {
                            continue; // parquet-java does not read the page, and recompressing it sets it right:
                            // nothing is lost
                        }
                        String where = codec + " " + schema.getName() + (hasIndexes ? "" : " without indexes")
                                + ", seed " + (SEED + number) + ", " + page + ", byte " + (at - page.start()) + ": ";
                        assertTrue(
                                areNamed(result.lostRows(), page), () -> where + result.lostRows() + result.findings());
                        required++;
                        named += result.lostRows().stream()
                                .mapToLong(range -> range.rows() == null ? ROWS : range.rows())
                                .sum();
                    }
                    Files.write(path, file);
                }
            }
        }
        System.out.println(version + ", checksums " + checksums + ", dictionaries " + dictionaries + ": " + required
                + " damages, " + named / Math.max(1, required) + " rows named for each");
        assertTrue(required > DAMAGES / 6, required + " damages");
    }

    /** Returns the rows that parquet-java reads, or null if it fails. */
    private static List<List<?>> readOrNull(Path path) {
        try {
            return GroupFiles.read(path, reader -> reader.withCodecFactory(new FastCodecFactory()));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return null;
        }
    }

    private static void settings(ExampleParquetWriter.Builder builder, String version) {
        builder.withCodecFactory(new FastCodecFactory())
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withWriterVersion(version.equals("V1") ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
                .withDictionaryEncoding(false)
                .withRowGroupRowCountLimit(400)
                .withPageRowCountLimit(50)
                .withPageWriteChecksumEnabled(true);
    }

    private Path written(boolean dictionaries) throws IOException {
        Path path = directory.resolve("written.parquet");
        Files.deleteIfExists(path);
        GroupFiles.write(path, Rows.random(FileShape.Schemas.FLAT, ROWS, 0.1, SEED), builder -> {
            settings(builder, "V1");
            builder.withDictionaryEncoding(dictionaries);
        });
        return path;
    }

    private List<LostRows> lost(Path path, int column, int... pages) throws IOException {
        byte[] file = Files.readAllBytes(path);
        for (int page : pages) {
            file[EditedFile.of(path).bodies(column).get(page)[0]] ^= 1;
        }
        return Verifier.of(VerifyOptions.defaults().withThreads(1))
                .verify(Files.write(path, file))
                .lostRows();
    }

    // Would catch: a whole chunk for one page, adjacent pages as two ranges, rows of the row group instead of
    // rows of the file.
    @Test
    void adjacentPagesFormOneRangeOfRows() throws IOException { // the first page has 100 rows, the others 50
        Path path = written(false);
        String name = FileShape.Schemas.FLAT.getColumns().get(1).getPath()[0];
        String file = path.toString();
        assertEquals(
                List.of(new LostRows(file, 0, name, 150, 100L), new LostRows(file, 0, name, 300, 50L)),
                lost(path, 1, 2, 3, 5));
    }

    // Would catch: a dictionary whose loss affects no row.
    @Test
    void damagedDictionaryLosesAllRowsOfItsChunk() throws IOException {
        Path path = written(true);
        String name = FileShape.Schemas.FLAT.getColumns().get(0).getPath()[0];
        assertEquals(List.of(new LostRows(path.toString(), 0, name, 0, 400L)), lost(path, 0, 0));
    }

    // Would catch: a completely unreadable file that the list omits.
    @Test
    void truncatedFileIsLostAsAWhole() throws IOException {
        Path path = written(false);
        byte[] file = Files.readAllBytes(path);
        Files.write(path, Arrays.copyOf(file, file.length / 2));
        assertEquals(
                List.of(new LostRows(path.toString(), null, null, 0, null)),
                Verifier.defaults().verify(path).lostRows());
    }

    // Would catch: a whole file for damage that concerns one row group.
    @Test
    void damagedRowGroupLosesItsRows() {
        Losses losses = new Losses();
        losses.addAll(Place.rowGroup(1));
        assertEquals(List.of(new LostRows("f", 1, null, 10, 5L)), losses.list("f", 10, 5, 7));
        losses.addAll(Place.FILE);
        assertEquals(List.of(new LostRows("f", null, null, 0, null)), losses.list("f", 10, 5, 7));
    }

    // Would catch: unlimited memory for a file with many damages, or ranges that are dropped.
    @Test
    void mergesRangesBeyondTheMaximum() {
        Losses losses = new Losses();
        Place place = new Place(0, "a", -1, -1);
        for (int row = 0; row < 100_000; row += 2) {
            losses.add(place, row, row + 1);
        }
        List<LostRows> lost = new ArrayList<>(losses.list("f", 100_000));
        assertEquals(10_000, lost.size());
        LostRows last = lost.get(lost.size() - 1);
        assertEquals(99_999, last.firstRow() + last.rows());
    }
}
