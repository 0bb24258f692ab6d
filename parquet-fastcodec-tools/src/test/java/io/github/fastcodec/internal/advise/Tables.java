// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.FastCodecFactory;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Kinds of tables that are common in practice, each generated from its seed, and small. */
public enum Tables {
    LINEITEM(
            12_000,
            "required int64 orderkey; required int64 partkey; required int32 linenumber; required double price;"
                    + " required double discount; required binary flag (STRING); required int32 shipdate (DATE);"
                    + " required binary shipmode (STRING); required binary comment (STRING);") {
        @Override
        Consumer<Group> rows(Random random) {
            Iterator<LineItem> items = new LineItemGenerator(0.01, 1, 1).iterator();
            return row -> {
                LineItem item = items.next();
                row.append("orderkey", item.getOrderKey())
                        .append("partkey", item.getPartKey())
                        .append("linenumber", item.getLineNumber())
                        .append("price", item.getExtendedPrice())
                        .append("discount", item.getDiscount())
                        .append("flag", item.getReturnFlag())
                        .append("shipdate", item.getShipDate())
                        .append("shipmode", item.getShipMode())
                        .append("comment", item.getComment());
            };
        }
    },
    ORDERS(
            6_000,
            "required int64 orderkey; required int64 custkey; required binary status (STRING); required double total;"
                    + " required binary clerk (STRING); required binary comment (STRING);") {
        @Override
        Consumer<Group> rows(Random random) {
            Iterator<Order> orders = new OrderGenerator(0.01, 1, 1).iterator();
            return row -> {
                Order order = orders.next();
                row.append("orderkey", order.getOrderKey())
                        .append("custkey", order.getCustomerKey())
                        .append("status", String.valueOf(order.getOrderStatus()))
                        .append("total", order.getTotalPrice())
                        .append("clerk", order.getClerk())
                        .append("comment", order.getComment());
            };
        }
    },
    WIDE_NESTED(1_500, wideNested()) {
        @Override
        Consumer<Group> rows(Random random) {
            return row -> {
                for (int i = 0; i < 30; i++) {
                    Group group = row.addGroup("g" + i);
                    if (random.nextInt(4) > 0) {
                        group.append("a", random.nextInt(1 + i * 50));
                    }
                    for (int j = random.nextInt(3); j > 0; j--) {
                        group.append("b", "v" + random.nextInt(20));
                    }
                }
            };
        }
    },
    UUIDS(12_000, "required fixed_len_byte_array(16) id (UUID); required binary text (STRING);") {
        @Override
        Consumer<Group> rows(Random random) {
            return row -> {
                byte[] id = new byte[16];
                random.nextBytes(id);
                row.append("id", Binary.fromConstantByteArray(id))
                        .append("text", String.format("%016x", random.nextLong()));
            };
        }
    },
    TIMESTAMPS(20_000, "required int64 at (TIMESTAMP(MICROS,true)); required int64 sent (TIMESTAMP(MILLIS,true));") {
        @Override
        Consumer<Group> rows(Random random) {
            long[] now = {1_780_000_000_000_000L};
            return row -> {
                now[0] += random.nextInt(5_000_000);
                row.append("at", now[0]).append("sent", now[0] / 1000 - random.nextInt(300));
            };
        }
    },
    SENSORS(20_000, "required int32 sensor; required double temperature; required double pressure;") {
        @Override
        Consumer<Group> rows(Random random) {
            double[] value = {20, 1013};
            return row -> {
                value[0] += random.nextGaussian() * 0.02;
                value[1] += random.nextGaussian() * 0.1;
                row.append("sensor", random.nextInt(50))
                        .append("temperature", Math.round(value[0] * 100) / 100.0)
                        .append("pressure", value[1]);
            };
        }
    },
    EMBEDDINGS(300, "required int64 id; repeated float embedding;") {
        @Override
        Consumer<Group> rows(Random random) {
            long[] id = {0};
            return row -> {
                row.append("id", id[0]++);
                for (int i = 0; i < 384; i++) {
                    row.append("embedding", (float) (random.nextGaussian() * 0.05));
                }
            };
        }
    },
    JSON(6_000, "required int64 id; required binary document (JSON);") {
        @Override
        Consumer<Group> rows(Random random) {
            long[] id = {0};
            return row -> row.append("id", id[0]++)
                    .append(
                            "document",
                            String.format(
                                    Locale.ROOT,
                                    "{\"user\":{\"id\":%d,\"name\":\"user-%d\",\"active\":%b},\"event\":\"%s\",\"amount\":%.2f,"
                                            + "\"tags\":[\"%s\",\"%s\"]}",
                                    random.nextInt(5000),
                                    random.nextInt(5000),
                                    random.nextBoolean(),
                                    WORDS[random.nextInt(WORDS.length)],
                                    random.nextDouble() * 100,
                                    WORDS[random.nextInt(WORDS.length)],
                                    WORDS[random.nextInt(WORDS.length)]));
        }
    },
    LOGS(
            20_000,
            "required int64 at; required binary level (STRING); required binary host (STRING); required binary path (STRING);"
                    + " required int32 status;") {
        @Override
        Consumer<Group> rows(Random random) {
            long[] now = {1_780_000_000_000L};
            return row -> row.append("at", now[0] += random.nextInt(20))
                    .append("level", random.nextInt(20) == 0 ? "WARN" : "INFO")
                    .append("host", "web-" + random.nextInt(12))
                    .append("path", "/" + WORDS[random.nextInt(WORDS.length)] + "/" + random.nextInt(40))
                    .append("status", random.nextInt(30) == 0 ? 404 : 200);
        }
    };

    private static final String[] WORDS = {
        "created", "deleted", "opened", "closed", "moved", "renamed", "shared", "paid", "refunded", "shipped"
    };

    private final int rows;
    private final MessageType schema;

    Tables(int rows, String fields) {
        this.rows = rows;
        this.schema = MessageTypeParser.parseMessageType("message t {" + fields + "}");
    }

    private static String wideNested() {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            fields.append("required group g").append(i).append(" { optional int32 a; repeated binary b (STRING); }");
        }
        return fields.toString();
    }

    abstract Consumer<Group> rows(Random random);

    /** Writes the table with a codec at its default level, in row groups of a few hundred kilobytes. */
    public Path write(Path file, CompressionCodecName codec) {
        return write(file, builder -> builder.withCompressionCodec(codec));
    }

    public Path write(Path file, Consumer<ExampleParquetWriter.Builder> settings) {
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new FastCodecFactory())
                .withRowGroupSize(256L << 10)
                .withMinRowCountForPageSizeCheck(100)
                .withPageSize(64 << 10)
                .withWriterVersion(ordinal() % 2 == 0 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0);
        settings.accept(builder);
        Consumer<Group> fill = rows(new Random(ordinal()));
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int i = 0; i < rows; i++) {
                Group row = new SimpleGroup(schema);
                fill.accept(row);
                writer.write(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }
}
