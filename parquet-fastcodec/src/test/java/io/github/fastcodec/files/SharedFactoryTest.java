// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One factory for many files: parquet-java releases it whenever one of its readers or writers closes. */
class SharedFactoryTest {

    private static final int THREADS = 6;

    private final CompressionCodecFactory factory = new FastCodecFactory();

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void readerSurvivesTheCloseOfAnotherOfItsFactory(CompressionCodecName codec) throws IOException {
        Rows rows = FileShape.MANY_ROW_GROUPS_V1.rows();
        Path file = directory.resolve("file.parquet");
        write(file, FileShape.MANY_ROW_GROUPS_V1, codec);
        List<List<?>> first = new ArrayList<>();
        try (ParquetReader<Group> goesOn = open(file)) {
            try (ParquetReader<Group> closesEarly = open(file)) {
                for (int i = 0; i < 100; i++) { // alternately, so that each meets contexts that the other has used
                    first.add(Rows.valuesOf(goesOn.read()));
                    assertNotNull(closesEarly.read());
                }
            }
            first.addAll(Rows.rest(goesOn));
        }
        rows.assertEqualTo(first);
        rows.assertEqualTo(read(file));
    }

    @ParameterizedTest
    @EnumSource
    void writerSurvivesTheCloseOfAnotherOfItsFactory(CompressionCodecName codec) throws IOException {
        Rows rows = FileShape.MANY_ROW_GROUPS_V1.rows();
        Path file = directory.resolve("goes-on.parquet");
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(rows.schema())
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(codec)
                .withCodecFactory(factory);
        FileShape.MANY_ROW_GROUPS_V1.configure(builder);
        try (ParquetWriter<Group> goesOn = builder.build()) {
            for (int i = 0; i < rows.groups().size(); i++) {
                goesOn.write(rows.groups().get(i));
                if (i == rows.groups().size() / 2) {
                    write(directory.resolve("closes-early.parquet"), FileShape.NESTED_V2, codec);
                }
            }
        }
        rows.assertEqualTo(read(file));
        FileShape.NESTED_V2.rows().assertEqualTo(read(directory.resolve("closes-early.parquet")));
    }

    /** Contexts go from thread to thread through the pool, while files of all codecs and shapes are in use. */
    @Test
    void threadsThatShareAFactoryKeepTheirOwnRows() throws Exception {
        List<FileShape> shapes = List.of(FileShape.NESTED_V1, FileShape.NESTED_V2, FileShape.MANY_ROW_GROUPS_V2);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                results.add(threads.submit(() -> {
                    for (CompressionCodecName codec : CompressionCodecName.values()) {
                        FileShape shape = shapes.get((thread + codec.ordinal()) % shapes.size());
                        Path file = directory.resolve(thread + "-" + codec + ".parquet");
                        write(file, shape, codec);
                        shape.rows().assertEqualTo(read(file));
                    }
                    return null;
                }));
            }
            for (Future<?> result : results) {
                result.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void write(Path file, FileShape shape, CompressionCodecName codec) throws IOException {
        GroupFiles.write(file, shape.rows(), builder -> {
            shape.configure(builder);
            builder.withCompressionCodec(codec).withCodecFactory(factory);
        });
    }

    private ParquetReader<Group> open(Path file) throws IOException {
        return new GroupFiles.Reader(file, new PlainParquetConfiguration())
                .withCodecFactory(factory)
                .build();
    }

    private List<List<?>> read(Path file) throws IOException {
        return GroupFiles.read(file, reader -> reader.withCodecFactory(factory));
    }
}
