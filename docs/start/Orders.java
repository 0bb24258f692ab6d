// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * The job of docs/start.md: writes orders of three years by parquet-java's own builder. It takes a directory, a codec and a level of
 * ZSTD.
 */
public class Orders {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message orders { required int64 id; required int64 customer; required int64 ordered (TIMESTAMP(MILLIS,true));"
                    + " required double total; required binary status (STRING); required binary comment (STRING); }");

    private static final String[] STATUS = {"open", "paid", "sent", "returned"};
    private static final String[] WORDS = ("please deliver to the neighbour before noon on weekdays and call first ring twice leave it"
                    + " behind gate with care fragile urgent gift wrapped no invoice inside thank you very much")
            .split(" ");

    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        CompressionCodecName codec = CompressionCodecName.valueOf(args.length > 1 ? args[1] : "SNAPPY");
        Configuration settings = new Configuration();
        if (args.length > 2) {
            settings.set("parquet.compression.codec.zstd.level", args[2]);
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        long id = 0;
        for (int year = 2023; year <= 2025; year++) {
            for (int part = 0; part < 2; part++) {
                Path file = directory.resolve("year=" + year + "/part-" + part + ".parquet");
                file.getParent().toFile().mkdirs();
                id = write(file, codec, settings, id, year);
            }
        }
        double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
        System.out.printf("%d orders in %s, %.1f s of the processor%n", id, directory, seconds);
    }

    private static long write(Path file, CompressionCodecName codec, Configuration settings, long first, int year)
            throws IOException {
        Random random = new Random(first);
        SimpleGroupFactory orders = new SimpleGroupFactory(SCHEMA);
        long ordered = (year - 1970) * 31_556_952_000L;
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(SCHEMA)
                .withConf(settings)
                .withCompressionCodec(codec)
                .build()) {
            for (long id = first; id < first + 25_000; id++) {
                ordered += random.nextInt(1_200_000);
                StringBuilder comment = new StringBuilder();
                for (int word = random.nextInt(12); word >= 0; word--) {
                    comment.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
                }
                writer.write(orders.newGroup()
                        .append("id", id)
                        .append("customer", (long) (Math.abs(random.nextGaussian()) * 20_000))
                        .append("ordered", ordered)
                        .append("total", random.nextInt(100_000) / 100.0)
                        .append("status", STATUS[Math.min(3, random.nextInt(9))])
                        .append("comment", comment.toString()));
            }
        }
        return first + 25_000;
    }
}
