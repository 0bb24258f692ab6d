// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.IOException;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupFactory;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The table {@code lineitem} of TPC-H, from the benchmark's own generator. */
final class Lineitem {

    /** 600,572 rows. */
    static final double SCALE = 0.1;

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message lineitem {"
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

    /** Writes the table to {@code file}, uncompressed. */
    static void writeTo(Path file) throws IOException {
        GroupFactory rows = new SimpleGroupFactory(SCHEMA);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                        .withType(SCHEMA)
                        .withRowGroupSize(Demo.ROW_GROUP_BYTES)
                        .build();
                ProgressBar progress = Progress.start("TPC-H lineitem", 600_572)) {
            for (LineItem item : new LineItemGenerator(SCALE, 1, 1)) {
                writer.write(row(rows.newGroup(), item));
                progress.step();
            }
        }
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
