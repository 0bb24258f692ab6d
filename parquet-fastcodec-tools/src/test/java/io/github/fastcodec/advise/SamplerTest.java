// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.LocalInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {

    private static final int PAGES = 3_000;

    @TempDir
    Path directory;

    // Would catch: a slice of all pages of a chunk of tiny ones, each of which takes kilobytes while it is measured.
    @Test
    void aSliceOfTinyPagesEndsBeforeItsMegabyte() throws IOException {
        Path file = directory.resolve("tiny.parquet");
        MessageType schema = MessageTypeParser.parseMessageType("message m { required int32 number; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withDictionaryEncoding(false)
                .withMinRowCountForPageSizeCheck(1)
                .withPageRowCountLimit(1)
                .build()) {
            for (int i = 0; i < PAGES; i++) {
                Group row = new SimpleGroup(schema);
                row.append("number", i);
                writer.write(row);
            }
        }
        try (FileInput input = LocalInput.open(file)) {
            ColumnChunk chunk = ParquetFile.read(input, 64 << 20)
                    .rowGroups()
                    .get(0)
                    .chunks()
                    .get(0);
            assertEquals(PAGES, chunk.pages().count());
            ColumnSample column = new ColumnSample("number");
            column.add(new ColumnSample.Chunk(file.toString(), chunk, chunk.pages()));
            List<Slice> slices = Sampler.sample(List.of(column), 64 << 20, 1);
            assertEquals(
                    PAGES,
                    slices.stream().mapToInt(slice -> slice.pages().size()).sum());
            assertTrue(slices.stream().allMatch(slice -> slice.pages().size() <= 1 << 10), slices::toString);
        }
    }
}
