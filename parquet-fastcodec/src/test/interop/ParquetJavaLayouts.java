// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes small files with the version of parquet-java that is on the class path; layouts-java starts it. It compiles with each line
 * from 1.13 on, so that what only some lines have is written only if it is asked for.
 */
public final class ParquetJavaLayouts {

    private static final int ROWS = 250;

    private static final MessageType COLUMNS = MessageTypeParser.parseMessageType("message columns {"
            + " required int64 id;"
            + " required int64 noise;"
            + " required binary word (STRING);"
            + " optional binary text (STRING);"
            + " optional int32 gone;"
            + " required boolean flag;"
            + " required double price;"
            + " required int64 at (TIMESTAMP(MICROS,true));"
            + " required int96 old;"
            + " required fixed_len_byte_array(5) amount (DECIMAL(9,2));"
            + " optional group list (LIST) { repeated group list { optional int32 element; } }"
            + " optional group map (MAP) { repeated group key_value {"
            + "   required binary key (STRING); optional group value { optional int32 a; repeated int32 b; } } }"
            + " }");

    private static final MessageType DEEP = MessageTypeParser.parseMessageType("message deep {"
            + " optional group outer (LIST) { repeated group list { optional group element (LIST) {"
            + "   repeated group list { optional group element { required int32 a; optional binary b (STRING); } } } } }"
            + " }");

    private final Path directory;

