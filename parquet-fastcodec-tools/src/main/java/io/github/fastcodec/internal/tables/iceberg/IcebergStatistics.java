// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import io.github.fastcodec.internal.verify.log.TableLogColumn;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.ByteBuffers;
import org.jspecify.annotations.Nullable;

/** Converts the entries of an Iceberg table's log to {@link TableLogEntry}. Immutable. */
final class IcebergStatistics {

    private static final int FIRST_YEAR = 1970;
    private static final long MICROS_OF_DAY = TimeUnit.DAYS.toMicros(1);
    private static final long MICROS_OF_HOUR = TimeUnit.HOURS.toMicros(1);
    private static final int NANOS_OF_MICRO = 1_000;

    private final Schema schema;
    private final Map<Integer, PartitionSpec> specs;

    IcebergStatistics(Schema schema, Map<Integer, PartitionSpec> specs) {
        this.schema = schema;
        this.specs = specs;
    }

    TableLogEntry entry(FileScanTask task) {
        DataFile file = task.file();
        return new TableLogEntry(
                file.fileSizeInBytes(),
                file.recordCount(),
                0,
                firstSplit(file),
                columns(file),
                partition(file),
                task.deletes().stream().map(ContentFile::location).toList());
    }

    /**
     * Returns the offset of the first split, or 0 if Iceberg does not use the split offsets: it uses them only if they are in
     * order.
     */
    private static long firstSplit(DataFile file) {
        List<Long> offsets = file.splitOffsets();
        if (offsets == null || offsets.isEmpty()) {
            return 0;
        }
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i) <= offsets.get(i - 1)) {
                return 0;
            }
        }
        return offsets.get(0);
    }

    private List<TableLogColumn> columns(DataFile file) {
        Set<Integer> ids = new HashSet<>();
        addIds(file.valueCounts(), ids);
        addIds(file.nullValueCounts(), ids);
        addIds(file.nanValueCounts(), ids);
        addIds(file.lowerBounds(), ids);
        addIds(file.upperBounds(), ids);
        List<TableLogColumn> columns = new ArrayList<>(ids.size());
        for (int id : ids) {
            columns.add(new TableLogColumn(
                    id,
                    null,
                    count(file.valueCounts(), id),
                    count(file.nullValueCounts(), id),
                    count(file.nanValueCounts(), id),
                    bound(file.lowerBounds(), id),
                    bound(file.upperBounds(), id)));
        }
        return columns;
    }

    private static void addIds(@Nullable Map<Integer, ?> byId, Set<Integer> ids) {
        if (byId != null) {
            ids.addAll(byId.keySet());
        }
    }

    private static long count(@Nullable Map<Integer, Long> counts, int id) {
        return counts == null ? TableLogColumn.UNKNOWN : counts.getOrDefault(id, TableLogColumn.UNKNOWN);
    }

    private byte @Nullable [] bound(@Nullable Map<Integer, ByteBuffer> bounds, int id) {
        ByteBuffer bound = bounds == null ? null : bounds.get(id);
        Type type = schema.findType(id);
        if (bound == null || type == null) {
            return null;
        }
        return switch (type.typeId()) {
            case VARIANT, GEOMETRY, GEOGRAPHY -> null; // their bounds differ in form from their values
            case TIMESTAMP_NANO ->
                bound.remaining() != Long.BYTES
                        ? null
                        : micros(Math.floorDiv(
                                bound.duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong(), NANOS_OF_MICRO));
            default -> ByteBuffers.toByteArray(bound);
        };
    }

    /** Returns the bounds and null counts that a file's partition implies for its source columns. */
    private List<TableLogColumn> partition(DataFile file) {
        PartitionSpec spec = specs.get(file.specId());
        List<TableLogColumn> columns = new ArrayList<>();
        for (int i = 0; spec != null && i < spec.fields().size(); i++) {
            PartitionField field = spec.fields().get(i);
            Type source = spec.schema().findType(field.sourceId());
            if (source == null || field.transform().isVoid()) {
                continue; // the column or the field was dropped
            }
            Object value = file.partition().get(i, Object.class);
            byte[][] range =
                    value == null ? new byte[2][] : range(field.transform().toString(), source, value);
            columns.add(new TableLogColumn(
                    field.sourceId(),
                    null,
                    TableLogColumn.UNKNOWN,
                    value == null ? file.recordCount() : 0,
                    TableLogColumn.UNKNOWN,
                    range[0],
                    range[1]));
        }
        return columns;
    }

    /**
     * Returns the least and the largest value that a partition can contain; each is null if the partition's value sets no such
     * limit.
     */
    private static byte[][] range(String transform, Type source, Object value) {
        try {
            return switch (transform) {
                case "identity" -> new byte[][] {bytes(source, value), bytes(source, value)};
                case "year", "month", "day", "hour" -> {
                    int unit = ((Number) value).intValue();
                    // For times before 1970, old versions of Iceberg wrote the number of the next unit.
                    // Iceberg's readers allow for such numbers.
                    yield new byte[][] {
                        start(transform, source, unit <= 0 ? unit - 1L : unit, 0),
                        start(transform, source, unit + 1L, -1)
                    };
                }
                default -> new byte[2][];
            };
        } catch (ArithmeticException | ClassCastException | DateTimeException e) {
            return new byte[2][]; // out of range, or the column's type has changed
        }
    }

    private static byte @Nullable [] bytes(Type type, @Nullable Object value) {
        if (value != null && type.typeId() == Type.TypeID.TIMESTAMP_NANO) {
            return micros(Math.floorDiv((Long) value, NANOS_OF_MICRO));
        }
        ByteBuffer bytes = value == null ? null : Conversions.toByteBuffer(type, value);
        return bytes == null ? null : ByteBuffers.toByteArray(bytes);
    }

    /**
     * Returns the date or time at which a year, a month, a day or an hour begins, plus {@code more}.
     *
     * @param unit the number of the year, month, day or hour, counted from 1970
     * @param more the amount to add to the result: days for a date, otherwise microseconds
     */
    private static byte @Nullable [] start(String transform, Type type, long unit, int more) {
        if (transform.equals("hour")) {
            return micros(Math.multiplyExact(unit, MICROS_OF_HOUR) + more);
        }
        LocalDate first = LocalDate.of(FIRST_YEAR, 1, 1);
        LocalDate start = switch (transform) {
            case "year" -> first.plusYears(unit);
            case "month" -> first.plusMonths(unit);
            default -> first.plusDays(unit);
        };
        return type.typeId() == Type.TypeID.DATE
                ? bytes(type, Math.toIntExact(start.toEpochDay() + more))
                : micros(Math.multiplyExact(start.toEpochDay(), MICROS_OF_DAY) + more);
    }

    private static byte[] micros(long micros) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(micros)
                .array();
    }
}
