// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.footer;

import io.github.fastcodec.internal.storage.FileDefect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Checks the Arrow schema that Arrow's writers store in the key-value metadata: a Flatbuffer in an IPC message, encoded as Base64.
 * Arrow's readers refuse a file whose schema is damaged. Offsets and types are checked as far as Arrow needs them to read the
 * file; no schema is built.
 */
public final class ArrowSchema {

    /** The key of the metadata entry. */
    static final String KEY = "ARROW:schema";

    private static final int CONTINUATION = -1;
    private static final int SCHEMA_MESSAGE = 1;

    /** The metadata versions that Arrow's readers accept: V4 and V5. */
    private static final int FIRST_VERSION = 3;

    private static final int LAST_VERSION = 4;

    /** The limit of Arrow's own verifier. */
    private static final int MAX_DEPTH = 128;

    private static final int LAST_TYPE = 26;

    /**
     * How often each byte may be read, on average: fields may share strings, such as time zones, which are read again for each
     * field.
     */
    private static final long MAX_READS = 8;

    private final ByteBuffer bytes;

    /** The number of tables and string bytes read. It is limited because any number of offsets may point to the same table. */
    private long reads;

    private final Set<String> newTypes = new TreeSet<>();

    private ArrowSchema(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Requires that Arrow can read the value of the entry. Returns the types that this version does not know. */
    public static Set<String> check(String value) throws FileDefect {
        try {
            byte[] message = Base64.getDecoder().decode(value);
            require(value.length() % 4 == 0, "length");
            return new ArrowSchema(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN)).checkMessage();
        } catch (IllegalArgumentException | IndexOutOfBoundsException | FileDefect e) {
            throw new FileDefect(
                    "its key-value " + KEY + ", from which Arrow takes its types, is damaged (" + e.getMessage() + ")",
                    e);
        }
    }

    private void countReads(long more) throws FileDefect {
        reads += more;
        require(reads <= MAX_READS * bytes.capacity(), "size");
    }

    private static void require(boolean condition, String what) throws FileDefect {
        if (!condition) {
            throw new FileDefect(what);
        }
    }

    private Set<String> checkMessage() throws FileDefect {
        int start = bytes.getInt(0) == CONTINUATION ? 2 * Integer.BYTES : Integer.BYTES;
        int length = bytes.getInt(start - Integer.BYTES);
        require(length > 0 && length <= bytes.capacity() - start, "length");
        ByteBuffer flat = bytes.duplicate();
        flat.position(start).limit(start + length);
        ArrowSchema schema = new ArrowSchema(flat.slice().order(ByteOrder.LITTLE_ENDIAN));
        schema.checkRoot();
        return schema.newTypes;
    }

    private void checkRoot() throws FileDefect {
        Table message = new Table(follow(0));
        int version = message.number(0, Short.BYTES, 0);
        require(version >= FIRST_VERSION && version <= LAST_VERSION, "version");
        require(message.number(1, Byte.BYTES, 0) == SCHEMA_MESSAGE, "header");
        Table schema = message.requiredTable(2, "schema");
        int endianness = schema.number(0, Short.BYTES, 0);
        require(endianness == 0 || endianness == 1, "endianness");
        int fields = schema.vector(1, Integer.BYTES);
        require(fields >= 0, "fields");
        for (int i = 0; i < fields; i++) {
            checkField(schema.element(1, i), 1);
        }
        checkEntries(schema, 2);
        schema.vector(3, Long.BYTES);
        message.at(3, Long.BYTES); // bodyLength; a schema has no body
        checkEntries(message, 4);
    }

    private void checkEntries(Table owner, int field) throws FileDefect {
        for (int i = 0, count = owner.vector(field, Integer.BYTES); i < count; i++) {
            Table entry = owner.element(field, i);
            require(entry.text(0) && entry.text(1), "entry");
        }
    }

    private void checkField(Table field, int depth) throws FileDefect {
        require(depth <= MAX_DEPTH, "depth");
        field.text(0);
        field.at(1, Byte.BYTES); // nullable
        int type = field.number(2, Byte.BYTES, 0);
        require(type >= 1, "type");
        if (type > LAST_TYPE) {
            newTypes.add("type number " + type);
        }
        Table details = field.requiredTable(3, "type");
        Table dictionary = field.table(4);
        if (dictionary != null) {
            dictionary.at(0, Long.BYTES);
            dictionary.at(2, Byte.BYTES);
            dictionary.at(3, Short.BYTES);
            if (dictionary.table(1) != null) {
                checkInteger(dictionary.table(1));
            }
        }
        int children = Math.max(0, field.vector(5, Integer.BYTES));
        checkType(type, details, children);
        for (int i = 0; i < children; i++) {
            checkField(field.element(5, i), depth + 1);
        }
        if (type == 17) {
            checkMap(field.element(5, 0));
        }
        checkEntries(field, 6);
    }

    private static void checkMap(Table entries) throws FileDefect {
        require(entries.number(2, Byte.BYTES, 0) == 13 && entries.vector(5, Integer.BYTES) == 2, "map");
    }

