// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.storage.FileDefect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The schema that Arrow's writers leave in the key-value metadata, and without which their readers refuse the file if it is
 * damaged: Base64 of an IPC message, which is a Flatbuffer. Checked are the places that it names and the types, as far as they
 * keep Arrow from reading. It makes nothing of what it checks.
 */
final class ArrowSchema {

    /** The key of the entry. */
    static final String KEY = "ARROW:schema";

    private static final int CONTINUATION = -1;
    private static final int SCHEMA_MESSAGE = 1;

    /** The versions of Arrow's metadata that its readers take, V4 and V5. */
    private static final int FIRST_VERSION = 3;

    private static final int LAST_VERSION = 4;

    /** What Arrow's own check allows. */
    private static final int MAX_DEPTH = 128;

    private static final int LAST_TYPE = 26;

    /** Allows for texts that several fields share, such as names of time zones: each field reads them again. */
    private static final long LOOKS = 8;

    private final ByteBuffer bytes;

    /** How many tables and bytes of texts were looked at. Many places may point to one, and would have it looked at again. */
    private long looks;

    private final Set<String> newTypes = new TreeSet<>();

    private ArrowSchema(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Requires that Arrow can read the value of the entry, and returns the types in it that this version does not know. */
    static Set<String> check(String value) throws FileDefect {
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

    private void look(long more) throws FileDefect {
        looks += more;
        require(looks <= LOOKS * bytes.capacity(), "size");
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
        Table message = new Table(place(0));
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
        message.at(3, Long.BYTES); // the length of what follows, which is nothing
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
        field.at(1, Byte.BYTES); // whether it may be null
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
        integer.at(1, Byte.BYTES); // whether it has a sign
        int bits = integer.number(0, Integer.BYTES, 0);
        if (bits != 8 && bits != 16 && bits != 32 && bits != 64) { // such as the 128 of polars
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

    /** Returns the place that a number at a place points to. */
    private int place(int at) throws FileDefect {
        inside(at, Integer.BYTES);
        long target = at + (bytes.getInt(at) & 0xffffffffL);
        inside(target, Integer.BYTES);
        require(target != at && target % Integer.BYTES == 0, "place");
        return (int) target;
    }

    private void inside(long at, long length) throws FileDefect {
        require(at >= 0 && length <= bytes.capacity() - at, "place");
    }

    /** A Flatbuffer's table, whose fields are found through a table of their places. */
    private final class Table {

        private final int start;
        private final int fields;
        private final int fieldsLength;

        private Table(int start) throws FileDefect {
            this.start = start;
            look(1);
            inside(start, Integer.BYTES);
            long at = (long) start - bytes.getInt(start);
            inside(at, 2 * Short.BYTES);
            require(at % Short.BYTES == 0, "place");
            fields = (int) at;
            fieldsLength = bytes.getShort(fields) & 0xffff;
            require(fieldsLength >= 2 * Short.BYTES && fieldsLength % Short.BYTES == 0, "table");
            inside(fields, fieldsLength);
        }

        /** Returns where a field is, or -1 if it is missing. */
        private int at(int field, int size) throws FileDefect {
            int slot = (2 + field) * Short.BYTES;
            int offset = slot >= fieldsLength ? 0 : bytes.getShort(fields + slot) & 0xffff;
            if (offset == 0) {
                return -1;
            }
            inside((long) start + offset, size);
            require((start + offset) % size == 0, "place");
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
            return at < 0 ? null : new Table(place(at));
        }

        private Table requiredTable(int field, String what) throws FileDefect {
            Table table = table(field);
            if (table == null) {
                throw new FileDefect(what);
            }
            return table;
        }

        /** Returns the number of elements, each of a number of bytes, or -1 if there is no such field. */
        private int vector(int field, int size) throws FileDefect {
            int at = at(field, Integer.BYTES);
            if (at < 0) {
                return -1;
            }
            int vector = place(at);
            long count = bytes.getInt(vector) & 0xffffffffL;
            inside(vector + (long) Integer.BYTES, count * size);
            return (int) count;
        }

        private Table element(int field, int index) throws FileDefect {
            return new Table(place(place(at(field, Integer.BYTES)) + (1 + index) * Integer.BYTES));
        }

        /** Requires that a text is one, and returns whether it is there. */
        private boolean text(int field) throws FileDefect {
            int count = vector(field, Byte.BYTES);
            if (count < 0) {
                return false;
            }
            int text = place(at(field, Integer.BYTES)) + Integer.BYTES;
            inside(text, count + 1L);
            look(count);
            require(bytes.get(text + count) == 0, "text");
            ByteBuffer range = bytes.duplicate();
            range.position(text).limit(text + count);
            require(Utf8.isValid(range), "text");
            return true;
        }
    }
}
