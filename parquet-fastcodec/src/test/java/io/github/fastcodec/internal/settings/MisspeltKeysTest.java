// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MisspeltKeysTest {

    @ParameterizedTest
    @CsvSource({
        "parquet.fastcodec.engine.gzp, parquet.fastcodec.engine.gzip",
        "parquet.fast-codec.enabled, parquet.fastcodec.enabled",
        "parquet.fastcodec.max.page.size, parquet.fastcodec.max.page.bytes",
        "parquet.fastcodec.Engine.ZSTD, parquet.fastcodec.engine.zstd",
    })
    void namesAMisspeltKeyWithTheNearestOne(String misspelt, String nearest) {
        assertEquals(
                List.of(misspelt + " has no effect: there is no such key. Did you mean " + nearest + "?"),
                MisspeltKeys.of(Set.of(misspelt)));
    }

    // Would catch: a setting that the log reports as misspelt, and a warning about third-party keys.
    @Test
    void acceptsEverySettingAndKeysOfOthers() {
        assertEquals(
                List.of(),
                MisspeltKeys.of(Settings.ALL.stream().map(Setting::key).collect(Collectors.toList())));
        assertEquals(List.of(), MisspeltKeys.of(Set.of("parquet.compression.codec", "fastcodec", "parquet.")));
    }
}