    private void checkInteger(Table integer) throws FileDefect {
        integer.at(1, Byte.BYTES); // is_signed
        int bits = integer.number(0, Integer.BYTES, 0);
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64) { // such as the 128-bit integers of polars
            newTypes.add("integer of " + bits + " bits");
        }
    }

    private static void checkRange(Table details, int field, int ifMissing, int last) throws FileDefect {
        int number = details.number(field, Short.BYTES, ifMissing);
        require(number >= 0 && number <= last, "unit");
    }

    private void checkType(int type, Table details, int children) throws FileDefect {
        switch (type) {
            // Int
            case 2 -> checkInteger(details);
            // FloatingPoint, Interval
            case 3, 11 -> checkRange(details, 0, 0, 2);
            // Decimal
            case 7 -> {
                int bits = details.number(2, Integer.BYTES, 128);
                int precision = details.number(0, Integer.BYTES, 0);
                int digits = bits == 32 ? 9 : bits == 64 ? 18 : bits == 128 ? 38 : bits == 256 ? 76 : 0;
                require(precision >= 1 && precision <= digits, "decimal");
            }
            // Date
            case 8 -> checkRange(details, 0, 1, 1);
            // Time
            case 9 -> {
                int unit = details.number(0, Short.BYTES, 1);
                checkRange(details, 0, 1, 3);
                int width = details.number(1, Integer.BYTES, 32);
                require(width == (unit < 2 ? 32 : 64), "time");
            }
            // Timestamp
            case 10 -> {
                checkRange(details, 0, 0, 3);
                details.text(1);
            }
            // FixedSizeBinary
            case 15 -> require(details.number(0, Integer.BYTES, 0) >= 0, "width");
            // FixedSizeList
            case 16 -> require(details.number(0, Integer.BYTES, 0) >= 0 && children == 1, "list");
            // Duration
            case 18 -> checkRange(details, 0, 1, 3);
            // List, LargeList, ListView, LargeListView, Map
            case 12, 17, 21, 25, 26 -> require(children == 1, "list");
            // Union
            case 14 -> {
                checkRange(details, 0, 0, 1);
                details.vector(1, Integer.BYTES);
            }
            // RunEndEncoded
            case 22 -> require(children == 2, "runs");
            default -> {}
        }
    }

    /** Follows the offset stored at {@code at}, and returns the position to which it leads. */
    private int follow(int at) throws FileDefect {
        requireInside(at, Integer.BYTES);
        long target = at + (bytes.getInt(at) & 0xffffffffL);
        requireInside(target, Integer.BYTES);
        require(target != at && target % Integer.BYTES == 0, "offset");
        return (int) target;
    }

    private void requireInside(long at, long length) throws FileDefect {
        require(at >= 0 && length <= bytes.capacity() - at, "offset");
    }

    /** A Flatbuffer table. Its vtable contains the offsets of its fields. */
    private final class Table {

        private final int start;
        private final int vtable;
        private final int vtableLength;

        private Table(int start) throws FileDefect {
            this.start = start;
            countReads(1);
            requireInside(start, Integer.BYTES);
            long at = (long) start - bytes.getInt(start);
            requireInside(at, 2 * Short.BYTES);
            require(at % Short.BYTES == 0, "offset");
            vtable = (int) at;
            vtableLength = bytes.getShort(vtable) & 0xffff;
            require(vtableLength >= 2 * Short.BYTES && vtableLength % Short.BYTES == 0, "table");
            requireInside(vtable, vtableLength);
        }

        /** Returns the position of a field, or -1 if the field is missing. */
        private int at(int field, int size) throws FileDefect {
            int slot = (2 + field) * Short.BYTES;
            int offset = slot >= vtableLength ? 0 : bytes.getShort(vtable + slot) & 0xffff;
            if (offset == 0) {
                return -1;
            }
            requireInside((long) start + offset, size);
            require((start + offset) % size == 0, "offset");
            return start + offset;
        }

        private int number(int field, int size, int ifMissing) throws FileDefect {
            int at = at(field, size);
            if (at < 0) {
                return ifMissing;
            }
            return size == Byte.BYTES
                    ? bytes.get(at) & 0xff
                    : size == Short.BYTES ? bytes.getShort(at) : bytes.getInt(at);
        }

        private @Nullable Table table(int field) throws FileDefect {
            int at = at(field, Integer.BYTES);
            return at < 0 ? null : new Table(follow(at));
        }

        private Table requiredTable(int field, String what) throws FileDefect {
            Table table = table(field);
            if (table == null) {
                throw new FileDefect(what);
            }
            return table;
        }

        /**
         * Returns the number of elements of a vector, or -1 if the field is missing.
         *
         * @param size the size of an element, in bytes
         */
        private int vector(int field, int size) throws FileDefect {
            int at = at(field, Integer.BYTES);
            if (at < 0) {
                return -1;
            }
            int vector = follow(at);
            long count = bytes.getInt(vector) & 0xffffffffL;
            requireInside(vector + (long) Integer.BYTES, count * size);
            return (int) count;
        }

        private Table element(int field, int index) throws FileDefect {
            return new Table(follow(follow(at(field, Integer.BYTES)) + (1 + index) * Integer.BYTES));
        }

        /** Requires that a string field, if present, is valid UTF-8 with a terminator. Returns whether the field is present. */
        private boolean text(int field) throws FileDefect {
            int count = vector(field, Byte.BYTES);
            if (count < 0) {
                return false;
            }
            int text = follow(at(field, Integer.BYTES)) + Integer.BYTES;
            requireInside(text, count + 1L);
            countReads(count);
            require(bytes.get(text + count) == 0, "text");
            ByteBuffer range = bytes.duplicate();
            range.position(text).limit(text + count);
            require(Utf8.isValid(range), "text");
            return true;
        }
    }
}
