// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Random rows, the same for the same seed, and their values as nested lists, which can be compared.
 *
 * @param values the values of each field of each row: none for null, one, or several if the field is repeated
 */
public record Rows(MessageType schema, long seed, List<Group> groups, List<List<?>> values) {

    /** Fields of this name have no value in any row. */
    public static final String ALWAYS_NULL = "always_null";

    private static final int MAX_REPEATS = 3;

    /** Returns {@code count} rows in which an optional field is null with the probability {@code nulls}. */
    public static Rows random(MessageType schema, int count, double nulls, long seed) {
        Random random = new Random(seed);
        return of(
                schema,
                seed,
                IntStream.range(0, count)
                        .mapToObj(row -> {
                            Group group = new SimpleGroup(schema);
                            fill(group, schema, nulls, random);
                            return group;
                        })
                        .collect(Collectors.toList()));
    }

    /** Returns rows from existing groups. */
    public static Rows of(MessageType schema, long seed, List<Group> groups) {
        return new Rows(
                schema, seed, groups, groups.stream().map(Rows::valuesOf).collect(Collectors.toList()));
    }

    /** Asserts that the given rows, in the form of {@link #valuesOf}, equal these rows. */
    public void assertEqualTo(List<List<?>> actual) {
        assertEquals(values.size(), actual.size(), () -> "rows, seed " + seed);
        for (int i = 0; i < values.size(); i++) {
            int row = i;
            assertEquals(values.get(row), actual.get(row), () -> "row " + row + ", seed " + seed);
        }
    }

    /** Writes the rows to a writer, which stays open. */
    public void writeTo(ParquetWriter<Group> writer) throws IOException {
        for (Group group : groups) {
            writer.write(group);
        }
    }

    /** Reads the remaining rows of a reader, as {@link #valuesOf} gives them. */
    public static List<List<?>> rest(ParquetReader<Group> reader) throws IOException {
        List<List<?>> rows = new ArrayList<>();
        for (Group group = reader.read(); group != null; group = reader.read()) {
            rows.add(valuesOf(group));
        }
        return rows;
    }

    /** Returns a row's values as nested lists. */
    public static List<?> valuesOf(Group group) {
        GroupType type = group.getType();
        List<List<?>> fields = new ArrayList<>(type.getFieldCount());
        for (int i = 0; i < type.getFieldCount(); i++) {
            int field = i;
            fields.add(IntStream.range(0, group.getFieldRepetitionCount(field))
                    .mapToObj(n -> type.getType(field).isPrimitive()
                            ? primitive(group, type.getType(field).asPrimitiveType(), field, n)
                            : valuesOf(group.getGroup(field, n)))
                    .collect(Collectors.toList()));
        }
        return fields;
    }

    private static Object primitive(Group group, PrimitiveType type, int field, int n) {
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> group.getInteger(field, n);
            case INT64 -> group.getLong(field, n);
            case FLOAT -> group.getFloat(field, n);
            case DOUBLE -> group.getDouble(field, n);
            case BOOLEAN -> group.getBoolean(field, n);
            case BINARY, FIXED_LEN_BYTE_ARRAY -> group.getBinary(field, n);
            case INT96 -> group.getInt96(field, n);
        };
    }

    private static void fill(Group group, GroupType type, double nulls, Random random) {
        for (int i = 0; i < type.getFieldCount(); i++) {
            Type field = type.getType(i);
            for (int n = repeats(field, nulls, random); n > 0; n--) {
                if (field.isPrimitive()) {
                    add(group, i, field.asPrimitiveType(), random);
                } else {
                    fill(group.addGroup(i), field.asGroupType(), nulls, random);
                }
            }
        }
    }

    private static int repeats(Type field, double nulls, Random random) {
        if (field.getName().equals(ALWAYS_NULL)) {
            return 0;
        }
        return switch (field.getRepetition()) {
            case REQUIRED -> 1;
            case OPTIONAL -> random.nextDouble() < nulls ? 0 : 1;
            case REPEATED -> random.nextInt(MAX_REPEATS + 1);
        };
    }

    private static void add(Group group, int field, PrimitiveType type, Random random) {
        switch (type.getPrimitiveTypeName()) {
            case INT32 -> group.add(field, random.nextInt(100)); // few, for dictionaries
            case INT64 -> group.add(field, random.nextLong()); // incompressible
            case FLOAT -> group.add(field, random.nextFloat());
            case DOUBLE -> group.add(field, random.nextInt(1000) / 8.0);
            case BOOLEAN -> group.add(field, random.nextBoolean());
            case BINARY -> group.add(field, text(random));
            case FIXED_LEN_BYTE_ARRAY -> group.add(field, bytes(type.getTypeLength(), random));
            case INT96 -> group.add(field, bytes(12, random));
        }
    }

    /** Returns a few words, which compress. */
    public static String text(Random random) {
        return IntStream.range(0, 1 + random.nextInt(12))
                .mapToObj(n -> "word" + random.nextInt(300))
                .collect(Collectors.joining(" "));
    }

    private static Binary bytes(int length, Random random) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return Binary.fromConstantByteArray(bytes);
    }
}
