// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TField;
import shaded.parquet.org.apache.thrift.protocol.TList;
import shaded.parquet.org.apache.thrift.protocol.TStruct;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;

/** Entries that are asked for come into the key-value metadata of the new file, and nothing else changes. */
class KeyValueTest {

    private static final Recompressor ZSTD =
            Recompressor.of(RecompressPlan.to(CompressionCodecName.ZSTD)).withThreads(2);

    private static final Recompressor PAYMENTS = ZSTD.withKeyValue("team", "payments");

    /** Thrift's numbers for types, as its interfaces have them. */
    private static final byte I32 = 8;

    private static final byte I64 = 10;
    private static final byte STRUCT = 12;
    private static final byte LIST = 15;

    private static final Path SNAPPY = Layouts.file("pyarrow-v1-snappy");

    @TempDir
    Path directory;

    static Stream<Path> files() {
        return Layouts.files();
    }

    private Path path(String name) {
        return directory.resolve(name);
    }

    /** Returns the entries as parquet-java reads them. */
    private static Map<String, String> keyValues(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            return reader.getFileMetaData().getKeyValueMetaData();
        }
    }

    private static List<KeyValue> entries(FileMetaData metaData) {
        return metaData.isSetKey_value_metadata() ? metaData.getKey_value_metadata() : List.of();
    }

    // Would catch: a place or a statistic that belongs to the bytes before the entry was there, an entry that readers
    // do not find.
    @ParameterizedTest
    @MethodSource("files")
    void theNewFileHasTheEntryAndAllElseIsThatOfTheSource(Path source) throws IOException {
        Path target = path("target");
        String value = "payments \u20ac \ud83d\ude00".repeat(20);
        RecompressResult result = ZSTD.withKeyValue("team", value).recompress(source, target);
        assertTrue(result.verified());
        IndependentFile expected = IndependentFile.read(source);
        expected.metaData().addToKey_value_metadata(new KeyValue("team").setValue(value));
        expected.assertRecompressedTo(IndependentFile.read(target), column -> CompressionCodec.ZSTD);
        Map<String, String> all = new HashMap<>(keyValues(source));
        all.put("team", value);
        assertEquals(all, keyValues(target));
        assertEquals(Values.of(source), Values.of(target));
    }

    // Would catch: an entry that is left out where all chunks are copied.
    @ParameterizedTest
    @MethodSource("files")
    void aCopyOfWhichNothingElseChangesHasTheEntryToo(Path source) throws IOException {
        Path target = path("target");
        RecompressResult result = Recompressor.of(RecompressPlan.ofColumns())
                .withKeyValue("team", "payments")
                .recompress(source, target);
        assertEquals(0, result.changedChunks());
        assertEquals("payments", keyValues(target).get("team"));
        Path changed = path("changed");
        Recompressor.of(RecompressPlan.ofColumns())
                .withKeyValue("team", "others")
                .recompress(target, changed);
        List<KeyValue> entries =
                new ArrayList<>(entries(IndependentFile.read(source).metaData()));
        entries.add(new KeyValue("team").setValue("others"));
        assertEquals(entries, IndependentFile.read(changed).metaData().getKey_value_metadata());
    }

    // Would catch: an entry of the same key that stays beside the new one, a field of it that nobody knows and that is
    // lost.
    @Test
    void anEntryThatIsThereGetsTheNewValueAndKeepsItsPlace() throws IOException {
        HandMadeFile made = HandMadeFile.plain().unknownFieldIn("KeyValue", 40).footer(metaData -> {
            metaData.addToKey_value_metadata(new KeyValue("a").setValue("1"));
            metaData.addToKey_value_metadata(new KeyValue("team").setValue("others"));
            metaData.addToKey_value_metadata(new KeyValue("b"));
            metaData.addToKey_value_metadata(new KeyValue("team"));
            metaData.addToKey_value_metadata(new KeyValue("c").setValue("3"));
        });
        Path source = made.write(path("source"));
        Path target = path("target");
        RecompressResult result = PAYMENTS.withKeyValue("d", "4").recompress(source, target);
        assertEquals(List.of("KeyValue has the unknown field 40, which is kept"), result.notes());
        assertEquals(
                List.of(
                        new KeyValue("a").setValue("1"),
                        new KeyValue("team").setValue("payments"),
                        new KeyValue("b"),
                        new KeyValue("team").setValue("payments"),
                        new KeyValue("c").setValue("3"),
                        new KeyValue("d").setValue("4")),
                IndependentFile.read(target).metaData().getKey_value_metadata());
        RecompressResult again = ZSTD.recompress(target, path("again"));
        assertEquals(result.notes(), again.notes(), "the fields that nobody knows are still there");
    }

    // Would catch: a target without the entry that is taken for finished, and one with it that is taken for another
    // file.
    @Test
    void aSecondCallGoesOnWithWhatIsMissingAndRefusesOtherEntries() throws IOException {
        Map<Path, Path> targets = new LinkedHashMap<>();
        files().forEach(file -> targets.put(file, directory.resolve("day=1").resolve(file.getFileName())));
        PAYMENTS.recompressAll(targets);
        List<Path> sources = List.copyOf(targets.keySet());
        Files.delete(targets.get(sources.get(2)));
        List<Recompressor> others = List.of(
                ZSTD,
                ZSTD.withKeyValue("team", "others"),
                ZSTD.withKeyValue("Team", "payments"),
                PAYMENTS.withKeyValue("more", ""));
        for (int i = 0; i < others.size(); i++) {
            Path target = targets.get(sources.get(5 + i));
            Files.delete(target);
            others.get(i).recompress(sources.get(5 + i), target);
        }
        RecompressReport report = PAYMENTS.keepingGoing().recompressAll(targets);
        assertEquals(sources.subList(5, 9), List.copyOf(report.failures().keySet()));
        report.failures().forEach((source, failure) -> {
            FileAlreadyExistsException there = assertInstanceOf(FileAlreadyExistsException.class, failure);
            assertEquals("another file is there, which is not " + source + " recompressed", there.getReason());
        });
        report.results()
                .forEach((source, result) ->
                        assertEquals(source.equals(sources.get(2)), result.written(), source::toString));
        for (int i = 0; i < others.size(); i++) {
            Path source = sources.get(5 + i);
            assertFalse(others.get(i)
                    .recompressAll(Map.of(source, targets.get(source)))
                    .results()
                    .get(source)
                    .written());
        }
    }

    // Would catch: all files of a directory that are written again for a word in each.
    @Test
    void inPlaceAFileOfWhichNothingElseChangesStaysAsItIs() throws IOException {
        Path file = Files.copy(SNAPPY, path("file"));
        Recompressor snappy =
                Recompressor.of(RecompressPlan.to(CompressionCodecName.SNAPPY)).withKeyValue("team", "payments");
        assertFalse(snappy.replace(file).written());
        assertEquals(-1, Files.mismatch(SNAPPY, file));
        assertTrue(PAYMENTS.replace(file).written());
        assertEquals("payments", keyValues(file).get("team"));
        assertFalse(PAYMENTS.withKeyValue("team", "others").replace(file).written());
        assertEquals("payments", keyValues(file).get("team"));
    }

    // Would catch: a footer that readers take for half a file, because entries have made it longer than its length
    // says.
    @Test
    void aFooterMayGrowByMoreThanItHad() throws IOException {
        Recompressor recompressor = ZSTD;
        Map<String, String> all = new HashMap<>(keyValues(SNAPPY));
        for (int i = 0; i < 300; i++) {
            recompressor = recompressor.withKeyValue("key " + i, "x".repeat(i));
            all.put("key " + i, "x".repeat(i));
        }
        recompressor.recompress(SNAPPY, path("target"));
        assertEquals(all, keyValues(path("target")));
        assertEquals(Values.of(SNAPPY), Values.of(path("target")));
    }

    /** Writes a file again with its entries in front of the row groups, which Thrift allows. */
    private static Path withEntriesFirst(Path file) throws IOException, TException {
        byte[] bytes = Files.readAllBytes(file);
        FileMetaData metaData = IndependentFile.of(bytes).metaData();
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        TCompactProtocol protocol = new TCompactProtocol(new TIOStreamTransport(footer));
        protocol.writeStructBegin(new TStruct("FileMetaData"));
        protocol.writeFieldBegin(new TField("version", I32, (short) 1));
        protocol.writeI32(metaData.getVersion());
        writeList(protocol, 2, metaData.getSchema());
        protocol.writeFieldBegin(new TField("num_rows", I64, (short) 3));
        protocol.writeI64(metaData.getNum_rows());
        writeList(protocol, 5, metaData.getKey_value_metadata());
        writeList(protocol, 4, metaData.getRow_groups());
        protocol.writeFieldStop();
        ByteBuffer all = ByteBuffer.allocate(bytes.length + footer.size()).order(ByteOrder.LITTLE_ENDIAN);
        int before = bytes.length
                - 8
                - ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        all.put(bytes, 0, before)
                .put(footer.toByteArray())
                .putInt(footer.size())
                .put(bytes, bytes.length - 4, 4);
        return Files.write(file, Arrays.copyOf(all.array(), all.position()));
    }

    private static void writeList(TCompactProtocol protocol, int id, List<? extends TBase<?, ?>> list)
            throws TException {
        protocol.writeFieldBegin(new TField("list", LIST, (short) id));
        protocol.writeListBegin(new TList(STRUCT, list.size()));
        for (TBase<?, ?> element : list) {
            element.write(protocol);
        }
    }

    // Would catch: places of row groups that are those before an entry was put in front of them.
    @Test
    void rowGroupsThatStandBehindTheEntriesMoveWithThem() throws Exception {
        Path source = withEntriesFirst(HandMadeFile.plain()
                .footer(metaData -> metaData.addToKey_value_metadata(new KeyValue("a").setValue("1")))
                .write(path("source")));
        PAYMENTS.recompress(source, path("target"));
        assertEquals(Map.of("a", "1", "team", "payments"), keyValues(path("target")));
        assertEquals(Values.of(source), Values.of(path("target")));
        IndependentFile expected = IndependentFile.read(source);
        expected.metaData().addToKey_value_metadata(new KeyValue("team").setValue("payments"));
        expected.assertRecompressedTo(IndependentFile.read(path("target")), column -> CompressionCodec.ZSTD);
    }

    private String refusal(Recompressor recompressor, Path source) {
        return assertThrows(RefusedFileException.class, () -> recompressor.recompress(source, path("target")))
                .getMessage();
    }

    // Would catch: an offset in a message that is off by the length of an entry, which stands before the damage.
    @Test
    void whatIsWrongWithAFooterStandsWhereTheFileHasIt() throws IOException {
        Path unknown = HandMadeFile.plain().unknownFieldIn("FileMetaData", 40).write(path("unknown"));
        assertTrue(
                refusal(ZSTD, unknown).contains("has the unknown field 40 at offset "), () -> refusal(ZSTD, unknown));
        assertEquals(refusal(ZSTD, unknown), refusal(PAYMENTS, unknown));
        byte[] bytes = Files.readAllBytes(HandMadeFile.plain().write(path("trailing")));
        byte[] longer = new byte[bytes.length + 1];
        System.arraycopy(bytes, 0, longer, 0, bytes.length - 8);
        System.arraycopy(bytes, bytes.length - 8, longer, bytes.length - 7, 8);
        longer[longer.length - 8]++; // the footer has one byte more, and says so
        Path trailing = Files.write(path("trailing"), longer);
        assertTrue(refusal(ZSTD, trailing).contains("its footer takes "), () -> refusal(ZSTD, trailing));
        assertEquals(refusal(ZSTD, trailing), refusal(PAYMENTS, trailing));
    }

    // Would catch: a refusal of a file of a table that an entry of the same key could lift, or cause.
    @Test
    void aFileOfATableIsRefusedStill() throws IOException {
        Path table = HandMadeFile.plain()
                .footer(metaData -> metaData.addToKey_value_metadata(new KeyValue("iceberg.schema").setValue("{}")))
                .write(path("table"));
        assertTrue(refusal(PAYMENTS, table).contains("its footer has the key iceberg.schema"));
    }

    @Test
    void keysThatReadersInterpretAreRefused() {
        IllegalArgumentException reserved =
                assertThrows(IllegalArgumentException.class, () -> ZSTD.withKeyValue("iceberg.schema", "{}"));
        assertTrue(reserved.getMessage().startsWith("the key \"iceberg.schema\" tells readers"), reserved::getMessage);
        assertThrows(IllegalArgumentException.class, () -> ZSTD.withKeyValue("", "x"));
    }

    // Would catch: a copy that changes the recompressor that it was made of.
    @Test
    void aRecompressorStaysAsItIs() throws IOException {
        PAYMENTS.withKeyValue("more", "x").withoutVerification().recompress(SNAPPY, path("with"));
        PAYMENTS.recompress(SNAPPY, path("one"));
        ZSTD.recompress(SNAPPY, path("none"));
        assertEquals("x", keyValues(path("with")).get("more"));
        assertEquals("payments", keyValues(path("with")).get("team"));
        assertFalse(keyValues(path("one")).containsKey("more"));
        assertEquals(keyValues(SNAPPY), keyValues(path("none")));
    }
}
