// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files, written and read by parquet-java. */
final class Rows {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message event { required int64 id; optional binary name (STRING); required binary noise; }");

    /** The approximate size of pages, in bytes. */
    static final int PAGE = 64 << 10;

    private Rows() {}

    /**
     * Returns a file of several row groups, compressed with SNAPPY.
     *
     * @param noise the number of bytes of each row that do not compress
     */
    static byte[] file(Path directory, int rows, int noise, long seed) throws IOException {
        Path path = directory.resolve("written.parquet");
        Random random = new Random(seed);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withType(SCHEMA)
                .withConf(new Configuration(false))
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withRowGroupSize(8L << 20)
                .withPageSize(PAGE)
                .withMinRowCountForPageSizeCheck(8)
                .build()) {
            byte[] bytes = new byte[noise];
            for (int i = 0; i < rows; i++) {
                random.nextBytes(bytes);
                Group row = new SimpleGroup(SCHEMA);
                row.add("id", (long) i);
                if (i % 7 != 0) {
                    row.add("name", "somebody " + random.nextInt(1000));
                }
                row.add("noise", Binary.fromConstantByteArray(bytes.clone()));
                writer.write(row);
            }
        }
        byte[] file = Files.readAllBytes(path);
        Files.delete(path);
        return file;
    }

    /** Returns the rows of a file; throws an exception if it is damaged or not a Parquet file. */
    static List<String> of(Path directory, byte[] file) throws IOException {
        Path path = Files.write(directory.resolve("read.parquet"), file);
        List<String> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = ParquetReader.builder(
                        new GroupReadSupport(), new org.apache.hadoop.fs.Path(path.toUri()))
                .withConf(new Configuration(false))
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row.toString());
            }
        }
        return rows;
    }

    /** Returns the codecs of a file's column chunks. */
    static Set<CompressionCodecName> codecs(Path directory, byte[] file) throws IOException {
        Path path = Files.write(directory.resolve("read.parquet"), file);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path))) {
            return reader.getFooter().getBlocks().stream()
                    .flatMap(group -> group.getColumns().stream())
                    .map(chunk -> chunk.getCodec())
                    .collect(Collectors.toSet());
        }
    }
}
