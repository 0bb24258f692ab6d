// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.LocalInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
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

    /** Writes a column with one value per page, and returns its sample. */
    private ColumnSample column(int pages, IntFunction<String> values) throws IOException {
        Path file = Files.createTempDirectory(directory, "column").resolve("column.parquet");
        MessageType schema = MessageTypeParser.parseMessageType("message m { required binary text; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withDictionaryEncoding(false)
                .withMinRowCountForPageSizeCheck(1)
                .withPageRowCountLimit(1)
                .build()) {
            for (int i = 0; i < pages; i++) {
                Group row = new SimpleGroup(schema);
                row.append("text", values.apply(i));
                writer.write(row);
            }
        }
        try (FileInput input = LocalInput.open(file)) {
            PageLayout layout = ParquetFile.open(input, 64 << 20).walk().pages().get(0);
            assertEquals(pages, layout.count());
            ColumnSample column = new ColumnSample("text", layout.chunk().codec());
            column.add(new ColumnSample.Chunk(file.toString(), layout));
            return column;
        }
    }

    // Would catch: a slice of all pages of a chunk of tiny pages, each of which takes kilobytes while it is
    // measured.
    @Test
    void limitsTheNumberOfTinyPagesInASlice() throws IOException {
        List<Slice> slices = Sampler.sample(List.of(column(PAGES, String::valueOf)), 64 << 20, 1);
        assertEquals(
                PAGES, slices.stream().mapToInt(slice -> slice.pages().size()).sum());
        assertTrue(slices.stream().allMatch(slice -> slice.pages().size() <= 1 << 10), slices::toString);
    }

    // Would catch: short pages, such as those of dictionary ids, that no sample has because long ones fill it.
    @Test
    void drawsEachKindOfPageTwiceAndWeighsIt() throws IOException {
        ColumnSample column = column(500, page -> "x".repeat(page % 100 < 3 ? 100 : 10_000 + page));
        for (int seed = 0; seed < 20; seed++) {
            Map<Boolean, Integer> hits = new HashMap<>();
            Map<Boolean, Double> pages = new HashMap<>();
            for (Slice slice : Sampler.sample(List.of(column), 20_000, seed)) {
                for (Slice.Page page : slice.pages()) {
                    boolean isShort = slice.chunk().pages().uncompressedSize(page.index()) < 1_000;
                    hits.merge(isShort, page.hits(), Integer::sum);
                    pages.merge(isShort, page.weight(), Double::sum);
                }
            }
            assertEquals(Map.of(true, 2, false, 2), hits, "seed " + seed);
            assertEquals(15, pages.get(true), 0.01);
            assertEquals(485, pages.get(false), 20);
        }
    }

    // Would catch: the first part of a page that represents all of it, parts that overlap or leave bytes out.
    @Test
    void drawsALargePageInParts() throws IOException {
        ColumnSample column = column(1, page -> "x".repeat(9 << 20));
        List<Slice.Page> all = pages(Sampler.sample(List.of(column), 64 << 20, 1));
        assertEquals(3, all.size());
        assertEquals(1, all.stream().mapToDouble(Slice.Page::weight).sum(), 1e-9);
        int bytes = (9 << 20) + 4;
        assertEquals(bytes, all.stream().mapToInt(page -> page.of(bytes)).sum());
        Set<Integer> parts = new HashSet<>();
        for (int seed = 0; seed < 20; seed++) {
            List<Slice.Page> some = pages(Sampler.sample(List.of(column), 1, seed));
            assertEquals(1, some.stream().mapToDouble(Slice.Page::weight).sum(), 1e-9);
            some.forEach(page -> parts.add(page.part()));
        }
        assertEquals(Set.of(0, 1, 2), parts);
    }

    private static List<Slice.Page> pages(List<Slice> slices) {
        return slices.stream().flatMap(slice -> slice.pages().stream()).toList();
    }
}
