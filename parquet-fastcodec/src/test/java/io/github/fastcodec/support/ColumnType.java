// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * The types of dataset.py. Each reads a value from the expected data and from a Parquet record in the same form, which
 * {@link Object#equals} compares exactly, and writes it to a record.
 */
public enum ColumnType {
    INT32(
            primitive(PrimitiveTypeName.INT32, null),
            JsonNode::intValue,
            (record, field) -> record.getInteger(field, 0),
            (record, field, value) -> record.add(field, (Integer) value)),
    INT64(
            primitive(PrimitiveTypeName.INT64, null),
            JsonNode::longValue,
            (record, field) -> record.getLong(field, 0),
            (record, field, value) -> record.add(field, (Long) value)),
    /** As bits, because equality of numbers does not distinguish the zeros. */
    DOUBLE(
            primitive(PrimitiveTypeName.DOUBLE, null),
            digits -> HexFormat.fromHexDigitsToLong(digits.textValue()),
            (record, field) -> Double.doubleToRawLongBits(record.getDouble(field, 0)),
            (record, field, bits) -> record.add(field, Double.longBitsToDouble((Long) bits))),
    STRING(
            primitive(PrimitiveTypeName.BINARY, stringType()),
            JsonNode::textValue,
            (record, field) -> record.getString(field, 0),
            (record, field, value) -> record.add(field, (String) value)),
    RUN(STRING.schema, run -> run.get(0).textValue().repeat(run.get(1).intValue()), STRING.reader, STRING.writer),
    BOOLEAN(
            primitive(PrimitiveTypeName.BOOLEAN, null),
            JsonNode::booleanValue,
            (record, field) -> record.getBoolean(field, 0),
            (record, field, value) -> record.add(field, (Boolean) value)),
    BINARY(
            primitive(PrimitiveTypeName.BINARY, null),
            JsonNode::textValue,
            (record, field) ->
                    HexFormat.of().formatHex(record.getBinary(field, 0).getBytes()),
            (record, field, digits) -> record.add(
                    field, Binary.fromConstantByteArray(HexFormat.of().parseHex((String) digits)))),
    NOISE(BINARY.schema, ColumnType::expectedNoise, BINARY.reader, BINARY.writer),
    TIMESTAMP(
            primitive(PrimitiveTypeName.INT64, timestampType(false, TimeUnit.MICROS)),
            INT64.expected,
            INT64.reader,
            INT64.writer),
    DECIMAL(
            primitive(PrimitiveTypeName.INT64, decimalType(3, 12)),
            digits -> new BigDecimal(digits.textValue()),
            ColumnType::readDecimal,
            (record, field, value) ->
                    record.add(field, ((BigDecimal) value).unscaledValue().longValueExact())),
    /** The elements by position, because writers name them differently. */
    LIST(
            name -> Types.optionalList()
                    .optionalElement(PrimitiveTypeName.INT64)
                    .named(name),
            ColumnType::expectedList,
            ColumnType::readList,
            ColumnType::writeList),
    STRUCT(
            name -> Types.optionalGroup()
                    .addField(INT32.schema("a"))
                    .addField(STRING.schema("b"))
                    .named(name),
            struct -> Arrays.asList(INT32.expected(struct.get("a")), STRING.expected(struct.get("b"))),
            ColumnType::readStruct,
            ColumnType::writeStruct);

    private interface Reader {
        Object read(Group record, int field);
    }

    private interface Writer {
        void write(Group record, int field, Object value);
    }

    private final Function<String, Type> schema;
    private final Function<JsonNode, Object> expected;
    private final Reader reader;
    private final Writer writer;

    ColumnType(Function<String, Type> schema, Function<JsonNode, Object> expected, Reader reader, Writer writer) {
        this.schema = schema;
        this.expected = expected;
        this.reader = reader;
        this.writer = writer;
    }

    /** Returns an optional column of this type. */
    public Type schema(String name) {
        return schema.apply(name);
    }

    /** Returns a value of the expected data, or null. */
    public Object expected(JsonNode value) {
        return value.isNull() ? null : expected.apply(value);
    }

    /** Returns a record's value, or null. */
    public Object read(Group record, int field) {
        return record.getFieldRepetitionCount(field) == 0 ? null : reader.read(record, field);
    }

    /** Adds a value to a record, or leaves the field null. */
    public void write(Group record, int field, Object value) {
        if (value != null) {
            writer.write(record, field, value);
        }
    }

    private static Function<String, Type> primitive(PrimitiveTypeName type, LogicalTypeAnnotation annotation) {
        return name -> Types.optional(type).as(annotation).named(name);
    }

    /** DuckDB writes decimals as INT64, pyarrow and polars as bytes. */
    private static Object readDecimal(Group record, int field) {
        int scale = 3;
        if (record.getType().getType(field).asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT64) {
            return BigDecimal.valueOf(record.getLong(field, 0), scale);
        }
        return new BigDecimal(new BigInteger(record.getBinary(field, 0).getBytes()), scale);
    }

    private static Object expectedNoise(JsonNode pieces) {
        StringBuilder digits = new StringBuilder();
        for (JsonNode piece : pieces) {
            byte[] noise = noise(piece.get(0).textValue(), piece.get(1).intValue());
            digits.append(HexFormat.of().formatHex(noise));
        }
        return digits.toString();
    }

    private static byte[] noise(String seed, int length) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            ByteArrayOutputStream noise = new ByteArrayOutputStream();
            for (int i = 0; noise.size() < length; i++) {
                noise.writeBytes(hash.digest((seed + " " + i).getBytes(StandardCharsets.UTF_8)));
            }
            return Arrays.copyOf(noise.toByteArray(), length);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object expectedList(JsonNode list) {
        List<Object> elements = new ArrayList<>();
        list.forEach(element -> elements.add(INT64.expected(element)));
        return elements;
    }

    private static Object readList(Group record, int field) {
        Group list = record.getGroup(field, 0);
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
            elements.add(INT64.read(list.getGroup(0, i), 0));
        }
        return elements;
    }

    private static void writeList(Group record, int field, Object elements) {
        Group list = record.addGroup(field);
        for (Object element : (List<?>) elements) {
            INT64.write(list.addGroup(0), 0, element);
        }
    }

    private static Object readStruct(Group record, int field) {
        Group struct = record.getGroup(field, 0);
        return Arrays.asList(INT32.read(struct, 0), STRING.read(struct, 1));
    }

    private static void writeStruct(Group record, int field, Object members) {
        Group struct = record.addGroup(field);
        INT32.write(struct, 0, ((List<?>) members).get(0));
        STRING.write(struct, 1, ((List<?>) members).get(1));
    }
}
