// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes small files with the version of parquet-java on the class path; layouts-java starts it. It compiles with each line from
 * 1.10 on. NewestJavaLayouts has the features of the newest line only.
 */
public final class ParquetJavaLayouts {

    static final int ROWS = 250;

    static final MessageType COLUMNS = MessageTypeParser.parseMessageType("message columns {"
            + " required int64 id;"
            + " required int64 noise;"
            + " required binary word (UTF8);"
            + " optional binary text (UTF8);"
            + " optional int32 gone;"
            + " required boolean flag;"
            + " required double price;"
            + " required int64 at (TIMESTAMP_MICROS);"
            + " required int96 old;"
            + " required fixed_len_byte_array(5) amount (DECIMAL(9,2));"
            + " optional group list (LIST) { repeated group list { optional int32 element; } }"
            + " optional group map (MAP) { repeated group key_value {"
            + "   required binary key (UTF8); optional group value { optional int32 a; repeated int32 b; } } }"
            + " }");

    private final Path directory;

    ParquetJavaLayouts(Path directory) {
        this.directory = directory;
    }

    /** Writes V1 and V2 pages, with bloom filters and indexes if the line supports them. */
    public static void main(String[] args) throws IOException {
        ParquetJavaLayouts layouts = new ParquetJavaLayouts(Path.of(args[0]));
        boolean hasBloomFilters = has("withBloomFilterEnabled");
        layouts.write(
                hasBloomFilters ? "v1-snappy-bloom" : "v1-snappy",
                COLUMNS,
                ROWS,
                ParquetJavaLayouts::columns,
                builder -> {
                    builder.withCompressionCodec(CompressionCodecName.SNAPPY);
                    for (String column : hasBloomFilters ? List.of("word", "id") : List.<String>of()) {
                        set(builder, "withBloomFilterEnabled", column, true);
                        set(builder, "withBloomFilterNDV", column, 40L);
                    }
                });
        layouts.write("v2-gzip", COLUMNS, ROWS, ParquetJavaLayouts::columns, builder -> {
            builder.withCompressionCodec(CompressionCodecName.GZIP).withWriterVersion(WriterVersion.PARQUET_2_0);
            if (has("withPageWriteChecksumEnabled")) {
                set(builder, "withPageWriteChecksumEnabled", false);
            }
        });
    }

    private static boolean has(String option) {
        return Arrays.stream(ParquetWriter.Builder.class.getMethods())
                .anyMatch(method -> method.getName().equals(option));
    }

    /** Sets an option that not all lines have. */
    private static void set(ExampleParquetWriter.Builder builder, String option, Object... values) {
        try {
            for (Method method : ParquetWriter.Builder.class.getMethods()) {
                if (method.getName().equals(option) && method.getParameterCount() == values.length) {
                    method.invoke(builder, values);
                    return;
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(option, e);
        }
        throw new IllegalStateException(option);
    }

    void write(
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
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new org.apache.hadoop.fs.Path(file.toUri()))
                .withConf(configuration)
                .withType(schema)
                .withRowGroupSize(4096);
        if (has("withPageRowCountLimit")) {
            set(builder, "withPageRowCountLimit", 40);
        } else {
            builder.withPageSize(256);
        }
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

    static void columns(Group row, int i) {
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
}
