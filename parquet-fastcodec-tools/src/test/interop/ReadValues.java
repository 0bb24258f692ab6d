// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.Column;
import org.apache.parquet.filter2.predicate.Operators.SupportsEqNotEq;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Reads paths from the standard input, and answers each with a line: the values that parquet-java reads, by column, as JSON in
 * the form of oracle.py, or "!" and the reason why there are none. With the argument "filters", reads the rows of some values of
 * each column too, with and without statistics, dictionaries and indexes; different rows are a reason too.
 */
public final class ReadValues {

    /** The number of values of a column that are looked for. */
    private static final int VALUES = 4;

    private static final class Builder extends ParquetReader.Builder<Group> {

        Builder(InputFile file) {
            super(file);
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        boolean filters = List.of(arguments).contains("filters");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String path = in.readLine(); path != null; path = in.readLine()) {
            try {
                out.println(read(Path.of(path), filters));
            } catch (Throwable e) { // parquet-java throws many kinds
                out.println("!" + (e + (e.getCause() == null ? "" : ", " + e.getCause())).replaceAll("\\s+", " "));
            }
        }
    }

    private static String read(Path path, boolean filters) throws IOException {
        MessageType schema;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path))) {
            schema = reader.getFileMetaData().getSchema();
        }
        List<Group> rows = rows(new Builder(new LocalInputFile(path)));
        for (ColumnDescriptor column : filters ? schema.getColumns() : List.<ColumnDescriptor>of()) {
            if (column.getPath().length == 1 && column.getMaxRepetitionLevel() == 0) {
                for (Map.Entry<FilterPredicate, List<Group>> filter :
                        filters(rows, column).entrySet()) {
                    String found = text(
                            schema,
                            rows(new Builder(new LocalInputFile(path)).withFilter(FilterCompat.get(filter.getKey()))));
                    String expected = text(schema, filter.getValue());
                    if (!found.equals(expected)) {
                        return "!the filter " + filter.getKey() + " returns " + found + ", expected " + expected;
                    }
                }
            }
        }
        return text(schema, rows);
    }

    /** Returns filters for some values of a column, each with the rows that it must return. */
    private static Map<FilterPredicate, List<Group>> filters(List<Group> rows, ColumnDescriptor column) {
        String name = column.getPath()[0];
        return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case INT32 -> filters(rows, name, FilterApi.intColumn(name), Group::getInteger);
            case INT64 -> filters(rows, name, FilterApi.longColumn(name), Group::getLong);
            case DOUBLE -> filters(rows, name, FilterApi.doubleColumn(name), Group::getDouble);
            case FLOAT -> filters(rows, name, FilterApi.floatColumn(name), Group::getFloat);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> filters(rows, name, FilterApi.binaryColumn(name), Group::getBinary);
            default -> Map.of();
        };
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsEqNotEq>
            Map<FilterPredicate, List<Group>> filters(List<Group> rows, String name, C column, Value<T> value) {
        Map<String, List<Group>> byValue = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> field(row, row.getType(), row.getType().getFieldIndex(name))));
        Map<FilterPredicate, List<Group>> filters = new LinkedHashMap<>();
        filters.put(FilterApi.eq(column, null), byValue.getOrDefault("null", List.of()));
        byValue.remove("null");
        byValue.values().stream()
                .limit(VALUES)
                .forEach(equal -> filters.put(FilterApi.eq(column, value.of(equal.get(0), name, 0)), equal));
        return filters;
    }

    /** Returns a value of a row. */
    private interface Value<T> {
        T of(Group row, String name, int index);
    }

    private static List<Group> rows(ParquetReader.Builder<Group> builder) throws IOException {
        List<Group> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = builder.build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static String text(GroupType schema, List<Group> rows) {
        return list(schema.getFieldCount(), field -> list(rows.size(), row -> field(rows.get(row), schema, field)));
    }

    private static String list(int size, IntFunction<String> element) {
        return IntStream.range(0, size).mapToObj(element).collect(Collectors.joining(",", "[", "]"));
    }

    private static String field(Group group, GroupType type, int field) {
        Type child = type.getType(field);
        if (child.isRepetition(Type.Repetition.REPEATED)) {
            return list(group.getFieldRepetitionCount(field), i -> value(group, field, i, child));
        }
        return group.getFieldRepetitionCount(field) == 0 ? "null" : value(group, field, 0, child);
    }

    private static String value(Group group, int field, int index, Type type) {
        if (type.isPrimitive()) {
            return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
                case INT32 -> String.valueOf(group.getInteger(field, index));
                case INT64 -> String.valueOf(group.getLong(field, index));
                case BOOLEAN -> String.valueOf(group.getBoolean(field, index));
                case FLOAT -> bits(group.getFloat(field, index));
                case DOUBLE -> bits(group.getDouble(field, index));
                case INT96 ->
                    '"' + HexFormat.of().formatHex(group.getInt96(field, index).getBytes()) + '"';
                default ->
                    type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation
                            ? new BigInteger(group.getBinary(field, index).getBytes()).toString()
                            : '"'
                                    + HexFormat.of()
                                            .formatHex(group.getBinary(field, index)
                                                    .getBytes())
                                    + '"';
            };
        }
        Group inner = group.getGroup(field, index);
        GroupType fields = type.asGroupType();
        boolean isMap = fields.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation;
        if (isMap || fields.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
            if (fields.getType(0).isPrimitive()) {
                return field(inner, fields, 0);
            }
            GroupType repeated = fields.getType(0).asGroupType();
            if (!isMap && repeated.getFieldCount() > 1) {
                return list(inner.getFieldRepetitionCount(0), i -> fields(inner.getGroup(0, i), repeated));
            } else if (!isMap) {
                return list(inner.getFieldRepetitionCount(0), i -> field(inner.getGroup(0, i), repeated, 0));
            }
            Map<String, String> entries = new LinkedHashMap<>(); // the last value of a repeated key counts
            for (int i = 0; i < inner.getFieldRepetitionCount(0); i++) {
                entries.put(field(inner.getGroup(0, i), repeated, 0), fields(inner.getGroup(0, i), repeated));
            }
            return "[" + String.join(",", entries.values()) + "]";
        }
        return fields(inner, fields);
    }

    private static String fields(Group group, GroupType type) {
        return list(type.getFieldCount(), field -> field(group, type, field));
    }

    private static String bits(double value) {
        return Double.isNaN(value)
                ? "\"nan\""
                : '"' + HexFormat.of().toHexDigits(Double.doubleToRawLongBits(value)) + '"';
    }
}