    private ParquetJavaLayouts(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws IOException {
        ParquetJavaLayouts layouts = new ParquetJavaLayouts(Path.of(args[0]));
        layouts.common();
        if (args.length > 1) {
            layouts.newest();
        }
    }

    /** Of each line: both kinds of pages, with indexes and filters, and without dictionaries. */
    private void common() throws IOException {
        write(
                "v1-snappy-bloom",
                COLUMNS,
                ROWS,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.SNAPPY)
                        .withBloomFilterEnabled("word", true)
                        .withBloomFilterNDV("word", 40L)
                        .withBloomFilterEnabled("id", true)
                        .withBloomFilterNDV("id", 40L));
        write(
                "v2-gzip",
                COLUMNS,
                ROWS,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.GZIP)
                        .withWriterVersion(WriterVersion.PARQUET_2_0)
                        .withPageWriteChecksumEnabled(false));
    }

    private void newest() throws IOException {
        write(
                "v1-uncompressed",
                COLUMNS,
                ROWS,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        write(
                "v2-zstd-plain",
                COLUMNS,
                ROWS,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD)
                        .withWriterVersion(WriterVersion.PARQUET_2_0)
                        .withDictionaryEncoding(false)
                        .withByteStreamSplitEncoding(true));
        write(
                "v1-zstd-deep",
                DEEP,
                ROWS,
                ParquetJavaLayouts::deep,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD));
        write(
                "v1-snappy-no-rows",
                COLUMNS,
                0,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.SNAPPY));
        MessageType variant = MessageTypeParser.parseMessageType("message m { required int32 id;"
                + " optional group any (VARIANT(1)) { required binary metadata; optional binary value;"
                + " optional int64 typed_value; } }");
        write(
                "v1-zstd-variant",
                variant,
                ROWS,
                ParquetJavaLayouts::variant,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD));
        MessageType places = MessageTypeParser.parseMessageType(
                "message m { required int32 id;"
                        + " optional binary place (GEOMETRY(OGC:CRS84)); optional binary area (GEOGRAPHY(OGC:CRS84,SPHERICAL)); }");
        write(
                "v1-lz4_raw-geospatial",
                places,
                ROWS,
                ParquetJavaLayouts::place,
                builder -> builder.withCompressionCodec(CompressionCodecName.LZ4_RAW));
        byte[] key = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        write(
                "encrypted/encrypted-footer",
                variant,
                20,
                ParquetJavaLayouts::variant,
                builder -> builder.withEncryption(
                        FileEncryptionProperties.builder(key).build()));
        write(
                "encrypted/signed-footer",
                variant,
                20,
                ParquetJavaLayouts::variant,
                builder -> builder.withEncryption(FileEncryptionProperties.builder(key)
                        .withPlaintextFooter()
                        .build()));
        ColumnPath id = ColumnPath.get("id");
        write(
                "encrypted/one-column",
                variant,
                20,
                ParquetJavaLayouts::variant,
                builder -> builder.withEncryption(FileEncryptionProperties.builder(key)
                        .withPlaintextFooter()
                        .withEncryptedColumns(java.util.Map.of(
                                id,
                                ColumnEncryptionProperties.builder(id)
                                        .withKey(key)
                                        .build()))
                        .build()));
    }

    private void write(
            String name,
            MessageType schema,
            int rows,
            ObjIntConsumer<Group> fill,
            Consumer<ExampleParquetWriter.Builder> options)
            throws IOException {
        String version = ParquetWriter.class.getPackage().getImplementationVersion();
        Path file = directory.resolve(
                name.contains("/") ? name + ".parquet" : "parquet-java-" + version + "-" + name + ".parquet");
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        Configuration configuration = new Configuration();
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(
                        HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), configuration))
                .withConf(configuration)
                .withType(schema)
                .withPageRowCountLimit(40)
                .withRowGroupSize(4096L);
        options.accept(builder);
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int row = 0; row < rows; row++) {
                Group group = new SimpleGroup(schema);
                fill.accept(group, row);
                writer.write(group);
            }
        }
        Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    }

    private static void columns(Group row, int i) {
        Random random = new Random(i);
        row.add("id", 7L * i);
        row.add("noise", random.nextLong());
        row.add("word", "word " + Integer.toString(31 * (i % 40), 36));
        if (i % 5 > 0) {
            row.add("text", "row " + i % 17 + " of many");
        }
        row.add("flag", random.nextBoolean());
        row.add("price", i % 23 / 4.0);
        row.add("at", 1_767_225_600_000_000L + 1_000_000L * i);
        byte[] old = new byte[12];
        ByteBuffer.wrap(old)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(1_000_000_000L * i)
                .putInt(2_461_042);
        row.add("old", Binary.fromConstantByteArray(old));
        row.add("amount", Binary.fromConstantByteArray(new byte[] {0, 0, 0, (byte) (i / 3), (byte) i}));
        if (i % 11 > 0) {
            Group list = row.addGroup("list");
            for (int j = 0; j < i % 5; j++) {
                list.addGroup("list").add("element", j);
            }
        }
        if (i % 3 > 0) {
            Group map = row.addGroup("map");
            for (int j = 0; j < i % 4; j++) {
                Group entry = map.addGroup("key_value");
                entry.add("key", "key " + j);
                if (i % 7 > 0) {
                    Group value = entry.addGroup("value");
                    value.add("a", i % 13);
                    value.add("b", i);
                    value.add("b", j);
                }
            }
        }
    }

    private static void deep(Group row, int i) {
        if (i % 9 == 0) {
            return;
        }
        Group outer = row.addGroup("outer");
        for (int j = 0; j < i % 3; j++) {
            Group inner = outer.addGroup("list").addGroup("element");
            for (int k = 0; k < (i + j) % 4; k++) {
                Group element = inner.addGroup("list").addGroup("element");
                element.add("a", i * j + k);
                if (k % 2 == 0) {
                    element.add("b", "b" + (i + k) % 19);
                }
            }
        }
    }

    private static void variant(Group row, int i) {
        row.add("id", i);
        if (i % 8 > 0) {
            Group any = row.addGroup("any");
            any.add("metadata", Binary.fromConstantByteArray(new byte[] {1, 0, 0}));
            if (i % 2 == 0) {
                any.add("typed_value", 1000L * i);
            } else { // a short string
                any.add("value", Binary.fromConstantByteArray(new byte[] {1 | 3 << 2, 'a', 'b', (byte) ('a' + i % 20)
                }));
            }
        }
    }

    private static void place(Group row, int i) {
        row.add("id", i);
        byte[] point = new byte[21];
        ByteBuffer.wrap(point)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(i % 50 - 25)
                .putDouble(i % 30);
        if (i % 6 > 0) {
            row.add("place", Binary.fromConstantByteArray(point));
            row.add("area", Binary.fromConstantByteArray(point));
        }
    }
}
