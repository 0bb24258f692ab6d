// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the structures whose numbers say where pages are and how long they are, as parquet.thrift numbers them from 1. A
 * field with {@code ?} may be missing; a number with {@code ~} changes with the pages. Immutable.
 */
final class Fields {

    static final Fields ROW_GROUP =
            new Fields("other columns, ~i64 total_byte_size, i64 num_rows, other sorting_columns?,"
                    + " ~i64 file_offset?, ~i64 total_compressed_size?, other ordinal?");

    static final Fields COLUMN_CHUNK = new Fields("other file_path?, ~i64 file_offset, other meta_data?,"
            + " ~i64 offset_index_offset?, ~i32 offset_index_length?, ~i64 column_index_offset?, i32 column_index_length?,"
            + " other crypto_metadata?, other encrypted_column_metadata?");

    static final Fields COLUMN_META_DATA = new Fields("i32 type, other encodings, other path_in_schema, ~i32 codec,"
            + " size64 num_values, ~size64 total_uncompressed_size, ~size64 total_compressed_size,"
            + " other key_value_metadata?, ~i64 data_page_offset, ~i64 index_page_offset?, ~i64 dictionary_page_offset?,"
            + " other statistics?, other encoding_stats?, ~i64 bloom_filter_offset?, i32 bloom_filter_length?,"
            + " other size_statistics?, other geospatial_statistics?");

    static final Fields PAGE_HEADER = new Fields("i32 type, size uncompressed_page_size, ~size compressed_page_size,"
            + " ~i32 crc?, other data_page_header?, other index_page_header?, other dictionary_page_header?,"
            + " other data_page_header_v2?");

    static final Fields DATA_PAGE = new Fields("size num_values, i32 encoding,"
            + " levels definition_level_encoding, levels repetition_level_encoding, other statistics?");

    /** An encoding of levels, and what writers put in its place that set none because there are no levels. */
    static final long RLE = 3;

    static final long NO_LEVELS = 0;

    static final Fields DICTIONARY_PAGE = new Fields("size num_values, i32 encoding, other is_sorted?");

    static final Fields DATA_PAGE_V2 = new Fields("size num_values, i32 num_nulls, i32 num_rows, i32 encoding,"
            + " size definition_levels_byte_length, size repetition_levels_byte_length, ~bool is_compressed?,"
            + " other statistics?");

    static final Fields PAGE_LOCATION = new Fields("~i64 offset, ~i32 compressed_page_size, i64 first_row_index");

    /** What a field holds. */
    enum Type {
        I32(CompactScanner.I32),
        I64(CompactScanner.I64),
        /** An i32 that is not negative. */
        SIZE(CompactScanner.I32),
        /** An i64 that is not negative. */
        SIZE64(CompactScanner.I64),
        BOOL(CompactScanner.BOOLEAN_TRUE),
        /** The number of an encoding of levels. */
        LEVELS(CompactScanner.I32),
        /** No number, or one that is not looked at. */
        OTHER(0);

        private final int thriftType;

        Type(int thriftType) {
            this.thriftType = thriftType;
        }
    }

    private record Field(String name, Type type, boolean isRequired, boolean changes) {}

    /** The numbers of the encodings of values: 1 was never written, and 4 is for levels. */
    private static final Set<Long> ENCODINGS = new TreeSet<>(Set.of(0L, 2L, 3L, 5L, 6L, 7L, 8L, 9L));

    /** RLE and BIT_PACKED. */
    private static final Set<Long> LEVEL_ENCODINGS = new TreeSet<>(Set.of(RLE, 4L));

    private final Field[] fields;

    /** One more than the last field that holds a number. */
    private final int end;

    private Fields(String table) {
        String[] texts = table.split(", *");
        fields = new Field[1 + texts.length];
        for (int id = 1; id < fields.length; id++) {
            String[] typeAndName = texts[id - 1].replaceAll("[~?]", "").split(" ");
            fields[id] = new Field(
                    typeAndName[1],
                    Type.valueOf(typeAndName[0].toUpperCase(Locale.ROOT)),
                    !texts[id - 1].endsWith("?"),
                    texts[id - 1].startsWith("~"));
        }
        int last = texts.length;
        while (fields[last].type == Type.OTHER) {
            last--;
        }
        end = last + 1;
    }

