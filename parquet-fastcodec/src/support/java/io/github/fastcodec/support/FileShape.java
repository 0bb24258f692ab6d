// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.apache.parquet.column.ParquetProperties.WriterVersion.PARQUET_1_0;
import static org.apache.parquet.column.ParquetProperties.WriterVersion.PARQUET_2_0;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The file shapes on which every pairing of writer and reader is tested. */
public enum FileShape {
    NESTED_V1(Schemas.NESTED, 400, 0.2, PARQUET_1_0, true, 1_000),
    NESTED_V2(Schemas.NESTED, 400, 0.2, PARQUET_2_0, true, 1_000),
    NESTED_V1_WITHOUT_DICTIONARY(Schemas.NESTED, 400, 0.2, PARQUET_1_0, false, 1_000),
    NESTED_V2_WITHOUT_DICTIONARY(Schemas.NESTED, 400, 0.2, PARQUET_2_0, false, 1_000),
    /** Data pages of all-null columns are empty in V2, and hold a few bytes of levels in V1. */
    MOSTLY_NULL_V1(Schemas.NULLABLE, 3_000, 0.95, PARQUET_1_0, true, 10_000),
    MOSTLY_NULL_V2(Schemas.NULLABLE, 3_000, 0.95, PARQUET_2_0, true, 10_000),
    WITHOUT_ROWS(Schemas.NESTED, 0, 0, PARQUET_1_0, true, 1_000),
    MANY_ROW_GROUPS_V1(Schemas.FLAT, 1_000, 0.1, PARQUET_1_0, true, 40),
    MANY_ROW_GROUPS_V2(Schemas.FLAT, 1_000, 0.1, PARQUET_2_0, false, 40),
    /** Pages of several 256 KiB blocks, into which Hadoop's framing of LZ4 and LZO splits a page. */
    LARGE_PAGES_V1(Schemas.TEXT, 12_000, 0, PARQUET_1_0, false, 100_000),
    LARGE_PAGES_V2(Schemas.TEXT, 12_000, 0, PARQUET_2_0, false, 100_000),
    COLUMNS_300_V1(Schemas.WIDE, 40, 0.3, PARQUET_1_0, true, 100),
    COLUMNS_300_V2(Schemas.WIDE, 40, 0.3, PARQUET_2_0, false, 100);

    private final MessageType schema;
    private final int rowCount;
    private final double nulls;
    private final WriterVersion version;
    private final boolean dictionary;
    private final int rowsInRowGroup;
    private Rows rows;

    FileShape(
            MessageType schema,
            int rowCount,
            double nulls,
            WriterVersion version,
            boolean dictionary,
            int rowsInRowGroup) {
        this.schema = schema;
        this.rowCount = rowCount;
        this.nulls = nulls;
        this.version = version;
        this.dictionary = dictionary;
        this.rowsInRowGroup = rowsInRowGroup;
    }

    /** Returns the rows of a file of this shape, which are made once. */
    public synchronized Rows rows() {
        if (rows == null) {
            rows = Rows.random(schema, rowCount, nulls, 20_261_101 + ordinal());
        }
        return rows;
    }

    /** Sets up a writer. */
    public void configure(ExampleParquetWriter.Builder builder) {
        builder.withWriterVersion(version).withDictionaryEncoding(dictionary).withRowGroupRowCountLimit(rowsInRowGroup);
    }

    public boolean hasV2Pages() {
        return version == PARQUET_2_0;
    }

    public boolean hasDictionaries() {
        return dictionary;
    }

    public int rowGroups() {
        return (rowCount + rowsInRowGroup - 1) / rowsInRowGroup;
    }

    /** The schemas, in a separate class because an enum's constants come before its other fields. */
    public static final class Schemas {

        /** Three levels of lists, maps and structs. */
        public static final MessageType NESTED = MessageTypeParser.parseMessageType("""
                message nested {
                  required int32 id;
                  optional binary name (STRING);
                  optional group tags (LIST) {
                    repeated group list {
                      optional binary element (STRING);
                    }
                  }
                  optional group prices (MAP) {
                    repeated group key_value {
                      required binary key (STRING);
                      optional group value {
                        optional double amount;
                        optional group history (LIST) {
                          repeated group list {
                            optional group element {
                              required int64 at;
                              optional fixed_len_byte_array(16) hash;
                              repeated int32 marks;
                            }
                          }
                        }
                      }
                    }
                  }
                  optional group address {
                    optional group street {
                      optional group number {
                        optional int32 value;
                        optional binary suffix;
                      }
                    }
                  }
                }
                """);

        /** Every physical type, each nullable, and columns that never have a value. */
        public static final MessageType NULLABLE = MessageTypeParser.parseMessageType("""
                message nullable {
                  optional boolean a_boolean;
                  optional int32 an_int32;
                  optional int64 an_int64;
                  optional int96 an_int96;
                  optional float a_float;
                  optional double a_double;
                  optional binary a_binary;
                  optional fixed_len_byte_array(5) a_fixed;
                  optional int64 always_null;
                  optional group empty_struct {
                    optional binary always_null;
                  }
                }
                """);

        public static final MessageType FLAT = MessageTypeParser.parseMessageType("""
                message flat {
                  required int32 few;
                  required int64 many;
                  optional binary text (STRING);
                }
                """);

        public static final MessageType TEXT = MessageTypeParser.parseMessageType("""
                message text {
                  required binary text (STRING);
                  required int64 noise;
                }
                """);

        public static final MessageType WIDE = MessageTypeParser.parseMessageType(IntStream.range(0, 100)
                .mapToObj(i -> "optional int32 i" + i + "; required double d" + i + "; optional binary b" + i + ";")
                .collect(Collectors.joining(" ", "message wide { ", " }")));

        private Schemas() {}
    }
}
