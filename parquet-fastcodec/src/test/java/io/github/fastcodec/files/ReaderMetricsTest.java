// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.support.Pages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetMetricsCallback;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** parquet-java's own reader metrics, which it measures around our decompressors. */
class ReaderMetricsTest {

    private static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message row { required binary text (STRING); }");

    @TempDir
    Path folder;

    /** Would catch: a decompressor that does its work outside the section that parquet-java measures. */
    @Test
    void callbackGetsTimeAndSizeOfEachDecompressedPage() throws Exception {
        Path file = folder.resolve("rows.parquet");
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withDictionaryEncoding(false)
                .withPageSize(4096)
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withCodecFactory(new FastCodecFactory())
                .build()) {
            for (int row = 0; row < 1000; row++) {
                writer.write(groups.newGroup().append("text", new String(Pages.text(50, row))));
            }
        }
        Figures figures = new Figures();
        PageStats before = FastCodecStats.of(CompressionCodecName.ZSTD, Direction.DECOMPRESS);
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new FastCodecFactory())
                .withMetricsCallback(figures)
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            PageReader pages =
                    reader.readNextRowGroup().getPageReader(SCHEMA.getColumns().get(0));
            for (DataPage page = pages.readPage(); page != null; page = pages.readPage()) {
                // reading decompresses each page
            }
        }
        PageStats after = FastCodecStats.of(CompressionCodecName.ZSTD, Direction.DECOMPRESS);
        assertTrue(after.getPages() - before.getPages() > 5);
        List<Number> sizes = figures.values.get("DecompressSize");
        List<Number> times = figures.values.get("DecompressTime");
        assertEquals(after.getPages() - before.getPages(), sizes.size());
        assertEquals(
                after.getBytesIn() - before.getBytesIn(), // parquet-java reports the compressed size
                sizes.stream().mapToLong(Number::longValue).sum());
        assertTrue(times.stream().mapToLong(Number::longValue).sum() >= after.getNanos() - before.getNanos());
    }

    private static final class Figures implements ParquetMetricsCallback {

        private final Map<String, List<Number>> values = new TreeMap<>();

        private void note(String name, Number value) {
            values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
        }

        @Override
        public void setValueInt(String name, int value) {
            note(name, value);
        }

        @Override
        public void setValueLong(String name, long value) {
            note(name, value);
        }

        @Override
        public void setValueFloat(String name, float value) {
            note(name, value);
        }

        @Override
        public void setValueDouble(String name, double value) {
            note(name, value);
        }

        @Override
        public void setDuration(String name, long value) {
            note(name, value);
        }
    }
}
