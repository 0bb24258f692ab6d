// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;

/** The rows that every job writes and reads: a number, a text that repeats, and a fraction that does not. */
final class Rows {

    /** Has a job's contexts freed soon after the job ends, so that its class loader can be collected. */
    static final Map<String, String> SETTINGS = Map.of("parquet.fastcodec.pool.idle.seconds", "1");

    static final String COLUMNS = "id BIGINT, name STRING, price DOUBLE";

    private Rows() {}

    static String name(long id) {
        return id % 7 == 0 ? null : "name of " + id % 300;
    }

    static double price(long id) {
        return Math.sqrt(id);
    }

    /** Returns the text by which rows are compared. */
    static String text(long id, Object name, double price) {
        return id + "|" + name + "|" + price;
    }

    /** The Avro types. Only jobs with Avro on their class path may use them. */
    static final class Avro {

        private Avro() {}

        static Schema schema() {
            return SchemaBuilder.record("Row")
                    .fields()
                    .requiredLong("id")
                    .optionalString("name")
                    .requiredDouble("price")
                    .endRecord();
        }

        static GenericRecord row(Schema schema, long id) {
            GenericRecord row = new GenericData.Record(schema);
            row.put("id", id);
            row.put("name", name(id));
            row.put("price", price(id));
            return row;
        }

        static String text(GenericRecord row) {
            return Rows.text((long) row.get("id"), row.get("name"), (double) row.get("price"));
        }
    }

    /** The types of Flink's tables. */
    static final class Table {

        private Table() {}

        static RowType type() {
            return RowType.of(
                    new LogicalType[] {new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH), new DoubleType()},
                    new String[] {"id", "name", "price"});
        }

        static RowData row(long id) {
            return GenericRowData.of(id, StringData.fromString(name(id)), price(id));
        }

        static String text(RowData row) {
            return Rows.text(row.getLong(0), row.isNullAt(1) ? null : row.getString(1), row.getDouble(2));
        }
    }
}
