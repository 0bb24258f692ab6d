// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.observe.Direction;
import io.github.fastcodec.observe.PageCounters;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The key in the configuration, and nothing else. */
class HadoopConfigurationTest {

    private static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message m { required int64 id; optional binary name (UTF8); }");

    @TempDir
    java.nio.file.Path directory;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void theKeyAloneSendsEveryPageThroughUs(CompressionCodecName codec) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set("parquet.crypto.factory.class", FastCodecCryptoFactory.class.getName());
        Path file = new Path(directory.resolve("file.parquet").toUri());
        PageCounters written = PageCounters.of(codec, Direction.COMPRESS);
        PageCounters read = PageCounters.of(codec, Direction.DECOMPRESS);
        long writtenBefore = written.pages();
        long readBefore = read.pages();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withConf(configuration)
                .withType(SCHEMA)
                .withCompressionCodec(codec)
                .build()) {
            SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
            for (int i = 0; i < 50_000; i++) {
                writer.write(groups.newGroup().append("id", (long) i * i).append("name", "name " + i % 3000));
            }
        }
        int rows = 0;
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(configuration)
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                assertEquals((long) rows * rows, group.getLong("id", 0));
                assertEquals("name " + rows % 3000, group.getString("name", 0));
                rows++;
            }
        }
        assertEquals(50_000, rows);
        assertTrue(written.pages() - writtenBefore > 2);
        assertEquals(written.pages() - writtenBefore, read.pages() - readBefore);
    }
}
