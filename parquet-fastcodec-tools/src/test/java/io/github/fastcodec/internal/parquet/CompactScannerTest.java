// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans untrusted bytes of the compact protocol, and replaces numbers in them. */
class CompactScannerTest {

    private static final long SEED = 20_261_116;

    private static CompactScanner scanner(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return new CompactScanner(bytes, 0, bytes.length, 1000);
    }

    /** Skips a whole structure, and returns the index at which it ends. */
    private static int skip(String hex) throws FileDefect {
        CompactScanner scanner = scanner(hex);
        for (CompactScanner.Struct struct = scanner.struct("Any"); struct.next(); ) {
            struct.skip();
        }
        return scanner.position();
    }

    // Would catch: a type that is skipped too far or not far enough. The byte after each structure is ff.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "00 ff",
                "11 12 00 ff", // true, false
                "13 80 00 ff", // i8
                "14 fe01 15 feffffff0f 16 00 00 ff", // i16, i32, i64
                "16 ffffffffffffffffff01 00 ff", // i64
                "17 0102030405060708 00 ff", // double
                "18 03 616263 18 00 00 ff", // binary
                "19 25 02 04 00 ff", // list of two i32
                "19 f5 0f 000000000000000000000000000000 00 ff", // list of fifteen
                "19 31 01 02 01 00 ff", // list of booleans
                "1a 18 01 61 00 ff", // set
                "1b 00 00 ff", // empty map
                "1b 01 85 01 61 02 00 ff", // map of binary to i32
                "1c 15 02 00 00 ff", // struct
                "19 2c 00 15 02 00 00 ff", // list of structs
                "05 50 02 00 ff", // field 40
                "05 01 02 00 ff" // field -1
            })
    void skipsEachTypeToItsEnd(String hex) throws FileDefect {
        assertEquals(hex.replace(" ", "").length() / 2 - 1, skip(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "15 00 00, 0, 1",
        "15 01 00, -1, 1",
        "15 feffffff0f 00, 2147483647, 5",
        "15 ffffffff0f 00, -2147483648, 5",
        "15 8200 00, 1, 2",
        "16 ffffffffffffffffff01 00, -9223372036854775808, 10",
        "16 feffffffffffffffff01 00, 9223372036854775807, 10",
    })
    void readsNumbersToTheirEnd(String hex, long value, int length) throws FileDefect {
        CompactScanner scanner = scanner(hex);
        CompactScanner.Struct struct = scanner.struct("Any");
        struct.next();
        assertEquals(1, struct.valueStart());
        assertEquals(value, struct.is(CompactScanner.I64) ? struct.i64() : struct.i32());
        assertEquals(1 + length, scanner.position());
    }

    // Would catch: a number that is cut to 32 or 64 bits, a length that is trusted, a read outside the range.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "15 ffffffff1f 00 | Any field 1 at offset 1001 is malformed: expected a number of 32 bits, got a longer one",
                "16 ffffffffffffffffff02 00 | Any field 1 at offset 1001 is malformed: expected a number of 64 bits, got a"
                        + " longer one",
                "16 ffffffffffffffffffff01 00 | Any field 1 at offset 1001 is malformed: expected a number of 64 bits, got a"
                        + " longer one",
                "05 ffff7f 00 | Any at offset 1001 is malformed: expected a number of 16 bits, got a longer one",
                "1e 00 | Any field 1 at offset 1001 is malformed: expected a type from 1 to 12, got 14",
                "1d 000102030405060708090a0b0c0d0e0f 00 | Any field 1 at offset 1001 is malformed: expected a type from 1 to 12,"
                        + " got 13", // a UUID
                "19 10 00 | Any field 1 at offset 1002 is malformed: expected a type from 1 to 12, got 0",
                "19 0d 00 | Any field 1 at offset 1002 is malformed: expected a list of a type up to 12, got a list of uuid",
                "19 0e 00 | Any field 1 at offset 1002 is malformed: expected a list of a type up to 12, got a list of type 14",
                "15 02 05 02 02 00 | Any at offset 1002 is malformed: expected each field once, got field 1 twice",
                "10 00 | Any at offset 1000 is malformed: expected a field or the byte 0, got the byte 16",
                "15 | Any field 1 is truncated at offset 1001: expected 1 more bytes, got none",
                "15 02 | Any is truncated at offset 1002: expected 1 more bytes, got none",
                "17 0102 | Any field 1 is truncated at offset 1003: expected 6 more bytes, got none",
                "18 05 61 | Any field 1 is truncated at offset 1003: expected 4 more bytes, got none",
                "18 ffffffff0f 61 | Any field 1 is truncated at offset 1007: expected 4294967294 more bytes, got none",
                "19 fc ffffffff0f 00 | Any field 1 is truncated at offset 1008: expected 4294967294 more bytes, got none",
                "1b ffffffff0f 55 00 | Any field 1 is truncated at offset 1008: expected 8589934588 more bytes, got none",
            })
    void rejectsAMalformedStructureWithItsOffset(String hex, String message) {
        FileDefect defect = assertThrows(FileDefect.class, () -> skip(hex));
        assertEquals(message, defect.getMessage());
    }

    @Test
    void limitsNestedStructures() {
        FileDefect structs = assertThrows(FileDefect.class, () -> skip("1c".repeat(100_000)));
        assertTrue(structs.getMessage().contains("expected at most 64 nested structures, got more"));
        assertThrows(FileDefect.class, () -> skip("19" + "19".repeat(100_000)));
        assertThrows(FileDefect.class, () -> skip("1b" + "01bb".repeat(100_000)));
    }

    @Test
    void rejectsAFieldOfAnotherType() {
        FileDefect defect = assertThrows(FileDefect.class, () -> {
            CompactScanner.Struct struct = scanner("15 02 00").struct("Any");
            struct.next();
            struct.i64();
        });
        assertEquals("Any field 1 at offset 1000 is malformed: expected i64, got i32", defect.getMessage());
    }

    // Would catch: a lost byte, a number at the boundary of two lengths, a wrong sign.
    @Test
    void changesOnlyReplacedNumbersOfAHeader() throws IOException {
        Random random = new Random(SEED);
        int[] borders = {0, 1, 63, 64, 8191, 8192, 1 << 20, (1 << 20) - 1, 1 << 27, Integer.MAX_VALUE};
        for (int size : borders) {
            for (int newSize : borders) {
                for (int crc : List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, random.nextInt())) {
                    org.apache.parquet.format.PageHeader header =
                            header(size, true).setCrc(random.nextInt());
                    byte[] bytes = bytes(header);
                    PageHeader read = PageHeader.read(bytes, 0, bytes.length, 0);
                    byte[] changed = read.withPage(newSize, crc & 0xffffffffL, false);
                    org.apache.parquet.format.PageHeader expected =
                            header(newSize, false).setCrc(crc);
                    assertArrayEquals(bytes(expected), changed);
                    assertEquals(
                            expected, Util.readPageHeader(new ByteArrayInputStream(changed)), () -> "seed " + SEED);
                    assertArrayEquals(
                            read.unchanging(),
                            PageHeader.read(changed, 0, changed.length, 0).unchanging());
                }
            }
        }
    }

    private static org.apache.parquet.format.PageHeader header(int size, boolean compressed) {
        DataPageHeaderV2 v2 = new DataPageHeaderV2(7, 1, 6, Encoding.PLAIN, 0, 0);
        v2.setIs_compressed(compressed);
        v2.setStatistics(
                new Statistics().setNull_count(1).setMin_value(new byte[] {1}).setIs_min_value_exact(true));
        return new org.apache.parquet.format.PageHeader(PageType.DATA_PAGE_V2, 1 << 20, size)
                .setData_page_header_v2(v2);
    }

    private static byte[] bytes(org.apache.parquet.format.PageHeader header) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Util.writePageHeader(header, out);
        return out.toByteArray();
    }

    // Would catch: an equal number that is written in fewer bytes than its writer used.
    @Test
    void unchangedNumberKeepsItsBytes() throws FileDefect {
        CompactScanner scanner = scanner("15 8200 15 8400 00");
        CompactScanner.Struct struct = scanner.struct("Any");
        Fields.Numbers numbers = new Fields.Numbers(Fields.PAGE_HEADER);
        while (struct.next()) {
            assertTrue(numbers.read(struct));
        }
        Splicer splicer = new Splicer(HexFormat.of().parseHex("158200158400" + "00"), 0, 7);
        numbers.replace(splicer, 2, 3);
        numbers.replace(splicer, 1, 1);
        assertEquals("158200" + "1506" + "00", HexFormat.of().formatHex(splicer.spliced()));
    }

    // Would catch: an exception that is not ours, a read beyond the range, an endless loop.
    @Test
    void randomBytesGiveADefectOrAHeader() throws IOException {
        Random random = new Random(SEED);
        byte[] good = bytes(header(1000, true).setCrc(5));
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = good.clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            try {
                PageHeader header = PageHeader.read(bytes, 0, bytes.length, 0);
                assertTrue(header.length() <= bytes.length);
                assertArrayEquals(
                        Arrays.copyOf(bytes, header.length()),
                        header.withPage(header.compressedSize(), header.checksum(), header.isCompressed()));
            } catch (FileDefect e) {
                assertTrue(e.getMessage().contains("offset"), e::getMessage);
            }
        }
    }
}
