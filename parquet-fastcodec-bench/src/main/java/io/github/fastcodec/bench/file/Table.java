// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** The tables that benchmarks write and read. Every run has the same rows. */
public enum Table {
    /** TPC-H lineitem: 16 columns, without nulls and without nesting. */
    LINEITEM(Lineitem.SCHEMA, count -> first(count, Lineitem.rows(1))),

    /** Like an event log: 60 columns, half of them in a list of structs. Three of ten values are null. */
    NESTED(nestedSchema(), Table::nestedRows),

    /** Departures of flights: 19 columns, nearly all with a dictionary, some with nulls. */
    FLIGHTS(Flights.SCHEMA, Flights::rows),

    /** Sentences of debates, most of them unique: 4 columns, one of which takes nearly the whole file. */
    TEXT(Speeches.SCHEMA, count -> first(count, Speeches.rows())),

    /** The log of a web server: 8 columns. No dictionary pays for its identifiers, times, durations and messages. */
    LOG(LogLines.SCHEMA, LogLines::rows);

    private static final int COLUMNS_PER_TYPE = 10;
    private static final int FIELDS = 3 * COLUMNS_PER_TYPE;

    private final MessageType schema;
    private final IntFunction<List<Object[]>> rows;

    Table(MessageType schema, IntFunction<List<Object[]>> rows) {
        this.schema = schema;
        this.rows = rows;
    }

    public MessageType schema() {
        return schema;
    }

    /** Returns the first {@code count} rows, in memory, in the form that {@link RowWriter} writes. */
    public List<Object[]> rows(int count) {
        return rows.apply(count);
    }

    private static List<Object[]> first(int count, Iterator<Object[]> all) {
        List<Object[]> rows = new ArrayList<>(count);
        while (rows.size() < count) {
            rows.add(all.next());
        }
        return rows;
    }

    private static List<Object[]> nestedRows(int count) {
        SplittableRandom random = new SplittableRandom(20261121);
        List<Object[]> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[FIELDS + 1];
            fill(row, random);
            Object[] events = new Object[random.nextInt(4)];
            for (int element = 0; element < events.length; element++) {
                events[element] = new Object[FIELDS];
                fill((Object[]) events[element], random);
            }
            row[FIELDS] = events;
            rows.add(row);
        }
        return rows;
    }

    private static MessageType nestedSchema() {
        return withColumns(Types.buildMessage())
                .addField(withColumns(Types.repeatedGroup()).named("events"))
                .named("nested");
    }

    private static <T, B extends Types.BaseGroupBuilder<T, B>> B withColumns(B builder) {
        B group = builder;
        for (int i = 0; i < COLUMNS_PER_TYPE; i++) {
            group = group.addField(Types.optional(PrimitiveTypeName.INT64).named("long" + i))
                    .addField(Types.optional(PrimitiveTypeName.DOUBLE).named("double" + i))
                    .addField(Types.optional(PrimitiveTypeName.BINARY)
                            .as(LogicalTypeAnnotation.stringType())
                            .named("text" + i));
        }
        return group;
    }

    private static void fill(Object[] fields, SplittableRandom random) {
        for (int i = 0; i < COLUMNS_PER_TYPE; i++) {
            // later columns have more distinct values, so that some keep their dictionary and some fall back
            int distinct = 1 << 2 * (i + 1);
            if (random.nextInt(10) >= 3) {
                fields[3 * i] = 1_700_000_000_000L + random.nextInt(distinct);
            }
            if (random.nextInt(10) >= 3) {
                fields[3 * i + 1] = random.nextInt(distinct) / 100.0;
            }
            if (random.nextInt(10) >= 3) {
                fields[3 * i + 2] = ("/path/to/" + random.nextInt(distinct) + "/resource").getBytes(UTF_8);
            }
        }
    }
}
