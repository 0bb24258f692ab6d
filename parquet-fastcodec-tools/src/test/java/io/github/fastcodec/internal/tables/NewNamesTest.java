// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewNamesTest {

    private final NewNames names = new NewNames("zstd:9");
    private final NewNames others = new NewNames("zstd:10");

    // Would catch: a second run that compresses all files again, or one with another plan that skips them.
    @Test
    void nameIdentifiesThePlanOfAFile() {
        String name = names.next("part-00000-a.c000.snappy.parquet");
        assertTrue(names.isWrittenByPlan(name), name);
        assertFalse(others.isWrittenByPlan(name), name);
        assertFalse(names.isWrittenByPlan("part-00000-a.c000.snappy.parquet"));
        assertFalse(names.isWrittenByPlan(".parquet"));
    }

    // Would catch: a clean-up that deletes a file of another run, which may have been committed.
    @Test
    void namesAreUnique() {
        assertNotEquals(names.next("a.parquet"), names.next("a.parquet"));
    }

    @ParameterizedTest
    @CsvSource({
        "part-0-a.c000.snappy.parquet, part-0-a.c000",
        "00000-1-a-0-00001.parquet,    00000-1-a-0-00001",
        "a.zstd.parquet,               a",
        "a.gz.parquet,                 a",
        "a%20b.lz4_raw.parquet,        a%20b",
        "noextension,                  noextension",
        ".parquet,                     ''"
    })
    void keepsTheWritersNameWithoutItsCodec(String old, String start) {
        String name = names.next(old);
        assertTrue(name.matches("\\Q" + start + "\\E-fc[0-9a-f]{8}-[0-9a-f]{32}\\.parquet"), name);
    }

    // Would catch: names that grow with each run until a file system refuses them.
    @Test
    void replacesTheMarkOfAnEarlierRun() {
        String name = names.next("a.parquet");
        String again = others.next(name);
        assertEquals(name.length(), again.length());
        assertFalse(names.isWrittenByPlan(again));
        assertTrue(others.isWrittenByPlan(again));
    }
}
