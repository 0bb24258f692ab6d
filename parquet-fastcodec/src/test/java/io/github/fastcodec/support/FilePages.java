// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.Part;
import io.trino.tpch.PartGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** All pages of whole files, as parquet-java's writer passes them to a codec. The same in every run. */
public enum FilePages {
    LINEITEM(
            30_000,
            "required int64 l_orderkey; required int64 l_partkey; required int64 l_suppkey; required int32 l_linenumber;"
                    + " required double l_quantity; required double l_extendedprice; required double l_discount;"
                    + " required double l_tax; required binary l_returnflag (STRING); required binary l_linestatus (STRING);"
                    + " required int32 l_shipdate (DATE); required int32 l_commitdate (DATE);"
                    + " required int32 l_receiptdate (DATE); required binary l_shipinstruct (STRING);"
                    + " required binary l_shipmode (STRING); required binary l_comment (STRING);") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            Iterator<LineItem> items = new LineItemGenerator(1, 1, 1).iterator();
            return (row, random) -> {
                LineItem item = items.next();
                row.append("l_orderkey", item.getOrderKey())
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
            };
        }
    },
    ORDERS(
            30_000,
            "required int64 o_orderkey; required int64 o_custkey; required binary o_orderstatus (STRING);"
                    + " required double o_totalprice; required int32 o_orderdate (DATE);"
                    + " required binary o_orderpriority (STRING); required binary o_clerk (STRING);"
                    + " required int32 o_shippriority; required binary o_comment (STRING);") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            Iterator<Order> orders = new OrderGenerator(1, 1, 1).iterator();
            return (row, random) -> {
                Order order = orders.next();
                row.append("o_orderkey", order.getOrderKey())
                        .append("o_custkey", order.getCustomerKey())
                        .append("o_orderstatus", String.valueOf(order.getOrderStatus()))
                        .append("o_totalprice", order.getTotalPrice())
                        .append("o_orderdate", order.getOrderDate())
                        .append("o_orderpriority", order.getOrderPriority())
                        .append("o_clerk", order.getClerk())
                        .append("o_shippriority", order.getShipPriority())
                        .append("o_comment", order.getComment());
            };
        }
    },
    PART(
            20_000,
            "required int64 p_partkey; required binary p_name (STRING); required binary p_mfgr (STRING);"
                    + " required binary p_brand (STRING); required binary p_type (STRING); required int32 p_size;"
                    + " required binary p_container (STRING); required double p_retailprice;"
                    + " required binary p_comment (STRING);") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            Iterator<Part> parts = new PartGenerator(1, 1, 1).iterator();
            return (row, random) -> {
                Part part = parts.next();
                row.append("p_partkey", part.getPartKey())
                        .append("p_name", part.getName())
                        .append("p_mfgr", part.getManufacturer())
                        .append("p_brand", part.getBrand())
                        .append("p_type", part.getType())
                        .append("p_size", part.getSize())
                        .append("p_container", part.getContainer())
                        .append("p_retailprice", part.getRetailPrice())
                        .append("p_comment", part.getComment());
            };
        }
    },
    NESTED(
            10_000,
            "required int64 id; repeated group events { optional int64 at; optional double value;"
                    + " optional binary path (STRING); repeated binary tags (STRING); }") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            return (row, random) -> {
                row.append("id", random.nextLong(1L << 40));
                for (int i = random.nextInt(5); i > 0; i--) {
                    Group event = row.addGroup("events");
                    if (random.nextInt(10) > 2) {
                        event.append("at", 1_700_000_000_000L + random.nextInt(1 << 30));
                    }
                    if (random.nextInt(10) > 2) {
                        event.append("value", random.nextInt(100_000) / 100.0);
                    }
                    event.append("path", "/path/to/" + random.nextInt(30_000) + "/resource");
                    for (int tag = random.nextInt(3); tag > 0; tag--) {
                        event.append("tags", "tag-" + random.nextInt(40));
                    }
                }
            };
        }
    },
    FLIGHTS(
            60_000,
            "required int32 date (DATE); required binary carrier (STRING); required int32 number;"
                    + " required binary origin (STRING); required binary destination (STRING); required int32 departure;"
                    + " optional int32 departure_delay; required int32 arrival; optional int32 arrival_delay;"
                    + " required int32 distance; required boolean cancelled;") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            int[] number = {0};
            return (row, random) -> {
                int origin = (int) Math.abs(gaussian(random) * 60);
                int destination = (int) Math.abs(gaussian(random) * 60);
                int departure = 300 + random.nextInt(1140);
                int late = (int) (gaussian(random) * 12 + (random.nextInt(5) == 0 ? random.nextInt(90) : -3));
                int distance = 100 + Math.abs(origin * 31 - destination * 17) * 3;
                boolean cancelled = random.nextInt(60) == 0;
                row.append("date", 19_000 + number[0]++ / 2_000)
                        .append("carrier", "C" + random.nextInt(14))
                        .append("number", 1 + random.nextInt(6_000))
                        .append("origin", "A" + origin)
                        .append("destination", "A" + destination)
                        .append("departure", departure)
                        .append("arrival", departure + distance / 8)
                        .append("distance", distance)
                        .append("cancelled", cancelled);
                if (!cancelled) {
                    row.append("departure_delay", late).append("arrival_delay", late + random.nextInt(21) - 10);
                }
            };
        }
    },
    LOGS(20_000, "required int64 at (TIMESTAMP(MILLIS,true)); required binary line (STRING);") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            long[] at = {1_700_000_000_000L};
            return (row, random) -> row.append("at", at[0] += random.nextInt(400))
                    .append(
                            "line",
                            "10." + random.nextInt(4) + "." + random.nextInt(256) + "." + random.nextInt(256)
                                    + " - - \"GET /"
                                    + words(random, 1 + random.nextInt(3), "/") + "?id=" + random.nextInt(100_000)
                                    + " HTTP/1.1\" " + (random.nextInt(20) == 0 ? 404 : 200) + " "
                                    + random.nextInt(50_000) + " \"Mozilla/5.0 (" + words(random, 2, "; ") + ")\" "
                                    + Integer.toHexString(random.nextInt()));
        }
    },
    JSON(12_000, "required int64 id; required binary document (JSON);") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            int[] id = {0};
            return (row, random) -> row.append("id", (long) ++id[0])
                    .append(
                            "document",
                            "{\"type\":\"" + words(random, 1, "") + "\",\"actor\":{\"id\":" + random.nextInt(1 << 24)
                                    + ",\"login\":\"" + words(random, 1, "") + random.nextInt(1000)
                                    + "\"},\"payload\":{\"size\":" + random.nextInt(20) + ",\"ratio\":"
                                    + random.nextInt(10_000) / 1e4 + ",\"message\":\""
                                    + words(random, 3 + random.nextInt(12), " ")
                                    + "\"},\"public\":" + random.nextBoolean() + "}");
        }
    },
    SENSORS(
            30_000,
            "required int32 sensor; required int64 at (TIMESTAMP(MICROS,true)); required double temperature;"
                    + " required double pressure; required double x; required double y;") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            double[] walk = {20, 1013};
            long[] at = {1_700_000_000_000_000L};
            return (row, random) -> row.append("sensor", random.nextInt(64))
                    .append("at", at[0] += 1_000_000 + random.nextInt(200))
                    .append("temperature", Math.round((walk[0] += gaussian(random) / 50) * 100) / 100.0)
                    .append("pressure", walk[1] += gaussian(random) / 10)
                    .append("x", Math.sin(at[0] / 6e9) + gaussian(random) / 1000)
                    .append("y", (double) (float) (Math.cos(at[0] / 6e9) + gaussian(random) / 100));
        }
    },
    /** The rows of Spark's comparison: random numbers, times of twelve bytes, and words from a list of sixteen. */
    SPARK(
            60_000,
            "required int64 order_key; required int64 part_key; required int64 supplier_key; required int32 line;"
                    + " required int64 quantity (DECIMAL(12,2)); required double price; required double discount;"
                    + " required binary flag (STRING); required int32 shipped (DATE); required int96 received;"
                    + " required binary comment (STRING);") {
        @Override
        BiConsumer<Group, SplittableRandom> rows() {
            long[] id = {0};
            return (row, random) -> row.append("order_key", id[0] / 4)
                    .append("part_key", random.nextLong(200_000))
                    .append("supplier_key", random.nextLong(10_000))
                    .append("line", (int) (id[0]++ % 4))
                    .append("quantity", 100 * random.nextLong(50))
                    .append("price", random.nextInt(10_000_000) / 100.0)
                    .append("discount", random.nextInt(11) / 100.0)
                    .append("flag", String.valueOf("ANR".charAt(random.nextInt(3))))
                    .append("shipped", 8035 + random.nextInt(2500))
                    .append("received", int96(700_000_000_000L + random.nextInt(1_000_000_000)))
                    .append("comment", words(random, FEW_WORDS, 1, 6, " "));
        }
    };

    private static final long SEED = 20261122;

    private static final String[] WORDS = words();

    private static final String[] FEW_WORDS = {
        "furiously", "quick", "final", "deposits", "sleep", "among", "regular", "accounts",
        "bold", "requests", "haggle", "carefully", "ironic", "packages", "above", "theodolites"
    };

    private final int count;
    private final MessageType schema;
    private List<byte[]> pages;

    FilePages(int count, String columns) {
        this.count = count;
        this.schema = MessageTypeParser.parseMessageType("message row {" + columns + "}");
    }

    /** Returns the function that fills one row after the other. */
    abstract BiConsumer<Group, SplittableRandom> rows();

    /** Returns the pages, dictionaries included, of the file that parquet-java writes with its defaults. */
    public synchronized List<byte[]> pages() throws IOException {
        if (pages == null) {
            List<byte[]> taken = new ArrayList<>();
            try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Nowhere())
                    .withType(schema)
                    .withConf(new org.apache.parquet.conf.PlainParquetConfiguration())
                    .withCompressionCodec(CompressionCodecName.GZIP)
                    .withCodecFactory(new Taker(taken))
                    .build()) {
                SplittableRandom random = new SplittableRandom(SEED + ordinal());
                BiConsumer<Group, SplittableRandom> rows = rows();
                for (int i = 0; i < count; i++) {
                    Group row = new SimpleGroup(schema);
                    rows.accept(row, random);
                    writer.write(row);
                }
            }
            pages = taken;
        }
        return pages;
    }

    private static double gaussian(SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < 12; i++) {
            sum += random.nextDouble();
        }
        return sum - 6;
    }

    private static String[] words() {
        SplittableRandom random = new SplittableRandom(SEED);
        String[] words = new String[2000];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int length = 2 + random.nextInt(9); length > 0; length--) {
                word.append("etaoinshrdlucmfwypvbgkjqxz".charAt(Math.min(random.nextInt(26), random.nextInt(26))));
            }
            words[i] = word.toString();
        }
        return words;
    }

    /** Returns words, of which a few are frequent and most are rare. */
    private static String words(SplittableRandom random, int count, String between) {
        return words(random, WORDS, 3, count, between);
    }

    /** @param skew 1 if all words are equally frequent, more if the first ones are more frequent */
    private static String words(SplittableRandom random, String[] words, int skew, int count, String between) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            int number = (int) (words.length * Math.pow(random.nextDouble(), skew));
            text.append(i == 0 ? "" : between).append(words[number]);
        }
        return text.toString();
    }

    /** Converts milliseconds since 1970 to the nanoseconds of a day and the day's Julian number. */
    private static NanoTime int96(long millis) {
        int julianDayOf1970 = 2_440_588;
        return new NanoTime(
                julianDayOf1970 + (int) Math.floorDiv(millis, 86_400_000L),
                Math.floorMod(millis, 86_400_000L) * 1_000_000);
    }

    /** Keeps each page that is to be compressed. */
    private record Taker(List<byte[]> taken) implements CompressionCodecFactory {
        @Override
        public BytesInputCompressor getCompressor(CompressionCodecName codec) {
            return new BytesInputCompressor() {
                @Override
                public BytesInput compress(BytesInput bytes) throws IOException {
                    ByteArrayOutputStream page = new ByteArrayOutputStream();
                    bytes.writeAllTo(page);
                    taken.add(page.toByteArray());
                    return BytesInput.from(new byte[1]);
                }

                @Override
                public CompressionCodecName getCodecName() {
                    return codec;
                }

                @Override
                public void release() {}
            };
        }

        @Override
        public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void release() {}
    }

    private static final class Nowhere implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                private long position;

                @Override
                public long getPos() {
                    return position;
                }

                @Override
                public void write(int b) {
                    position++;
                }

                @Override
                public void write(byte[] b, int off, int len) {
                    position += len;
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
