// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries are put into footers, and nothing else of a footer changes. */
class KeyValuesTest {

    private static final long SEED = 20_261_123;

    private static KeyValues keyValues(Map<String, String> entries) {
        KeyValues keyValues = KeyValues.NONE;
        for (Map.Entry<String, String> entry : entries.entrySet()) {
            keyValues = keyValues.with(entry.getKey(), entry.getValue());
        }
        return keyValues;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    // Would catch: a field that gets another number, a byte of an unknown field that is lost, a list that is there
    // twice.
    // The entry is k = v: 18 01 6b 18 01 76 00.
    @ParameterizedTest
    @CsvSource({
        // no list
        "00,                                    59 1c 18016b18017600 00",
        "15 02 00,                              15 02 49 1c 18016b18017600 00",
        "15 02 34 04 00,                        15 02 34 04 19 1c 18016b18017600 00",
        // the field behind counts from the one before: 6 from 4, 16 from 1, 6 from nothing
        "45 02 28 01 61 00,                     45 02 19 1c 18016b18017600 18 01 61 00",
        "15 02 f5 04 00,                        15 02 49 1c 18016b18017600 b5 04 00",
        "61 00,                                 59 1c 18016b18017600 11 00",
        "62 00,                                 59 1c 18016b18017600 12 00",
        // the field behind has its own number: 6, 40, 20000, true at 40
        "45 02 08 0c 01 61 00,                  45 02 19 1c 18016b18017600 08 0c 01 61 00",
        "45 02 05 50 02 00,                     45 02 19 1c 18016b18017600 05 50 02 00",
        "45 02 05 c0b802 02 15 04 00,           45 02 19 1c 18016b18017600 05 c0b802 02 15 04 00",
        "45 02 01 50 00,                        45 02 19 1c 18016b18017600 01 50 00",
        // behind the field of number -26, which is too far for a step
        "05 33 02 00,                           05 33 02 09 0a 1c 18016b18017600 00",
        "05 33 02 05 0c 02 00,                  05 33 02 09 0a 1c 18016b18017600 05 0c 02 00",
        // fields out of order: 6, 4; 6, 4, 7
        "65 02 05 08 04 00,                     59 1c 18016b18017600 15 02 05 08 04 00",
        "65 02 05 08 04 35 06 00,               59 1c 18016b18017600 15 02 05 08 04 35 06 00",
        // the list behind field 6
        "65 02 09 0a 1c 18016118016200 00,      65 02 09 0a 2c 18016118016200 18016b18017600 00",
        // a list of nothing, of one, and of one whose header could be shorter
        "59 00 00,                              59 1c 18016b18017600 00",
        "59 0c 18 01 61 00,                     59 1c 18016b18017600 18 01 61 00",
        "59 1c 18016118016200 18 01 61 00,      59 2c 18016118016200 18016b18017600 18 01 61 00",
        "59 fc01 18016118016200 00,             59 2c 18016118016200 18016b18017600 00",
        // the entry is there: with another value, a longer one, twice, without a value
        "59 1c 18016b180162 00 00,              59 1c 18016b180176 00 00",
        "59 fc01 18016b1803616263 00 15 02 00,  59 fc01 18016b180176 00 15 02 00",
        "59 3c 18016b180162 00 18016118016200 18016b180163 00 00, 59 3c 18016b180176 00 18016118016200 18016b180176 00 00",
        "59 1c 18016b 00 00,                    59 1c 18016b180176 00 00",
        // an entry of fields that nobody knows: 3 behind the key, 3 behind the value, 40 behind the key, 2 before 1
        "59 1c 18016b 25 02 00 00,              59 1c 18016b180176 15 02 00 00",
        "59 1c 18016b180162 15 02 00 00,        59 1c 18016b180176 15 02 00 00",
        "59 1c 18016b 05 50 02 00 00,           59 1c 18016b180176 05 50 02 00 00",
        "59 1c 280162 0802016b 00 00,           59 1c 280176 0802016b 00 00",
        // an entry without a key
        "59 1c 280162 00 00,                    59 2c 280162 00 18016b18017600 00",
        // bytes behind the structure, of which others judge
        "00 ff,                                 59 1c 18016b18017600 00 ff"
    })
    void allElseKeepsItsBytes(String before, String after) throws FileDefect {
        byte[] footer = bytes(before);
        byte[] changed = KeyValues.NONE.with("k", "v").into(footer, 0);
        assertEquals(HexFormat.of().formatHex(bytes(after)), HexFormat.of().formatHex(changed));
        assertArrayEquals(bytes(before), footer, "it is not changed itself");
    }

    private static FileMetaData metaData(int entries) {
        SchemaElement root = new SchemaElement("root").setNum_children(0);
        FileMetaData metaData = new FileMetaData(1, List.of(root), 0, List.of());
        metaData.setCreated_by("by hand");
        for (int i = 0; i < entries; i++) {
            metaData.addToKey_value_metadata(new KeyValue("key " + i).setValue("value " + i));
        }
        return metaData;
    }

    private static byte[] written(FileMetaData metaData) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writeFileMetaData(metaData, out);
        return out.toByteArray();
    }

