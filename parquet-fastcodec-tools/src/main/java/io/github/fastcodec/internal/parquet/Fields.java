// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The numeric fields of the structures that give the offsets and lengths of pages, with their ids in parquet.thrift. Other fields of
 * the format are skipped. Immutable.
 */
final class Fields {

    static final Fields ROW_GROUP = new Fields(
            7,
            required(2, "total_byte_size", Type.I64).changing(),
            required(3, "num_rows", Type.I64),
            optional(5, "file_offset", Type.I64).changing(),
            optional(6, "total_compressed_size", Type.I64).changing());

    static final Fields COLUMN_CHUNK = new Fields(
            9,
            required(2, "file_offset", Type.I64).changing(),
            optional(4, "offset_index_offset", Type.I64).changing(),
            optional(5, "offset_index_length", Type.I32).changing(),
            optional(6, "column_index_offset", Type.I64).changing(),
            optional(7, "column_index_length", Type.I32));

    static final Fields COLUMN_META_DATA = new Fields(
            17,
            required(1, "type", Type.I32),
            required(4, "codec", Type.I32).changing(),
            required(5, "num_values", Type.SIZE64),
            required(6, "total_uncompressed_size", Type.I64).changing(),
            required(7, "total_compressed_size", Type.SIZE64).changing(),
            required(9, "data_page_offset", Type.I64).changing(),
            optional(10, "index_page_offset", Type.I64).changing(),
            optional(11, "dictionary_page_offset", Type.I64).changing(),
            optional(14, "bloom_filter_offset", Type.I64).changing(),
            optional(15, "bloom_filter_length", Type.I32));

    static final Fields PAGE_HEADER = new Fields(
            8,
            required(1, "type", Type.I32),
            required(2, "uncompressed_page_size", Type.SIZE),
            required(3, "compressed_page_size", Type.SIZE).changing(),
            optional(4, "crc", Type.I32).changing());

    static final Fields DATA_PAGE = new Fields(
            5,
            required(1, "num_values", Type.SIZE),
            required(2, "encoding", Type.I32),
            required(3, "definition_level_encoding", Type.LEVELS),
            required(4, "repetition_level_encoding", Type.LEVELS));

    static final Fields DICTIONARY_PAGE =
            new Fields(3, required(1, "num_values", Type.SIZE), required(2, "encoding", Type.I32));

    static final Fields DATA_PAGE_V2 = new Fields(
            8,
            required(1, "num_values", Type.SIZE),
            required(2, "num_nulls", Type.I32),
            required(3, "num_rows", Type.I32),
            required(4, "encoding", Type.I32),
            required(5, "definition_levels_byte_length", Type.SIZE),
            required(6, "repetition_levels_byte_length", Type.SIZE),
            optional(7, "is_compressed", Type.BOOL).changing());

    static final Fields PAGE_LOCATION = new Fields(
            3,
            required(1, "offset", Type.I64).changing(),
            required(2, "compressed_page_size", Type.I32).changing(),
            required(3, "first_row_index", Type.I64));

    /** An encoding of levels. */
    static final long RLE = 3;

    /** The number that some writers write in place of an encoding of levels if there are no levels. */
    static final long NO_LEVELS = 0;

    /** The type of a field's value. */
    enum Type {
        I32(CompactScanner.I32),
        I64(CompactScanner.I64),
        /** An i32 that is not negative. */
        SIZE(CompactScanner.I32),
        /** An i64 that is not negative. */
        SIZE64(CompactScanner.I64),
        BOOL(CompactScanner.BOOLEAN_TRUE),
        /** An i32 that identifies the encoding of levels: {@code Encoding} in parquet.thrift. */
        LEVELS(CompactScanner.I32);

        private final int thriftType;

        Type(int thriftType) {
            this.thriftType = thriftType;
        }
    }

    /** @param changes whether the number changes with the pages */
    private record Field(int id, String name, Type type, boolean isRequired, boolean changes) {

        private Field changing() {
            return new Field(id, name, type, isRequired, true);
        }
    }

    private static Field required(int id, String name, Type type) {
        return new Field(id, name, type, true, false);
    }

    private static Field optional(int id, String name, Type type) {
        return new Field(id, name, type, false, false);
    }

    /** The encodings of values: 1 was never used, and 4 is for levels. */
    private static final Set<Long> ENCODINGS = new TreeSet<>(Set.of(0L, 2L, 3L, 5L, 6L, 7L, 8L, 9L));

