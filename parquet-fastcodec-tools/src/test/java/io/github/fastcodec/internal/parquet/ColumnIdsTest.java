// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnIdsTest {

    @TempDir
    Path directory;

    private SortedMap<String, Integer> columnIds(String schema) throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(schema);
        Path file = directory.resolve("file.parquet");
        ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(type)
                .build()
                .close();
        Storages storages = new Storages(getClass().getClassLoader());
        try (FileInput input = storages.of("/").open(file.toString())) {
            return ParquetFile.open(input, Long.MAX_VALUE).footer().columnIds();
        }
    }

    // Would catch: the id of a group taken for that of its column, or the id of a neighbouring column.
    @Test
    void columnsHaveTheIdsOfTheirLeaves() throws IOException {
        assertEquals(
                Map.of("id", 1, "list.list.element", 3, "pair.right", 6, "map.key_value.key", 8, "last", 0),
                columnIds("message m {"
                        + " optional int64 id = 1;"
                        + " optional group list (LIST) = 2 { repeated group list { optional int32 element = 3; } }"
                        + " optional group pair = 4 { optional int32 left; optional binary right = 6; }"
                        + " optional group map (MAP) = 7 { repeated group key_value {"
                        + " required binary key = 8; optional double value; } }"
                        + " optional double last = 0;"
                        + " }"));
    }

    @Test
    void schemaWithoutIdsHasNone() throws IOException {
        assertEquals(Map.of(), columnIds("message m { optional int64 id; optional group g { optional int32 x; } }"));
    }
}
