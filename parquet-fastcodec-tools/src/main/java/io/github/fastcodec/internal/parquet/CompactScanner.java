// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Scans structures of Thrift's compact protocol in a range of an array. Every claimed length is checked against the remaining
 * bytes before memory is allocated for it. No byte outside the range is read. Not thread-safe.
 *
 * <p>To read a structure, call {@link #struct}, then {@link Struct#next} until it returns false, with exactly one read or
 * {@link Struct#skip} for each field.
 */
final class CompactScanner {

    /** The maximum nesting of structures. The deepest known structure, geometry statistics in a footer, has a depth of 7. */
    static final int MAX_DEPTH = 64;

    static final int BOOLEAN_TRUE = 1;
    static final int BOOLEAN_FALSE = 2;
    static final int I32 = 5;
    static final int I64 = 6;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int STRUCT = 12;

    private static final String[] TYPE_NAMES = {
        "stop", "true", "false", "i8", "i16", "i32", "i64", "double", "binary", "list", "set", "map", "struct", "uuid"
    };

    /** Thrown if the range ends inside a structure. A longer range may contain the whole structure. */
    static final class Truncated extends FileDefect {

        private static final long serialVersionUID = 1L;

        private Truncated(String message) {
            super(message);
        }
    }

    private final byte[] bytes;
    private final int end;
    private final long origin;
    private int position;
    private int depth;

    /**
     * Creates a scanner of {@code bytes[start, end)}.
     *
     * @param origin the offset of {@code bytes[0]} in the file, for messages
     */
    CompactScanner(byte[] bytes, int start, int end, long origin) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
        this.origin = origin;
    }

    /** Returns the index of the next byte in the array. */
    int position() {
        return position;
    }

    /** Begins a structure that is not a field: the outermost structure, or an element of a list. */
    Struct struct(Object name) throws FileDefect {
        descend(name);
        return new Struct(name);
    }

    private void descend(Object name) throws FileDefect {
        if (++depth > MAX_DEPTH) {
            throw defect(name, "at most " + MAX_DEPTH + " nested structures", "more");
        }
    }

    private FileDefect defect(Object name, String expected, String got) {
        return new FileDefect(
                name + " at offset " + (origin + position) + " is malformed: expected " + expected + ", got " + got);
    }

    private Truncated truncated(Object name, long missing) {
        return new Truncated(
                name + " is truncated at offset " + (origin + end) + ": expected " + missing + " more bytes, got none");
    }

    private int next(Object name) throws FileDefect {
        if (position >= end) {
            throw truncated(name, 1);
        }
        return bytes[position++] & 0xff;
    }

    private void advance(long count, Object name) throws FileDefect {
        if (count > end - position) {
            throw truncated(name, count - (end - position));
        }
        position += (int) count;
    }

    private long varint(Object name, int maxBits) throws FileDefect {
        int first = position;
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = next(name);
            long part = next & 0x7f;
            if (shift >= maxBits || part >>> Math.min(63, maxBits - shift) != 0) {
                position = first;
                throw defect(name, "a number of " + maxBits + " bits", "a longer one");
            }
            value |= part << shift;
            if (next < 0x80) {
                return value;
            }
        }
    }

    private static long decodeZigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }

    /** Reads a number of bytes or elements, and requires that at least {@code bytesEach} bytes remain for each of them. */
    private int count(Object name, int bytesEach) throws FileDefect {
        long count = varint(name, 32);
        requireCount(name, count, bytesEach);
        return (int) count;
    }

    private void requireCount(Object name, long count, int bytesEach) throws FileDefect {
        if (count * bytesEach > end - position) {
            throw truncated(name, count * bytesEach - (end - position));
        }
    }

    private void skip(int type, Object name) throws FileDefect {
        switch (type) {
            case BOOLEAN_TRUE, BOOLEAN_FALSE, 3 -> advance(1, name);
            case 4 -> varint(name, 16);
            case I32 -> varint(name, 32);
            case I64 -> varint(name, 64);
            case 7 -> advance(8, name);
            case BINARY -> advance(count(name, 1), name);
            case LIST, 10 -> skipList(name);
            case 11 -> skipMap(name);
            case STRUCT -> {
                for (Struct struct = struct(name); struct.next(); ) {
                    struct.skip();
                }
            }
            default -> throw defect(name, "a type from 1 to 12", String.valueOf(type)); // DuckDB's Thrift has no UUIDs
        }
    }

    private void skipList(Object name) throws FileDefect {
        descend(name);
        int header = next(name);
        int count = size(header, name);
        for (int i = 0; i < count; i++) {
            skip(header & 0xf, name);
        }
        depth--;
    }

    private void skipMap(Object name) throws FileDefect {
        descend(name);
        int count = count(name, 2);
        if (count > 0) {
            int types = next(name);
            for (int i = 0; i < count; i++) {
                skip(types >>> 4, name);
                skip(types & 0xf, name);
            }
        }
        depth--;
    }

    /**
     * Returns the number of elements in a list; each takes at least one byte. Like readers, checks the type even if the list is
     * empty.
     */
    private int size(int header, Object name) throws FileDefect {
        if ((header & 0xf) > STRUCT) {
            throw defect(name, "a list of a type up to " + STRUCT, "a list of " + typeName(header & 0xf));
        }
        int size = header >>> 4;
        if (size == 15) {
            return count(name, 1);
        }
        requireCount(name, size, 1);
        return size;
    }

    /** Reads an element of {@link Struct#booleans}. */
    boolean booleanElement() throws FileDefect {
        return next("bool") == BOOLEAN_TRUE;
    }

    /** Reads an element of a list of {@link #BINARY}. */
    byte[] bytesElement() throws FileDefect {
        int length = count("binary", 1);
        byte[] element = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return element;
    }

    /** Reads an element of a list of {@link #I32}. */
    int i32Element() throws FileDefect {
        return (int) decodeZigzag(varint("i32", 32));
    }

    /** Reads an element of a list of {@link #I64}. */
    long i64Element() throws FileDefect {
        return decodeZigzag(varint("i64", 64));
    }

    private static String typeName(int type) {
        return type < TYPE_NAMES.length ? TYPE_NAMES[type] : "type " + type;
    }

    /** A structure that is being read. */
    final class Struct {

        private final Object name;
        private long seen;
        private int id;
        private int type;
        private int header;
        private int value;

        private Struct(Object name) {
            this.name = name;
        }

        /** Advances to the next field, or ends the structure and returns false. */
        boolean next() throws FileDefect {
            header = position;
            int first = CompactScanner.this.next(name);
            type = first & 0xf;
            if (type == 0) {
                if (first != 0) {
                    position = header;
                    throw defect(name, "a field or the byte 0", "the byte " + first);
                }
                depth--;
                return false;
            }
            int delta = first >>> 4;
            id = delta == 0 ? (short) decodeZigzag(varint(name, 16)) : id + delta;
            value = position;
            if (id > Short.MAX_VALUE) {
                position = header;
                throw defect(name, "a field from 1 to " + Short.MAX_VALUE, String.valueOf(id));
            }
            requireOnce();
            return true;
        }

        /** Refuses a field that occurs twice: some readers take the first and others the last, so the file is ambiguous. */
        private void requireOnce() throws FileDefect {
            if (id < 0 || id >= Long.SIZE) {
                return;
            }
            if (has(id)) {
                position = header;
                throw defect(name, "each field once", "field " + id + " twice");
            }
            seen |= 1L << id;
        }

        int id() {
            return id;
        }

        /**
         * Requires the fields from 1 to {@code last}. The end of the structure must have been read. Readers refuse a structure
         * that lacks one of these fields.
         */
        void requireFields(int last) throws FileDefect {
            for (int required = 1; required <= last; required++) {
                requireField(required);
            }
        }

        void requireField(int required) throws FileDefect {
            if (!has(required)) {
                throw new FileDefect(name + " before offset " + (origin + position) + " lacks its field " + required);
            }
        }

        /**
         * Returns the name of the field for messages. The string is built only when a message needs it, not for each field that
         * is read.
         */
        @Override
        public String toString() {
            return name + " field " + id;
        }

        /** Requires that the field has the expected type; {@link #BOOLEAN_TRUE} matches a boolean of either value. */
        void require(int expected) throws FileDefect {
            if (!is(expected)) {
                position = header;
                throw defect(this, typeName(expected), typeName(type));
            }
        }

        /** Reads the field as an i32. */
        int i32() throws FileDefect {
            require(I32);
            return (int) decodeZigzag(varint(this, 32));
        }

        /** Reads the field as an i64. */
        long i64() throws FileDefect {
            require(I64);
            return decodeZigzag(varint(this, 64));
        }

        /** Reads the field as a boolean, whose value is in the low half of the field's header. */
        boolean bool() throws FileDefect {
            require(BOOLEAN_TRUE);
            return type == BOOLEAN_TRUE;
        }

        /**
         * Copies the field. Its value must have been read or skipped, and must not be a boolean.
         *
         * @param before the id of the field that was written last, or 0 if this field is the first
         * @param valueEnd the index in the array where the value ends
         */
        void copy(int before, int valueEnd, ByteArrayOutputStream out) {
            writeHeader(before, id, type, out);
            out.write(bytes, value, valueEnd - value);
        }

        /** Returns the index in the array where the field starts. */
        int start() {
            return header;
        }

        /**
         * Returns the index in the array where the field's value starts; for a boolean, that of the field's header. The value
         * must not have been read yet.
         */
        int valueStart() {
            return type == BOOLEAN_TRUE || type == BOOLEAN_FALSE ? header : position;
        }

        /** Returns whether a field has occurred in the structure so far. */
        boolean has(int field) {
            return (seen & 1L << field) != 0;
        }

        /** Reads the field as a UTF-8 string. */
        String string() throws FileDefect {
            require(BINARY);
            return text(this);
        }

        /** Reads an optional string. Like Thrift's readers, skips a field of another type, which counts as an empty string. */
        String optionalString() throws FileDefect {
            if (is(BINARY)) {
                return string();
            }
            skip();
            return "";
        }

        /** Reads the field as a list of strings, and joins them with dots into the path of a column. */
        String dottedPath() throws FileDefect {
            int count = list(BINARY);
            StringBuilder path = new StringBuilder();
            for (int i = 0; i < count; i++) {
                path.append(i == 0 ? "" : ".").append(text(this));
            }
            return path.toString();
        }

        /**
         * Reads the header of a list of the given element type, and returns the number of elements; each takes at least one byte.
         */
        int list(int elementType) throws FileDefect {
            require(LIST);
            int first = CompactScanner.this.next(this);
            int count = size(first, this);
            if (count > 0 && (first & 0xf) != elementType) {
                position = header;
                throw defect(this, "a list of " + typeName(elementType), "a list of " + typeName(first & 0xf));
            }
            return count;
        }

        /** Does the same as {@link #list} for an optional list. A field of another type is skipped and counts as an empty list. */
        int optionalList(int elementType) throws FileDefect {
            if (is(LIST)) {
                return list(elementType);
            }
            skip();
            return 0;
        }

        /**
         * Reads the header of a list of booleans, and returns the number of elements. The element type is 1 or 2, depending on
         * the writer.
         */
        int booleans() throws FileDefect {
            int type = position < end ? bytes[position] & 0xf : BOOLEAN_TRUE;
            return list(type == BOOLEAN_FALSE ? BOOLEAN_FALSE : BOOLEAN_TRUE);
        }

        /** Reads the field as a structure. */
        Struct struct(String structName) throws FileDefect {
            require(STRUCT);
            return CompactScanner.this.struct(structName);
        }

        /** Returns whether the field has the expected type; {@link #BOOLEAN_TRUE} matches a boolean of either value. */
        boolean is(int expected) {
            return type == expected || expected == BOOLEAN_TRUE && type == BOOLEAN_FALSE;
        }

        /** Skips the field. */
        void skip() throws FileDefect {
            if (type != BOOLEAN_TRUE && type != BOOLEAN_FALSE) {
                CompactScanner.this.skip(type, this);
            }
        }

        /**
         * Returns the defect for an unknown field in a structure that contains file offsets, because the field may be a file
         * offset, too.
         */
        FileDefect unknown() {
            return new FileDefect(name + " has the unknown field " + id + " at offset " + (origin + header)
                    + ", which may hold a file offset that would be wrong afterwards");
        }
    }

    private static void writeHeader(int before, int field, int type, ByteArrayOutputStream out) {
        int delta = field - before;
        if (delta > 0 && delta < 16) {
            out.write(delta << 4 | type);
        } else {
            out.write(type);
            Splicer.writeVarint(field << 1, out); // the zigzag encoding of a number that is not negative
        }
    }

    /** Writes a field after the field with id {@code before}. Its value is an i32 of 0 or an empty list of strings. */
    static void writeZero(int before, int field, int type, ByteArrayOutputStream out) {
        writeHeader(before, field, type, out);
        out.write(type == LIST ? BINARY : 0); // a list's length is in the bits above its element type
    }

    private String text(Object name) throws FileDefect {
        int length = count(name, 1);
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, position, length))
                    .toString();
            position += length;
            return text;
        } catch (CharacterCodingException e) {
            throw new FileDefect(name + " at offset " + (origin + position) + " is not valid UTF-8", e);
        }
    }
}