    private static FileMetaData read(byte[] footer) throws IOException {
        return Util.readFileMetaData(new ByteArrayInputStream(footer));
    }

    // Would catch: a header that is too short for its number of entries. From 15 on the number has bytes of its own,
    // from 128 two.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 12, 13, 14, 15, 16, 126, 127, 128, 20_000})
    void aListOfAnyLengthIsWhatParquetsOwnClassesWouldWrite(int entries) throws IOException {
        FileMetaData expected = metaData(entries);
        byte[] footer = written(expected);
        Map<String, String> more = new LinkedHashMap<>();
        for (String key : List.of("team", "ticket", "a")) {
            more.put(key, "of " + key);
            expected.addToKey_value_metadata(new KeyValue(key).setValue("of " + key));
            assertArrayEquals(written(expected), keyValues(more).into(footer, 0), more::toString);
        }
    }

    @Test
    void aFooterWithoutAListGetsOneWhereParquetsOwnClassesWouldWriteIt() throws IOException {
        for (FileMetaData expected : List.of(metaData(0), metaData(0).setCreated_by(null))) {
            byte[] footer = written(expected);
            expected.addToKey_value_metadata(new KeyValue("team").setValue("payments"));
            assertArrayEquals(
                    written(expected), keyValues(Map.of("team", "payments")).into(footer, 0));
        }
    }

    private static String text(Random random, int least) {
        StringBuilder text = new StringBuilder();
        for (int left = least + random.nextInt(1 << random.nextInt(9)); left > 0; left--) {
            int point = random.nextInt(1 << 7 + random.nextInt(14));
            boolean isCharacter = point <= Character.MAX_CODE_POINT
                    && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
            text.appendCodePoint(isCharacter ? point : 'x');
        }
        return text.toString();
    }

