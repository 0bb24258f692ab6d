// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.Iterator;
import java.util.stream.StreamSupport;
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

    /** Returns the rows of the table at a scale factor, in the form of {@link RowWriter}. Each row is generated on demand. */
    public static Iterator<Object[]> rows(double scale) {
        return StreamSupport.stream(new LineItemGenerator(scale, 1, 1).spliterator(), false)
                .map(Lineitem::values)
                .iterator();
    }

    /** Returns a row in the form of {@link RowWriter}. */
    private static Object[] values(LineItem item) {
        return new Object[] {
            item.getOrderKey(),
            item.getPartKey(),
            item.getSupplierKey(),
            item.getLineNumber(),
            (double) item.getQuantity(),
            item.getExtendedPrice(),
            item.getDiscount(),
            item.getTax(),
            item.getReturnFlag().getBytes(UTF_8),
            item.getStatus().getBytes(UTF_8),
            GenerateUtils.toEpochDate(item.getShipDate()),
            GenerateUtils.toEpochDate(item.getCommitDate()),
            GenerateUtils.toEpochDate(item.getReceiptDate()),
            item.getShipInstructions().getBytes(UTF_8),
            item.getShipMode().getBytes(UTF_8),
            item.getComment().getBytes(UTF_8)
        };
    }
}
