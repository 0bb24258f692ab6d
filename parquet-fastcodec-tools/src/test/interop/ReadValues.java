// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
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
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/**
 * Reads paths from the standard input, and answers each with a line: the values that parquet-java reads, by column, as JSON in
 * the form of oracle.py, or "!" and the reason why there are none.
 */
public final class ReadValues {

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
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String path = in.readLine(); path != null; path = in.readLine()) {
            try {
                out.println(read(Path.of(path)));
            } catch (Throwable e) { // parquet-java throws many kinds
                out.println("!" + (e + (e.getCause() == null ? "" : ", " + e.getCause())).replaceAll("\\s+", " "));
            }
        }
    }

    private static String read(Path path) throws IOException {
        GroupType schema;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path))) {
            schema = reader.getFileMetaData().getSchema();
        }
        List<Group> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = new Builder(new LocalInputFile(path)).build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row);
            }
        }
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
                default ->
                    '"' + HexFormat.of().formatHex(group.getBinary(field, index).getBytes()) + '"';
            };
        }
        Group inner = group.getGroup(field, index);
        GroupType fields = type.asGroupType();
        boolean isMap = fields.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation;
        if (isMap || fields.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
            GroupType repeated = fields.getType(0).asGroupType();
            if (!isMap) {
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