    /** RLE and BIT_PACKED. */
    private static final Set<Long> LEVEL_ENCODINGS = new TreeSet<>(Set.of(RLE, 4L));

    private final List<Field> numbers;

    /** The same fields by id, up to the last field that the format defines. */
    private final @Nullable Field[] byId;

    /** @param numbers in the order of their ids */
    private Fields(int last, Field... numbers) {
        this.numbers = List.of(numbers);
        this.byId = new Field[1 + last];
        this.numbers.forEach(field -> byId[field.id] = field);
    }

    /** Returns whether this version knows an encoding of values or levels that the footer lists. */
    static boolean isKnownInFooter(long encoding) {
        return ENCODINGS.contains(encoding) || LEVEL_ENCODINGS.contains(encoding);
    }

    /** Returns whether this version knows an encoding of values. */
    static boolean isKnownForValues(long encoding) {
        return ENCODINGS.contains(encoding);
    }

    /**
     * The numbers of one structure, indexed by field id. Not thread-safe while the structure is read; immutable once it has been
     * read.
     */
    static final class Numbers {

        private final Fields table;

        /**
         * The index in the scanned array at which each number starts; 0 if the number is missing, because no number can start
         * there.
         */
        private final int[] starts;

        private final long[] values;

        Numbers(Fields table) {
            int end = 1 + table.numbers.get(table.numbers.size() - 1).id;
            this.table = table;
            this.starts = new int[end];
            this.values = new long[end];
        }

        /**
         * Reads the current field of a structure, or returns false if the format does not define it. Like Thrift's readers, skips an
         * optional field of the wrong type.
         */
        boolean read(CompactScanner.Struct struct) throws FileDefect {
            int id = struct.id();
            if (id < 1 || id >= table.byId.length) {
                return false;
            }
            Field field = table.byId[id];
            if (field == null || !field.isRequired && !struct.is(field.type.thriftType)) {
                struct.skip();
                return true;
            }
            int start = struct.valueStart();
            switch (field.type) {
                case BOOL -> values[id] = struct.bool() ? 1 : 0;
                case I64, SIZE64 -> values[id] = struct.i64();
                case I32, SIZE, LEVELS -> values[id] = struct.i32();
            }
            starts[id] = start;
            return true;
        }

        /** Returns whether a number is present. */
        boolean has(int id) {
            return starts[id] > 0;
        }

        /** Returns a number, or 0 if it is missing. For a boolean, 1 is true. */
        long value(int id) {
            return values[id];
        }

        long value(int id, long ifMissing) {
            return has(id) ? values[id] : ifMissing;
        }

        /** Returns the first problem, worded to follow the structure's name; null if all required numbers are present and valid. */
        @Nullable
        String problem() {
            for (Field field : table.numbers) {
                long value = values[field.id];
                if (!has(field.id)) {
                    if (field.isRequired) {
                        return "lacks its " + field.name;
                    }
                } else if ((field.type == Type.SIZE || field.type == Type.SIZE64) && value < 0) {
                    return "has " + field.name + " " + value + ", expected 0 or more";
                } else if (field.type == Type.LEVELS && value != NO_LEVELS && !LEVEL_ENCODINGS.contains(value)) {
                    return noSuchLevels(field);
                }
            }
            return null;
        }

        /** Describes the problem that an encoding of levels is unknown, worded to follow the structure's name. */
        String noSuchLevels(int id) {
            return noSuchLevels(Objects.requireNonNull(table.byId[id]));
        }

        private String noSuchLevels(Field field) {
            return "has the " + field.name + " " + values[field.id] + ", which does not exist: expected one of "
                    + LEVEL_ENCODINGS;
        }

        /** Replaces a number if it is present. A number that already has the given value keeps its bytes. */
        void replace(Splicer splicer, int id, long value) {
            Field field = table.byId[id];
            if (field != null && has(id) && values[id] != value) {
                put(splicer, field, value);
            }
        }

        /** Sets each number that changes with the pages to 0, and shortens a 0 that is encoded in more bytes than necessary. */
        void erase(Splicer splicer) {
            for (Field field : table.numbers) {
                if (field.changes && has(field.id)) {
                    put(splicer, field, 0);
                }
            }
        }

        private void put(Splicer splicer, Field field, long value) {
            switch (field.type) {
                case BOOL -> splicer.putBoolean(starts[field.id], value == 1);
                case I64, SIZE64 -> splicer.putNumber(starts[field.id], value);
                case I32, SIZE, LEVELS -> splicer.putNumber(starts[field.id], Math.toIntExact(value));
            }
        }
    }
}
