// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.FileSubject.Format;
import io.github.fastcodec.bench.page.CodecParam;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The compared implementations read the same rows. */
class FileSubjectTest {

    @ParameterizedTest
    @EnumSource(
            value = Implementation.class,
            names = {"FASTCODEC", "FASTCODEC_HADOOP"})
    void readsTheSameRowsAsParquetJava(Implementation implementation) throws IOException {
        assertEquals(digest(Implementation.PARQUET_JAVA), digest(implementation));
    }

    @Test
    void writesNoDictionaryInColumnsThatAdviseNames() throws IOException {
        List<Object[]> rows = Table.LOG.rows(30_000);
        Format advised = format(Implementation.FASTCODEC, Table.LOG, true).advised(rows);
        assertEquals(Set.of("time", "request", "session", "seconds", "message"), advised.plainColumns());
        MemoryFile file = new MemoryFile(1 << 20);
        advised.write(rows, file);
        try (ParquetFileReader reader = ParquetFileReader.open(file)) {
            for (ColumnChunkMetaData column :
                    reader.getFooter().getBlocks().get(0).getColumns()) {
                assertEquals(
                        !advised.plainColumns().contains(column.getPath().toDotString()),
                        column.hasDictionaryPage(),
                        column::toString);
            }
        }
    }

    private static long digest(Implementation reader) throws IOException {
        MemoryFile file = new MemoryFile(1 << 20);
        format(Implementation.PARQUET_JAVA, Table.NESTED, false).write(Table.NESTED.rows(1000), file);
        return format(reader, Table.NESTED, false).read(file);
    }

    private static Format format(Implementation implementation, Table table, boolean dictionary) {
        return new Format(implementation, table, CodecParam.parse("ZSTD"), "V1", dictionary, Set.of());
    }
}
