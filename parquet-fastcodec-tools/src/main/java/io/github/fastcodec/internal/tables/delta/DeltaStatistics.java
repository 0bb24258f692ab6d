// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.fastcodec.internal.verify.log.TableLogColumn;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Converts the statistics of a file in a Delta table's log to {@link TableLogEntry}. The section "Per-file Statistics" of the
 * Delta protocol defines their form: strings may be truncated, and timestamps have millisecond precision. Immutable.
 */
final class DeltaStatistics {

    /**
     * The key that a field's metadata contains if the type of the field was widened, so that older files contain values in
     * another form.
     */
    private static final String TYPE_CHANGES = "delta.typeChanges";

    /**
     * The first day whose calendar is certain. Spark may write earlier dates and times in another calendar, depending on settings
     * that a file does not record.
     */
    private static final LocalDate FIRST_CERTAIN_DAY = LocalDate.of(1900, 1, 2);

    /** The number of microseconds by which a value may exceed the stated maximum, because maxima are cut to milliseconds. */
    private static final int TRUNCATED_MICROS = 999;

    /** A decimal with fewer digits than this can be recovered exactly from a double. */
    private static final int DIGITS_OF_DOUBLE = 16;

    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .reader();

    private final StructType schema;
    private final StructType partitionSchema;

    DeltaStatistics(StructType schema, StructType partitionSchema) {
        this.schema = schema;
        this.partitionSchema = partitionSchema;
    }

    /**
     * @param length the length of the file, in bytes
     * @param statistics a JSON document, or null if the log has none
     * @param partition the values of the partition columns, keyed by the columns' names in files
     * @param deleted the number of rows that the file's deletion vector deletes, or 0
     * @param deletes the files that contain deletion vectors
     */
    TableLogEntry entry(
            long length,
            @Nullable String statistics,
            Map<String, @Nullable String> partition,
            long deleted,
            List<String> deletes) {
        JsonNode document = MissingNode.getInstance();
        if (statistics != null) {
            try {
                document = JSON.readTree(statistics);
            } catch (JsonProcessingException e) {
                // Delta Lake cannot read the document either, and therefore does not skip the file
            }
        }
        return new TableLogEntry(
                length,
                document.path("numRecords").asLong(TableLogColumn.UNKNOWN),
                deleted,
                0,
                new OneFile(document, deleted).columns(schema),
                partition(partition, document.path("numRecords").asLong(TableLogColumn.UNKNOWN)),
                deletes);
    }

    private static final class OneFile {

        private final JsonNode document;
        private final long rows;
        private final long deleted;

        /** Whether the null counts may include deleted rows. */
        private final boolean isWide;

        private final Map<String, TableLogColumn> columns = new LinkedHashMap<>();
        private final Set<String> ambiguous = new HashSet<>();

        private OneFile(JsonNode document, long deleted) {
            this.document = document;
            this.rows = document.path("numRecords").asLong(TableLogColumn.UNKNOWN);
            this.deleted = deleted;
            this.isWide = !document.path("tightBounds").asBoolean(true);
        }

        private List<TableLogColumn> columns(StructType schema) {
            add(schema, document.path("minValues"), document.path("maxValues"), document.path("nullCount"), "");
            columns.keySet().removeAll(ambiguous);
            return List.copyOf(columns.values());
        }

        private void add(StructType fields, JsonNode least, JsonNode largest, JsonNode nulls, String before) {
            for (StructField field : fields.fields()) {
                String name = DeltaTableLog.physicalName(field);
                String path = before + name;
                if (field.dataType() instanceof StructType struct) {
                    add(struct, least.path(name), largest.path(name), nulls.path(name), path + ".");
                    continue;
                }
                // If there is a deletion vector, neither tight nor wide bounds need to hold for deleted rows: a
                // writer may have computed the bounds from the remaining rows, and then deleted more rows.
                boolean areBoundsValid = deleted == 0 && !field.metadata().contains(TYPE_CHANGES);
                TableLogColumn column = new TableLogColumn(
                        null,
                        path,
                        TableLogColumn.UNKNOWN,
                        nulls(nulls.path(name).asLong(TableLogColumn.UNKNOWN)),
                        TableLogColumn.UNKNOWN,
                        areBoundsValid ? value(field.dataType(), least.path(name), false) : null,
                        areBoundsValid ? value(field.dataType(), largest.path(name), true) : null);
                if (columns.put(path, column) != null) {
                    ambiguous.add(path); // a name with a dot may equal the path of a field in a group
                }
            }
        }

        /**
         * Returns the null count of the remaining rows. If the stated count may include deleted rows, the result is known only if
         * all values are null or no value is null.
         */
        private long nulls(long stated) {
            if (!isWide || stated == 0) {
                return stated;
            }
            return stated == rows ? Math.max(0, rows - deleted) : TableLogColumn.UNKNOWN;
        }
    }

