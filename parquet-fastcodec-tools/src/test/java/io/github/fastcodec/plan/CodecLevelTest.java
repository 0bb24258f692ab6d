// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecLevelTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "snappy; [SNAPPY]",
                "zstd; [ZSTD 3]",
                "ZSTD:1 , gzip:6; [ZSTD 1, GZIP 6]",
                "zstd:-2..1,snappy; [ZSTD -2, ZSTD -1, ZSTD 1, SNAPPY]",
                "lz4_raw:9, lz4 ,gzip:12; [LZ4_RAW 9, LZ4 1, GZIP 12]",
                "zstd:0,gzip:-1; [ZSTD 3, GZIP 6]"
            })
    void readsAList(String text, String expected) {
        assertEquals(expected, CodecLevel.listOf(text).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "zst; \"zst\" is not a codec, expected one of uncompressed, snappy, gzip, lzo, brotli, lz4, zstd, lz4_raw",
                ",; \"\" is not a codec, expected one of uncompressed, snappy, gzip, lzo, brotli, lz4, zstd, lz4_raw",
                "zstd:x; the level \"x\" is not a whole number",
                "zstd:1..; the level \"\" is not a whole number",
                "zstd:1..23; ZSTD has the levels -131072 to 22, got level 23",
                "zstd:9..3; the levels 9..3 of ZSTD are in the wrong order, expected the lower one first",
                "lz4_raw:13; LZ4_RAW has the levels 1 to 12, got level 13",
                "snappy:1; SNAPPY has no compression levels, got level 1"
            })
    void saysWhyTextIsNotAList(String text, String expected) {
        assertEquals(
                expected,
                assertThrows(IllegalArgumentException.class, () -> CodecLevel.listOf(text))
                        .getMessage());
    }

    @Test
    void writesCodecsAsPeopleWriteThem() {
        assertEquals("ZSTD 9", CodecLevel.listOf("zstd:9").get(0).toString());
    }
}
