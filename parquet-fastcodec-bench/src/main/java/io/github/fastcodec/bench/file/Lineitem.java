// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.Iterator;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupFactory;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The table {@code lineitem} of TPC-H, from the benchmark's own generator. */
public final class Lineitem {

    public static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message lineitem {"
            + " required int64 l_orderkey;"
            + " required int64 l_partkey;"
            + " required int64 l_suppkey;"
            + " required int32 l_linenumber;"
            + " required double l_quantity;"
            + " required double l_extendedprice;"
            + " required double l_discount;"
            + " required double l_tax;"
            + " required binary l_returnflag (STRING);"
            + " required binary l_linestatus (STRING);"
            + " required int32 l_shipdate (DATE);"
            + " required int32 l_commitdate (DATE);"
            + " required int32 l_receiptdate (DATE);"
            + " required binary l_shipinstruct (STRING);"
            + " required binary l_shipmode (STRING);"
            + " required binary l_comment (STRING);"
            + " }");

    private Lineitem() {}

    /** Returns the rows of the table at a scale factor, made as they are asked for. */
    public static Iterator<Group> rows(double scale) {
        GroupFactory factory = new SimpleGroupFactory(SCHEMA);
        Iterator<LineItem> items = new LineItemGenerator(scale, 1, 1).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Group next() {
                return row(factory.newGroup(), items.next());
            }
        };
    }

    private static Group row(Group row, LineItem item) {
        return row.append("l_orderkey", item.getOrderKey())
                .append("l_partkey", item.getPartKey())
                .append("l_suppkey", item.getSupplierKey())
                .append("l_linenumber", item.getLineNumber())
                .append("l_quantity", (double) item.getQuantity())
                .append("l_extendedprice", item.getExtendedPrice())
                .append("l_discount", item.getDiscount())
                .append("l_tax", item.getTax())
                .append("l_returnflag", item.getReturnFlag())
                .append("l_linestatus", item.getStatus())
                .append("l_shipdate", GenerateUtils.toEpochDate(item.getShipDate()))
                .append("l_commitdate", GenerateUtils.toEpochDate(item.getCommitDate()))
                .append("l_receiptdate", GenerateUtils.toEpochDate(item.getReceiptDate()))
                .append("l_shipinstruct", item.getShipInstructions())
                .append("l_shipmode", item.getShipMode())
                .append("l_comment", item.getComment());
    }
}