    /** Returns the bounds and null counts that a file's partition implies for columns that the file may also contain. */
    private List<TableLogColumn> partition(Map<String, @Nullable String> partition, long rows) {
        List<TableLogColumn> columns = new ArrayList<>();
        for (StructField field : partitionSchema.fields()) {
            String name = DeltaTableLog.physicalName(field);
            if (!partition.containsKey(name)) {
                continue;
            }
            String text = partition.get(name);
            boolean isNull = text == null || text.isEmpty(); // the protocol writes null as an empty string
            JsonNode value = isNull ? MissingNode.getInstance() : node(field.dataType(), text);
            columns.add(new TableLogColumn(
                    null,
                    name,
                    TableLogColumn.UNKNOWN,
                    isNull ? rows : 0,
                    TableLogColumn.UNKNOWN,
                    value(field.dataType(), value, false),
                    value(field.dataType(), value, true)));
        }
        return columns;
    }

    /**
     * Returns a partition value in the form of statistics, or a missing node for a timestamp, because its time zone is unknown.
     */
    private static JsonNode node(DataType type, String text) {
        if (type.equals(DataTypes.TimestampType) || type.equals(DataTypes.TimestampNTZType)) {
            return MissingNode.getInstance();
        }
        try {
            return type instanceof NumericType ? JSON.readTree(text) : TextNode.valueOf(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance(); // NaN, or an infinity
        }
    }

    /**
     * Returns a value in the form of {@link TableLogColumn}, or null if the value is missing or its type has no such form.
     *
     * @param isUpper whether the value is an upper bound, rather than a lower one
     */
    private static byte @Nullable [] value(DataType type, JsonNode value, boolean isUpper) {
        try {
            if (value.isIntegralNumber()
                    && (type.equals(DataTypes.ByteType)
                            || type.equals(DataTypes.ShortType)
                            || type.equals(DataTypes.IntegerType))) {
                return bytes(Integer.BYTES).putInt(value.intValue()).array();
            }
            if (value.isIntegralNumber() && type.equals(DataTypes.LongType)) {
                return bytes(Long.BYTES).putLong(value.longValue()).array();
            }
            if (value.isNumber() && type.equals(DataTypes.FloatType)) {
                return bytes(Float.BYTES)
                        .putFloat(Float.parseFloat(value.asText()))
                        .array();
            }
            if (value.isNumber() && type.equals(DataTypes.DoubleType)) {
                return bytes(Double.BYTES).putDouble(value.doubleValue()).array();
            }
            if (value.isNumber() && type instanceof DecimalType decimal) {
                return decimal(value.decimalValue(), decimal, isUpper);
            }
            if (!value.isTextual()) {
                return null;
            }
            if (type.equals(DataTypes.StringType)) {
                return value.textValue().getBytes(StandardCharsets.UTF_8);
            }
            if (type.equals(DataTypes.DateType)) {
                return day(LocalDate.parse(value.textValue()));
            }
            if (type.equals(DataTypes.TimestampType)) {
                return time(
                        OffsetDateTime.parse(value.textValue().replace(' ', 'T'))
                                .atZoneSameInstant(ZoneOffset.UTC)
                                .toLocalDateTime(),
                        isUpper);
            }
            return type.equals(DataTypes.TimestampNTZType)
                    ? time(LocalDateTime.parse(value.textValue().replace(' ', 'T')), isUpper)
                    : null;
        } catch (DateTimeException | ArithmeticException e) {
            return null; // the value is in another form, or too large
        }
    }

    /**
     * Returns the bytes of a decimal bound. Some writers convert decimals to doubles first, so a bound with many digits is
     * widened by the rounding error.
     */
    private static byte[] decimal(BigDecimal number, DecimalType type, boolean isUpper) {
        BigDecimal error = type.precision() < DIGITS_OF_DOUBLE
                ? BigDecimal.ZERO
                : BigDecimal.valueOf(Math.ulp(number.doubleValue()));
        BigDecimal bound = isUpper
                ? number.add(error).setScale(type.scale(), RoundingMode.CEILING)
                : number.subtract(error).setScale(type.scale(), RoundingMode.FLOOR);
        return bound.unscaledValue().toByteArray();
    }

    private static byte @Nullable [] day(LocalDate day) {
        return day.isBefore(FIRST_CERTAIN_DAY)
                ? null
                : bytes(Integer.BYTES).putInt(Math.toIntExact(day.toEpochDay())).array();
    }

    private static byte @Nullable [] time(LocalDateTime time, boolean isUpper) {
        return time.toLocalDate().isBefore(FIRST_CERTAIN_DAY)
                ? null
                : bytes(Long.BYTES)
                        .putLong(ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), time)
                                + (isUpper ? TRUNCATED_MICROS : 0))
                        .array();
    }

    private static ByteBuffer bytes(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
