// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.verify.Verification;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.VerifyOptions;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements of an Iceberg table about a file of all types, true and untrue, compared with the file. */
@Tag("slow")
class IcebergStatisticsTest {

    private static final int ROWS = 30;

    /** A column of one type: every third value is null; half of the others are the least value, half the largest. */
    private record Column(String parquet, Type type, Object least, Object largest) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("int32 c", Types.IntegerType.get(), -7, 9),
            new Column("int64 c", Types.LongType.get(), -7_000_000_000L, 9L),
            new Column("float c", Types.FloatType.get(), -1.5f, 0f),
            new Column("double c", Types.DoubleType.get(), -0.0, 2.5),
            new Column("int32 c (DECIMAL(9,2))", Types.DecimalType.of(9, 2), decimal("-1.25"), decimal("3.00")),
            new Column("int64 c (DECIMAL(18,4))", Types.DecimalType.of(18, 4), decimal("-1.2500"), decimal("1.0000")),
            new Column(
                    "fixed_len_byte_array(16) c (DECIMAL(38,2))",
                    Types.DecimalType.of(38, 2),
                    decimal("-123456789012345678901234567890.12"),
                    decimal("5.00")),
            new Column("binary c (UTF8)", Types.StringType.get(), "a", "z\u00e4\ud83d\ude00"),
            new Column("binary c", Types.BinaryType.get(), bytes(1), bytes(0xff, 0xff, 3, 4, 5)),
            new Column("fixed_len_byte_array(3) c", Types.FixedType.ofLength(3), bytes(1, 2, 3), bytes(0xff, 2, 3)),
            new Column("fixed_len_byte_array(16) c (UUID)", Types.UUIDType.get(), new UUID(1, 2), new UUID(-1, 2)),
            new Column("boolean c", Types.BooleanType.get(), false, true),
            new Column("int32 c (DATE)", Types.DateType.get(), -400, 20_000),
            new Column("int64 c (TIME(MICROS,false))", Types.TimeType.get(), 5L, 86_399_000_000L),
            new Column("int64 c (TIMESTAMP(MICROS,true))", Types.TimestampType.withZone(), -5_000_001L, 1L << 50),
            new Column("int64 c (TIMESTAMP(MICROS,false))", Types.TimestampType.withoutZone(), 5L, 1L << 50),
            new Column("int64 c (TIMESTAMP(NANOS,false))", Types.TimestampNanoType.withoutZone(), -5_001L, 1L << 60));

    @TempDir
    Path directory;

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    private static ByteBuffer bytes(int... bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            buffer.put(i, (byte) bytes[i]);
        }
        return buffer;
    }

    /** Adds a value in the form that Parquet stores. */
    private static void add(Group row, Column column, Object value) {
        if (value instanceof Integer number) {
            row.add("c", number);
        } else if (value instanceof Long number) {
            row.add("c", number);
        } else if (value instanceof Float number) {
            row.add("c", number);
        } else if (value instanceof Double number) {
            row.add("c", number);
        } else if (value instanceof Boolean bool) {
            row.add("c", bool);
        } else if (value instanceof BigDecimal number && column.parquet().startsWith("int32")) {
            row.add("c", number.unscaledValue().intValueExact());
        } else if (value instanceof BigDecimal number && column.parquet().startsWith("int64")) {
            row.add("c", number.unscaledValue().longValueExact());
        } else if (value instanceof BigDecimal number) {
            byte[] bytes = ByteBuffer.allocate(16)
                    .putLong(number.unscaledValue().shiftRight(64).longValue())
                    .putLong(number.unscaledValue().longValue())
                    .array();
            row.add("c", Binary.fromConstantByteArray(bytes));
        } else {
            ByteBuffer bytes = Conversions.toByteBuffer(column.type(), value);
            row.add("c", Binary.fromConstantByteBuffer(bytes.order(ByteOrder.BIG_ENDIAN)));
        }
    }

    private Path write(Column column, Object... values) throws IOException {
        MessageType schema =
                MessageTypeParser.parseMessageType("message rows { optional " + column.parquet() + " = 1; }");
        List<Group> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Group row = new SimpleGroup(schema);
            Object value = values[i % values.length];
            if (value != null) {
                add(row, column, value);
            }
            rows.add(row);
        }
        Path path = directory.resolve("file.parquet");
        Files.deleteIfExists(path);
        GroupFiles.write(path, Rows.of(schema, 0, rows), builder -> builder.withRowGroupRowCountLimit(ROWS / 2));
        return path;
    }

    /** Returns the findings in a table of one file. */
    private static List<String> findings(Column column, PartitionSpec spec, DataFile file) throws IOException {
        List<String> found = new ArrayList<>();
        Catalog catalog = IcebergWorld.Catalogs.MEMORY.open();
        try {
            ((SupportsNamespaces) catalog).createNamespace(Namespace.of("db"));
            Table table = catalog.createTable(
                    TableIdentifier.of("db", "t"), spec.schema(), spec, "mem:/t", Map.of("format-version", "3"));
            table.newAppend().appendFile(file).commit();
            try (Stream<LoggedFile> files = new IcebergLog(
                            (BaseTable) table, Expressions.alwaysTrue(), new NewNames("zstd"), Long::toString)
                    .loggedFiles()) {
                files.forEach(logged -> new Verification(
                                VerifyOptions.defaults().withThreads(1).withValues(true),
                                bytes -> {},
                                path -> logged.entry())
                        .run(
                                List.of(logged.path()),
                                new Storages(Storages.applicationLoader()),
                                result -> result.findings()
                                        .forEach((Finding finding) -> found.add(column.type() + ": " + finding))));
            }
        } finally {
            ((Closeable) catalog).close();
        }
        return found;
    }

    private static Schema schema(Column column) {
        return new Schema(Types.NestedField.optional(1, "c", column.type()));
    }

    private static DataFiles.Builder file(PartitionSpec spec, Path path) throws IOException {
        return DataFiles.builder(spec)
                .withPath(path.toString())
                .withFormat("parquet")
                .withFileSizeInBytes(Files.size(path))
                .withRecordCount(ROWS);
    }

    private static Map<Integer, ByteBuffer> bound(Column column, Object value) {
        return value == null ? null : Map.of(1, Conversions.toByteBuffer(column.type(), value));
    }

    private static Map<Integer, Long> count(long count) {
        return Map.of(1, count);
    }

    private List<String> findings(Column column, Path path, Metrics metrics) throws IOException {
        PartitionSpec spec = PartitionSpec.builderFor(schema(column)).build();
        return findings(column, spec, file(spec, path).withMetrics(metrics).build());
    }

    // Would catch: a type whose bounds are not compared, or for which a true log is called untrue.
    @Test
    void comparesBoundsAndCountsOfAllTypes() throws IOException {
        for (Column column : COLUMNS) {
            Path path = write(column, column.least(), null, column.largest());
            Map<Integer, ByteBuffer> least = bound(column, column.least());
            Map<Integer, ByteBuffer> largest = bound(column, column.largest());
            Map<Integer, Long> nulls = count(ROWS / 3);
            Map<Integer, Long> nans = new HashMap<>(count(0));
            Map<Integer, Long> values = count(ROWS);
            assertEquals(
                    List.of(),
                    findings(column, path, new Metrics((long) ROWS, null, values, nulls, nans, least, largest)));
            assertEquals(List.of(), findings(column, path, new Metrics((long) ROWS)));
            List<Metrics> lies = List.of(
                    new Metrics((long) ROWS, null, null, null, null, largest, null),
                    new Metrics((long) ROWS, null, null, null, null, null, least),
                    new Metrics((long) ROWS, null, null, count(0), null, null, null),
                    new Metrics((long) ROWS, null, null, values, null, null, null),
                    new Metrics((long) ROWS, null, nulls, null, null, null, null),
                    new Metrics((long) ROWS + 1, null, null, null, null, null, null));
            for (int i = 0; i < lies.size(); i++) {
                List<String> found = findings(column, path, lies.get(i));
                assertEquals(i < 2 ? 2 : 1, found.size(), column + " " + i + found);
            }
        }
    }

    // Would catch: NaN in a bound or among the values that makes a true log untrue, or a wrong number of NaNs.
    @Test
    void boundsExcludeNotANumber() throws IOException {
        for (Column column : List.of(
                new Column("float c", Types.FloatType.get(), -1f, 1f),
                new Column("double c", Types.DoubleType.get(), -1d, 1d))) {
            Object nan = column.type().typeId() == Type.TypeID.FLOAT ? (Object) Float.NaN : (Object) Double.NaN;
            Path path = write(column, column.least(), nan, column.largest());
            for (Object bound : new Object[] {nan, null}) {
                Metrics metrics = new Metrics(
                        (long) ROWS,
                        null,
                        count(ROWS),
                        count(0),
                        count(ROWS / 3),
                        bound(column, bound),
                        bound(column, bound));
                assertEquals(List.of(), findings(column, path, metrics));
            }
            for (long lie : new long[] {0, ROWS}) {
                Metrics metrics = new Metrics((long) ROWS, null, null, null, count(lie), null, null);
                assertEquals(1, findings(column, path, metrics).size());
            }
            Metrics tooHigh = new Metrics((long) ROWS, null, null, null, null, bound(column, column.largest()), null);
            assertEquals(2, findings(column, path, tooHigh).size());
        }
    }

    // Would catch: row groups before the first split, which Iceberg's readers skip.
    @Test
    void comparesTheFirstSplit() throws IOException {
        Column column = COLUMNS.get(0);
        Path path = write(column, 1, 2, 3);
        PartitionSpec spec = PartitionSpec.builderFor(schema(column)).build();
        long end = Files.size(path) - 1;
        for (List<Long> offsets : List.of(List.of(4L), List.of(4L, end), List.of(end, 4L), List.of(end + 1))) {
            assertEquals(
                    List.of(),
                    findings(
                            column,
                            spec,
                            file(spec, path).withSplitOffsets(offsets).build()),
                    "others are not used");
        }
        assertEquals(
                2,
                findings(
                                column,
                                spec,
                                file(spec, path).withSplitOffsets(List.of(end)).build())
                        .size());
    }

    @SuppressWarnings("unchecked")
    private List<String> findings(Column column, Path path, Transform<?, ?> transform, Object value)
            throws IOException {
        PartitionSpec.Builder builder = PartitionSpec.builderFor(schema(column));
        String name = transform.toString();
        PartitionSpec spec = (name.equals("identity")
                        ? builder.identity("c", "p")
                        : name.startsWith("truncate")
                                ? builder.truncate("c", 4, "p")
                                : name.startsWith("bucket")
                                        ? builder.bucket("c", 4, "p")
                                        : switch (name) {
                                            case "year" -> builder.year("c", "p");
                                            case "month" -> builder.month("c", "p");
                                            case "day" -> builder.day("c", "p");
                                            default -> builder.hour("c", "p");
                                        })
                .build();
        Object inPartition = value == null
                ? null
                : ((Transform<Object, Object>) transform).bind(column.type()).apply(value);
        GenericRecord partition = GenericRecord.create(spec.partitionType());
        partition.set(0, inPartition);
        return findings(column, spec, file(spec, path).withPartition(partition).build());
    }

    // Would catch: rows that a filter misses, because the log records another partition for their file.
    @Test
    void comparesPartitionsOfAllTypes() throws IOException {
        TreeSet<String> compared = new TreeSet<>();
        for (Column column : COLUMNS) {
            Path least = Files.move(write(column, column.least()), directory.resolve("least.parquet"));
            Path largest = Files.move(write(column, column.largest()), directory.resolve("largest.parquet"));
            Path nulls = write(column, new Object[] {null});
            for (Transform<?, ?> transform : List.of(
                    Transforms.identity(),
                    Transforms.truncate(4),
                    Transforms.year(),
                    Transforms.month(),
                    Transforms.day(),
                    Transforms.hour(),
                    Transforms.bucket(4))) {
                if (!transform.canTransform(column.type())) {
                    continue;
                }
                assertEquals(List.of(), findings(column, least, transform, column.least()), transform::toString);
                assertEquals(List.of(), findings(column, largest, transform, column.largest()), transform::toString);
                boolean isCompared = !transform.toString().matches("(bucket|truncate).*");
                for (List<String> found : List.of(
                        findings(column, least, transform, column.largest()),
                        findings(column, largest, transform, column.least()))) {
                    assertEquals(isCompared ? 2 : 0, found.size(), transform + " " + found);
                }
                if (transform.isIdentity() || !isCompared) {
                    assertEquals(List.of(), findings(column, nulls, transform, null), transform::toString);
                    assertEquals(1, findings(column, least, transform, null).size(), transform::toString);
                    assertEquals(
                            1,
                            findings(column, nulls, transform, column.least()).size(),
                            transform::toString);
                }
                compared.add(transform.toString());
            }
            Files.delete(least);
            Files.delete(largest);
        }
        assertEquals(7, compared.size(), compared::toString);
    }

    // Would catch: a finding for files from before 1970 whose partition an old Iceberg rounded in the other
    // direction.
    @Test
    void acceptsOldIcebergsRoundingOfPartitions() throws IOException {
        Column column = new Column("int64 c (TIMESTAMP(MICROS,true))", Types.TimestampType.withZone(), -1L, 1L);
        Path path = write(column, column.least());
        assertEquals(List.of(), findings(column, path, Transforms.hour(), column.largest()));
        assertFalse(findings(column, path, Transforms.hour(), 3_600_000_000L).isEmpty());
        assertTrue(findings(column, path, Transforms.hour(), column.least()).isEmpty());
    }
}
