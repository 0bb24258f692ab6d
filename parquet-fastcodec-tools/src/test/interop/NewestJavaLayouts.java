// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes files with features that only the newest line of parquet-java has, or that differ too little between lines; layouts-java
 * starts it.
 */
public final class NewestJavaLayouts {

    private static final MessageType DEEP = MessageTypeParser.parseMessageType("message deep {"
            + " optional group outer (LIST) { repeated group list { optional group element (LIST) {"
            + "   repeated group list { optional group element { required int32 a; optional binary b (STRING); } } } } }"
            + " }");

    private NewestJavaLayouts() {}

    public static void main(String[] args) throws IOException {
        ParquetJavaLayouts layouts = new ParquetJavaLayouts(Path.of(args[0]));
        layouts.write(
                "v1-uncompressed",
                ParquetJavaLayouts.COLUMNS,
                ParquetJavaLayouts.ROWS,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
        layouts.write(
                "v2-zstd-plain",
                ParquetJavaLayouts.COLUMNS,
                ParquetJavaLayouts.ROWS,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD)
                        .withWriterVersion(WriterVersion.PARQUET_2_0)
                        .withDictionaryEncoding(false)
                        .withByteStreamSplitEncoding(true));
        layouts.write(
                "v1-zstd-deep",
                DEEP,
                ParquetJavaLayouts.ROWS,
                NewestJavaLayouts::deep,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD));
        layouts.write(
                "v1-snappy-no-rows",
                ParquetJavaLayouts.COLUMNS,
                0,
                ParquetJavaLayouts::columns,
                builder -> builder.withCompressionCodec(CompressionCodecName.SNAPPY));
        MessageType variant = MessageTypeParser.parseMessageType("message m { required int32 id;"
                + " optional group any (VARIANT(1)) { required binary metadata; optional binary value;"
                + " optional int64 typed_value; } }");
        layouts.write(
                "v1-zstd-variant",
                variant,
                ParquetJavaLayouts.ROWS,
                NewestJavaLayouts::variant,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD));
        MessageType places = MessageTypeParser.parseMessageType(
                "message m { required int32 id;"
                        + " optional binary place (GEOMETRY(OGC:CRS84)); optional binary area (GEOGRAPHY(OGC:CRS84,SPHERICAL)); }");
        layouts.write(
                "v1-lz4_raw-geospatial",
                places,
                ParquetJavaLayouts.ROWS,
                NewestJavaLayouts::place,
                builder -> builder.withCompressionCodec(CompressionCodecName.LZ4_RAW));
        byte[] key = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
        layouts.write(
                "encrypted/encrypted-footer",
                variant,
                20,
                NewestJavaLayouts::variant,
                builder -> builder.withEncryption(
                        FileEncryptionProperties.builder(key).build()));
        layouts.write(
                "encrypted/signed-footer",
                variant,
                20,
                NewestJavaLayouts::variant,
                builder -> builder.withEncryption(FileEncryptionProperties.builder(key)
                        .withPlaintextFooter()
                        .build()));
        ColumnPath id = ColumnPath.get("id");
        layouts.write(
                "encrypted/one-column",
                variant,
                20,
                NewestJavaLayouts::variant,
                builder -> builder.withEncryption(FileEncryptionProperties.builder(key)
                        .withPlaintextFooter()
                        .withEncryptedColumns(Map.of(
                                id,
                                ColumnEncryptionProperties.builder(id)
                                        .withKey(key)
                                        .build()))
                        .build()));
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
