// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupWriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastCodecWritersTest {

    @Test
    void serializedFactoryCompresses() throws Exception {
        long before = compressed();
        write(travelled(FastCodecWriters.of(FastCodecWritersTest::builder)));
        assertEquals(before + 1, compressed());
    }

    // Would catch: writers of records or rows that the client cannot send to the task managers.
    @Test
    void serializedWritersOfRecordsAndRowsCompress() throws Exception {
        long before = compressed();
        Schema schema = SchemaBuilder.record("r").fields().requiredLong("id").endRecord();
        Map<String, String> settings = Map.of("zlib.compress.level", "1");
        ParquetWriterFactory<GenericRecord> records =
                FastCodecAvroWriters.forGenericRecord(schema, CompressionCodecName.GZIP, settings);
        write(travelled(records), new GenericRecordBuilder(schema).set("id", 1L).build());
        write(
                travelled(FastCodecAvroWriters.forReflectRecord(Id.class, CompressionCodecName.GZIP, settings)),
                new Id());
        Configuration configuration = new Configuration(false);
        configuration.set("parquet.compression", "GZIP");
        configuration.set("parquet.enable.dictionary", "false");
        ParquetWriterFactory<RowData> rows =
                FastCodecRowDataWriters.forRowData(RowType.of(new BigIntType()), configuration, true);
        write(travelled(rows), GenericRowData.of(1L));
        assertTrue(compressed() >= before + 3);
    }

    /** A record class for Avro's reflection. */
    static final class Id {
        long id = 1;
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", " FALSE "})
    void writerStaysPlainIfDisabled(String no) throws Exception {
        long before = compressed();
        write(travelled(FastCodecWriters.of(FastCodecWritersTest::builder, Map.of("parquet.fastcodec.enabled", no))));
        assertEquals(before, compressed());
    }

    @ParameterizedTest
    @CsvSource({"parquet.fastcodec.max.page.bytes, 0", "parquet.fastcodec.enabled, no"})
    void rejectsAWrongSettingOnTheClient(String key, String value) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> FastCodecWriters.of(FastCodecWritersTest::builder, Map.of(key, value)));
        assertTrue(e.getMessage().contains(key + " is \"" + value + "\""), e.getMessage());
    }

    // Would catch: a level or a codec that fails only on a task manager.
    @Test
    void rejectsAWrongCodecOrLevelOnTheClient() {
        Schema schema = SchemaBuilder.record("r").fields().requiredLong("id").endRecord();
        Map<String, String> settings = Map.of("zlib.compress.level", "eleven");
        IllegalArgumentException level = assertThrows(
                IllegalArgumentException.class,
                () -> FastCodecAvroWriters.forGenericRecord(schema, CompressionCodecName.GZIP, settings));
        assertTrue(level.getMessage().contains("(zlib.compress.level) is \"eleven\""), level.getMessage());
        FastCodecAvroWriters.forGenericRecord(schema, CompressionCodecName.ZSTD, settings); // which does not read it
        Configuration configuration = new Configuration(false);
        configuration.set("parquet.compression", "zstdx");
        IllegalArgumentException codec = assertThrows(
                IllegalArgumentException.class,
                () -> FastCodecRowDataWriters.forRowData(RowType.of(new BigIntType()), configuration, true));
        assertEquals(
                "parquet.compression is \"zstdx\", expected one of UNCOMPRESSED, SNAPPY, GZIP, LZO, BROTLI, LZ4, ZSTD, LZ4_RAW",
                codec.getMessage());
    }

    @Test
    void errorNamesTheCryptoKeyAndTheRemedy() {
        ParquetWriterFactory<Group> writers = FastCodecWriters.of(FastCodecWritersTest::builderWithCryptoKey);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> write(writers));
        assertTrue(e.getMessage().startsWith("parquet.crypto.factory.class is set"), e.getMessage());
        assertTrue(e.getMessage().contains("Remove the key"), e.getMessage());
    }

    @Test
    void passesOnOtherErrorsOfABuilder() {
        ParquetWriterFactory<Group> writers =
                FastCodecWriters.of(FastCodecWritersTest::builder, Map.of("zlib.compress.level", "eleven"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> write(writers));
        assertTrue(e.getMessage().contains("zlib.compress.level"), e.getMessage());
    }

    // Would catch: a wrong path of the builder's own that is blamed on a key that is not set.
    @Test
    void doesNotBlameTheCryptoKeyForAWrongPath() {
        ParquetWriterFactory<Group> writers = FastCodecWriters.of(ParquetWriterWithAPath::new);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> write(writers));
        assertEquals("Can not create a Path from a null string", e.getMessage());
    }

    private static long compressed() {
        return FastCodecStats.of(CompressionCodecName.GZIP, Direction.COMPRESS).getPages();
    }

    private static ParquetWriter.Builder<Group, ?> builder(OutputFile file) {
        return ExampleParquetWriter.builder(file)
                .withType(schema())
                .withConf(new Configuration(false))
                .withDictionaryEncoding(false)
                .withCompressionCodec(CompressionCodecName.GZIP);
    }

    private static ParquetWriter.Builder<Group, ?> builderWithCryptoKey(OutputFile file) {
        Configuration configuration = new Configuration(false);
        configuration.set("parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory");
        return ExampleParquetWriter.builder(file).withType(schema()).withConf(configuration);
    }

    private static MessageType schema() {
        return MessageTypeParser.parseMessageType("message m { required int64 id; }");
    }

    private static void write(ParquetWriterFactory<Group> writers) throws IOException {
        Group row = new SimpleGroup(schema());
        row.add("id", 1L);
        write(writers, row);
    }

    private static <T> void write(ParquetWriterFactory<T> writers, T row) throws IOException {
        BulkWriter<T> writer = writers.create(new MemoryStream());
        writer.addElement(row);
        writer.finish();
    }

    @SuppressWarnings("unchecked") // the object read is the one that was written
    private static <T> ParquetWriterFactory<T> travelled(ParquetWriterFactory<T> writers) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(writers);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (ParquetWriterFactory<T>) in.readObject();
        }
    }

    /** A builder that reads the path of another file from the configuration. */
    private static final class ParquetWriterWithAPath extends ParquetWriter.Builder<Group, ParquetWriterWithAPath> {

        private ParquetWriterWithAPath(OutputFile file) {
            super(file);
        }

        @Override
        protected ParquetWriterWithAPath self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // it is the abstract method
        protected WriteSupport<Group> getWriteSupport(Configuration configuration) {
            configuration.set("schema", new Path(configuration.get("my.schema.file")).getName());
            return new GroupWriteSupport();
        }
    }

    /** A stream like those that Flink passes to its writers, with a position but without a path. */
    private static final class MemoryStream extends FSDataOutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public long getPos() {
            return bytes.size();
        }

        @Override
        public void write(int b) {
            bytes.write(b);
        }

        @Override
        public void flush() {}

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }
}