    // Would catch: a length in characters instead of bytes, a key that is found in the wrong entry.
    @Test
    void textsOfAnyCharactersAreReadBackByParquetsOwnClasses() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 2_000; round++) {
            FileMetaData expected = metaData(random.nextInt(20));
            List<String> keys = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                keys.add("x" + text(random, 0));
                KeyValue entry = new KeyValue(keys.get(keys.size() - 1));
                expected.addToKey_value_metadata(random.nextBoolean() ? entry : entry.setValue(text(random, 0)));
            }
            byte[] footer = written(expected);
            Map<String, String> entries = new LinkedHashMap<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                boolean isThere = random.nextBoolean() && !keys.isEmpty();
                entries.put(isThere ? keys.get(0) : "y" + text(random, 0), text(random, 0));
            }
            entries.forEach((key, value) -> set(expected, key, value));
            byte[] changed = keyValues(entries).into(footer, 0);
            assertEquals(expected, read(changed), () -> "seed " + SEED + ", " + entries);
            assertArrayEquals(changed, keyValues(entries).into(changed, 0), "a second time changes nothing");
        }
    }

    private static void set(FileMetaData metaData, String key, String value) {
        boolean isThere = false;
        if (metaData.isSetKey_value_metadata()) {
            for (KeyValue entry : metaData.getKey_value_metadata()) {
                if (entry.getKey().equals(key)) {
                    entry.setValue(value);
                    isThere = true;
                }
            }
        }
        if (!isThere) {
            metaData.addToKey_value_metadata(new KeyValue(key).setValue(value));
        }
    }

    @Test
    void withoutEntriesAFooterIsTheSameArray() throws FileDefect {
        byte[] footer = {0};
        assertSame(footer, KeyValues.NONE.into(footer, 0));
    }

    @Test
    void aKeyThatIsGivenTwiceHasItsLastValueAndItsFirstPlace() throws IOException {
        KeyValues keyValues = KeyValues.NONE.with("a", "1").with("b", "2").with("a", "3");
        List<KeyValue> entries = read(keyValues.into(written(metaData(0)), 0)).getKey_value_metadata();
        assertEquals(List.of(new KeyValue("a").setValue("3"), new KeyValue("b").setValue("2")), entries);
    }

    // Would catch: a task of a cluster that gets no entries.
    @Test
    void entriesTravelBetweenJvms() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(KeyValues.NONE.with("k", "v"));
        }
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            assertArrayEquals(
                    bytes("59 1c 18016b18017600 00"), ((KeyValues) objects.readObject()).into(bytes("00"), 0));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "59 1c 18016b 15 02 00 00 | KeyValue field 2 at offset 1005 is malformed: expected binary, got i32",
                "59 1c 15 02 00 00 | KeyValue field 1 at offset 1002 is malformed: expected binary, got i32",
                "59 15 02 00 | FileMetaData field 5 at offset 1000 is malformed: expected a list of struct, got a list of i32",
                "58 00 00 | FileMetaData field 5 at offset 1000 is malformed: expected list, got binary",
                "59 1c 18016b | KeyValue is truncated at offset 1005: expected 1 more bytes, got none"
            })
    void aFooterThatIsDamagedIsRefused(String footer, String message) {
        FileDefect defect = assertThrows(
                FileDefect.class, () -> KeyValues.NONE.with("k", "v").into(bytes(footer), 1000));
        assertEquals(message, defect.getMessage());
    }

    // Would catch: an index out of bounds, and a footer that is less whole than it was.
    @Test
    void aFooterWithAWrongBitIsRefusedOrStaysAStructure() throws FileDefect {
        byte[] good = bytes(
                "15 02 28 01 61 4c 15 02 00 19 3c 18016b180162 00 18016b 25 02 00 18016a180163 00 18 01 62 05 50 02 00");
        KeyValues keyValues = KeyValues.NONE.with("k", "v").with("new", "entry");
        int refused = 0;
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            byte[] changed;
            try {
                changed = keyValues.into(bad, 0);
            } catch (FileDefect e) {
                refused++;
                continue;
            }
            assertArrayEquals(changed, keyValues.into(changed, 0), "bit " + bit);
        }
        assertTrue(refused > 0 && refused < 8 * good.length, "refused: " + refused);
    }

    // Would catch: a schema of Arrow, Avro or Iceberg that is not that of the file, a calendar that is not that of its
    // dates.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARROW:schema",
                "PANDAS_ATTRS",
                "huggingface",
                "r",
                "avro.schema",
                "geo",
                "hoodie.avro.schema",
                "hoodie_min_record_key",
                "iceberg.schema",
                "org.apache.hudi.bloomfilter",
                "org.apache.spark.legacyDateTime",
                "org.apache.spark.sql.parquet.row.metadata",
                "org.apache.spark.version",
                "pandas",
                "parquet.avro.schema",
                "parquet.proto.descriptor",
                "thrift.descriptor",
                "writer.date.proleptic",
                "writer.model.name",
                "writer.time.zone"
            })
    void keysThatReadersInterpretAreRefused(String key) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> KeyValues.NONE.with(key, "{}"));
        assertEquals(
                "the key \"" + key
                        + "\" tells readers or table formats how to read a file, and another value might change"
                        + " what they read: choose another key",
                e.getMessage());
        KeyValues.NONE.with("my." + key, "{}");
    }

    // Would catch: a key that is refused, and of which no user reads before.
    @Test
    void theDocumentationListsTheKeysThatAreRefused() throws IOException {
        String doc = Files.readString(Path.of("../docs/recompress.md"));
        int start = doc.indexOf("- Refused are keys");
        Set<String> listed = Pattern.compile("`([^`]+)`")
                .matcher(doc.substring(start, doc.indexOf("\n- ", start)))
                .results()
                .map(span -> span.group(1))
                .collect(Collectors.toSet());
        Set<String> refused = new HashSet<>(KeyValues.MEANT);
        refused.addAll(KeyValues.MEANT_PREFIXES);
        assertEquals(refused, listed);
    }

    @Test
    void textsThatUtf8CannotHoldAreRefused() {
        assertEquals(
                "the key is empty, expected at least one character",
                assertThrows(IllegalArgumentException.class, () -> KeyValues.NONE.with("", "v"))
                        .getMessage());
        for (String half : List.of("\ud83d", "a\udc00b")) {
            IllegalArgumentException value =
                    assertThrows(IllegalArgumentException.class, () -> KeyValues.NONE.with("k", half));
            assertEquals("the entry \"k\" has half of a surrogate pair, which UTF-8 cannot hold", value.getMessage());
            IllegalArgumentException key =
                    assertThrows(IllegalArgumentException.class, () -> KeyValues.NONE.with(half, "v"));
            assertTrue(
                    key.getMessage().endsWith(" has half of a surrogate pair, which UTF-8 cannot hold"),
                    key::getMessage);
        }
        assertThrows(NullPointerException.class, () -> KeyValues.NONE.with(null, "v"));
        assertThrows(NullPointerException.class, () -> KeyValues.NONE.with("k", null));
    }
}