    /** Returns whether this version knows an encoding which the footer names, of values or of levels. */
    static boolean isKnownInFooter(long encoding) {
        return ENCODINGS.contains(encoding) || LEVEL_ENCODINGS.contains(encoding);
    }

    /** Returns whether this version knows an encoding of values. */
    static boolean isKnownOfValues(long encoding) {
        return ENCODINGS.contains(encoding);
    }

    /** The numbers of one structure, by their fields. For one thread while they are read, and immutable afterwards. */
    static final class Numbers {

        private final Field[] fields;

        /** Where each starts in the array that was scanned, behind the header of a field or a structure; 0 if it is missing. */
        private final int[] starts;

        private final long[] values;

        Numbers(Fields table) {
            fields = table.fields;
            starts = new int[table.end];
            values = new long[table.end];
        }

        /**
         * Reads the current field of a structure, or returns false if the table does not have it. An optional field of another
         * type than the format's is passed over, as Thrift's readers do.
         */
        boolean read(CompactScanner.Struct struct) throws FileDefect {
            int id = struct.id();
            if (id < 1 || id >= fields.length) {
                return false;
            }
            Field field = fields[id];
            if (field.type == Type.OTHER || !field.isRequired && !struct.is(field.type.thriftType)) {
                struct.skip();
                return true;
            }
            int start = struct.valueStart();
            switch (field.type) {
                case BOOL -> values[id] = struct.bool() ? 1 : 0;
                case I64, SIZE64 -> values[id] = struct.i64();
                default -> values[id] = struct.i32();
            }
            starts[id] = start;
            return true;
        }

        /** Returns whether a number is there. */
        boolean has(int id) {
            return starts[id] > 0;
        }

        /** Returns a number, 1 for true, or 0 if it is missing. */
        long value(int id) {
            return values[id];
        }

        long value(int id, long ifMissing) {
            return has(id) ? values[id] : ifMissing;
        }

        /** Returns what is wrong, to follow the name of the structure; null if all required numbers are there and possible. */
        @Nullable
        String problem() {
            for (int id = 1; id < values.length; id++) {
                Field field = fields[id];
                if (!has(id)) {
                    if (field.isRequired && field.type != Type.OTHER) {
                        return "lacks its " + field.name;
                    }
                    continue;
                }
                switch (field.type) {
                    case SIZE, SIZE64 -> {
                        if (values[id] < 0) {
                            return "has the " + field.name + " " + values[id] + ", expected 0 or more";
                        }
                    }
                    case LEVELS -> {
                        if (values[id] != NO_LEVELS && !LEVEL_ENCODINGS.contains(values[id])) {
                            return noSuchLevels(id);
                        }
                    }
                    default -> {}
                }
            }
            return null;
        }

        /** Returns what is wrong with an encoding of levels. */
        String noSuchLevels(int id) {
            return "has the " + fields[id].name + " " + values[id] + ", which does not exist: expected one of "
                    + LEVEL_ENCODINGS;
        }

        /** Replaces a number, if it is there. One that has the value already keeps its bytes. */
        void replace(Splicer splicer, int id, long value) {
            if (has(id) && values[id] != value) {
                put(splicer, id, value);
            }
        }

        /** Replaces by 0 what a change of the pages may change, also where 0 has more bytes than it needs. */
        void erase(Splicer splicer) {
            for (int id = 1; id < values.length; id++) {
                if (fields[id].changes && has(id)) {
                    put(splicer, id, 0);
                }
            }
        }

        private void put(Splicer splicer, int id, long value) {
            switch (fields[id].type) {
                case BOOL -> splicer.putBoolean(starts[id], value == 1);
                case I64, SIZE64 -> splicer.putNumber(starts[id], value);
                default -> splicer.putNumber(starts[id], Math.toIntExact(value));
            }
        }
    }
}
