// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files of the same rows, written and read with API that every line of parquet-java has. */
final class FileOf {

    static final int ROWS = 12_000;
    private static final int READERS = 8;
    private static final int ROUNDS = 3;
    private static final long SEED = 1131;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message m { required int64 id; optional binary name (UTF8); required double price; }");

    private FileOf() {}

    static void write(
            Path file,
            CompressionCodecName codec,
            Configuration configuration,
            UnaryOperator<ExampleParquetWriter.Builder> settings)
            throws IOException {
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        Random random = new Random(SEED);
        try (ParquetWriter<Group> writer = settings.apply(ExampleParquetWriter.builder(file)
                        .withConf(configuration)
                        .withType(SCHEMA)
                        .withCompressionCodec(codec)
                        .withPageSize(16 << 10))
                .build()) {
            for (int i = 0; i < ROWS; i++) {
                Group group = groups.newGroup().append("id", (long) i * i);
                if (i % 7 != 0) {
                    group.append("name", words(random));
                }
                writer.write(group.append("price", random.nextInt(100_000) / 100.0));
            }
        }
    }

    static void assertReads(
            Path file, Configuration configuration, UnaryOperator<ParquetReader.Builder<Group>> settings)
            throws IOException {
        Random random = new Random(SEED);
        int rows = 0;
        try (ParquetReader<Group> reader = settings.apply(
                        ParquetReader.builder(new GroupReadSupport(), file).withConf(configuration))
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read(), rows++) {
                assertEquals((long) rows * rows, group.getLong("id", 0));
                assertEquals(rows % 7 == 0 ? 0 : 1, group.getFieldRepetitionCount("name"));
                if (rows % 7 != 0) {
                    assertEquals(words(random), group.getString("name", 0), "row " + rows + ", seed " + SEED);
                }
                assertEquals(random.nextInt(100_000) / 100.0, group.getDouble("price", 0));
            }
        }
        assertEquals(ROWS, rows);
    }

    /**
     * Reads the pages of a file on many threads that share decompressors, as parquet-java lets them: eight readers share
     * {@code options}, and each column of each reader has a thread of its own.
     */
    static void assertThreadsRead(Path file, ParquetReadOptions options) throws Exception {
        List<List<String>> expected = new ArrayList<>();
        try (ParquetFileReader reader = open(file, options)) {
            PageReadStore rowGroup = reader.readNextRowGroup();
            for (ColumnDescriptor column : SCHEMA.getColumns()) {
                expected.add(pages(rowGroup.getPageReader(column)));
            }
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                List<ParquetFileReader> readers = new ArrayList<>();
                List<PageReader> columns = new ArrayList<>();
                for (int i = 0; i < READERS; i++) {
                    readers.add(open(file, options));
                    PageReadStore rowGroup = readers.get(i).readNextRowGroup();
                    SCHEMA.getColumns().forEach(column -> columns.add(rowGroup.getPageReader(column)));
                }
                CyclicBarrier start = new CyclicBarrier(columns.size());
                List<Future<List<String>>> results = new ArrayList<>();
                for (PageReader column : columns) {
                    results.add(threads.submit(() -> {
                        start.await();
                        return pages(column);
                    }));
                }
                for (int i = 0; i < results.size(); i++) {
                    assertEquals(
                            expected.get(i % expected.size()), results.get(i).get(), "round " + round);
                }
                for (ParquetFileReader reader : readers) {
                    reader.close();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static ParquetFileReader open(Path file, ParquetReadOptions options) throws IOException {
        return ParquetFileReader.open(HadoopInputFile.fromPath(file, new Configuration()), options);
    }

    /** Returns a digest of each page of a column chunk. */
    private static List<String> pages(PageReader column) throws IOException {
        List<String> pages = new ArrayList<>();
        DictionaryPage dictionary = column.readDictionaryPage();
        if (dictionary != null) {
            pages.add("dictionary "
                    + Arrays.hashCode(dictionary.getBytes().toInputStream().readAllBytes()));
        }
        for (DataPage page = column.readPage(); page != null; page = column.readPage()) {
            pages.add("page "
                    + Arrays.hashCode(
                            ((DataPageV1) page).getBytes().toInputStream().readAllBytes()));
        }
        return pages;
    }

    private static String words(Random random) {
        return "the " + random.nextInt(500) + " quick foxes of " + random.nextInt(20_000) + " jump over dogs";
    }
}
