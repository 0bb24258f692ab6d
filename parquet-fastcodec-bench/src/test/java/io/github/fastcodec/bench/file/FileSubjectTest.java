// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.FileSubject.Format;
import io.github.fastcodec.bench.page.CodecLevel;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The compared implementations read the same rows. */
class FileSubjectTest {

    @ParameterizedTest
    @EnumSource(
            value = Implementation.class,
            names = {"FASTCODEC", "FASTCODEC_HADOOP"})
    void readsWhatParquetJavaReads(Implementation implementation) throws IOException {
        assertEquals(digest(Implementation.PARQUET_JAVA), digest(implementation));
    }

    private static long digest(Implementation reader) throws IOException {
        MemoryFile file = new MemoryFile(1 << 20);
        format(Implementation.PARQUET_JAVA).write(Table.NESTED.rows(1000), file);
        return format(reader).read(file);
    }

    private static Format format(Implementation implementation) {
        return new Format(implementation, Table.NESTED, CodecLevel.parse("ZSTD"), "V1", false);
    }
}
