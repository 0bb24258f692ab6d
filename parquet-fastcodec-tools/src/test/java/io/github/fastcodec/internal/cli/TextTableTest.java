// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

/** Tests the output for people: tables and numbers of bytes. */
class TextTableTest {

    @Test
    void alignsTextLeftAndNumbersRight() {
        String table = new TextTable()
                .text("file")
                .number("bytes")
                .row("a", "12 B")
                .row("long name", 7)
                .render();
        assertEquals("file       bytes\na           12 B\nlong name      7\n", table.replace("\r", ""));
    }

    // Would catch: a path that breaks the lines of a terminal.
    @Test
    void shortensTheWidestText() {
        String table = new TextTable()
                .text("file")
                .text("why")
                .number("bytes")
                .row("/start/" + "x".repeat(300) + "/end.parquet", "y".repeat(20), "12 B")
                .render();
        table.lines().forEach(line -> assertTrue(line.length() <= Console.WIDTH, line));
        assertTrue(table.contains("/start/xxx") && table.contains("end.parquet"), table);
        assertTrue(table.contains("y".repeat(20)), table);
    }

    // Would catch: a cell with a line break, or with an escape sequence of the terminal.
    @Test
    void namesStayWithinTheirCells() {
        String table = new TextTable().text("file").row("a\nb\u001b[2J\u202e").render();
        assertEquals("file\na\\nb\\u001b[2J\\u202e\n", table.replace("\r", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "999,999 B",
        "1000,1.0 kB",
        "99949,99.9 kB",
        "99950,100 kB",
        "999499,999 kB",
        "999500,1.0 MB",
        "61400000,61.4 MB",
        "5000000000,5.0 GB",
        "9223372036854775807,9.2 EB"
    })
    void formatsBytesInDecimalUnits(long bytes, String text) {
        assertEquals(text, ByteSize.format(bytes));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "64k,65536", "64 MB,67108864", "512m,536870912", "2GiB,2147483648", "1t,1099511627776"})
    void readsSizesInPowersOf1024(String text, long bytes) {
        assertEquals(bytes, new ByteSize().convert(text));
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1.5g", "12x", "''", "9999999999t"})
    void namesTextThatIsNotASize(String text) {
        TypeConversionException e = assertThrows(TypeConversionException.class, () -> new ByteSize().convert(text));
        assertEquals(
                "\"" + text + "\" is not a size above 0, expected a number with k, m, g or t, such as 512m",
                e.getMessage());
    }
}
