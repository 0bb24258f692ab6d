// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is compared reads the same rows; what does not is not compared. */
class CpuReadBenchmarkTest {

    @ParameterizedTest
    @ValueSource(strings = {"fastcodec", "fastcodec-hadoop"})
    void readsWhatParquetJavaReads(String impl) throws IOException {
        assertEquals(digest("parquet-java"), digest(impl));
    }

    /** The plan leaves it out for as long as this holds (parquet-java issue 3150). */
    @Test
    void theDirectFactoryOfParquetJavaCannotReadAFile() {
        assertThrows(ParquetDecodingException.class, () -> digest("parquet-java-direct"));
    }

    private static long digest(String impl) throws IOException {
        CpuReadBenchmark benchmark = new CpuReadBenchmark();
        benchmark.impl = "parquet-java";
        benchmark.codec = CompressionCodecName.ZSTD;
        benchmark.version = "V1";
        benchmark.dictionary = false;
        benchmark.table = Table.NESTED;
        benchmark.rows = 1000;
        benchmark.setUp();
        benchmark.impl = impl;
        return benchmark.read();
    }
}
