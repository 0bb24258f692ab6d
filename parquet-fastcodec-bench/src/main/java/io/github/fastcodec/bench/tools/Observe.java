// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecJmx;
import io.github.fastcodec.micrometer.FastCodecMeters;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import jdk.jfr.Recording;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import picocli.CommandLine.Command;

/** Writes and reads a file, and prints what Flight Recorder, JMX and Prometheus get to see of it. */
@Command(
        name = "observe",
        header = "What Flight Recorder, JMX and Prometheus see of one small file.",
        description =
                "Writes 100,000 rows as ZSTD, reads them, and prints one event of each type as jfr print has it, the"
                        + " attributes of the MBean as JConsole has them, and a scrape of Prometheus without what is zero.",
        footer = "  java -jar benchmarks.jar observe")
public final class Observe extends Tool {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message row { required int64 id; required binary name (STRING); required double price; }");

    private static final int ROWS = 100_000;

    @Override
    public Integer call() throws Exception {
        Path folder = Files.createTempDirectory("observe");
        Path recorded = folder.resolve("job.jfr");
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new FastCodecMeters().bindTo(prometheus);
        ObjectName name = FastCodecJmx.register();
        try (Recording recording = new Recording()) {
            for (String event : new String[] {"EngineLoad", "Compress", "Decompress"}) {
                recording.enable("io.github.fastcodec." + event);
            }
            recording.enable("io.github.fastcodec.PoolState").withPeriod(Duration.ofMillis(50));
            recording.start();
            while (io.github.fastcodec.internal.events.Recording.recorder() == null) {
                Thread.sleep(1); // a thread of its own tells of the start
            }
            job(folder.resolve("rows.parquet"));
            recording.dump(recorded);
        }
        System.out.println("$ jfr print job.jfr, the last event of each type");
        lastOfEachType(recorded);
        System.out.println("$ " + name);
        attributes(name);
        System.out.println("$ the scrape");
        prometheus
                .scrape()
                .lines()
                .filter(line -> line.startsWith("parquet_fastcodec") && !line.matches(".* 0(\\.0)?"))
                .forEach(System.out::println);
        return 0;
    }

    private static void job(Path file) throws IOException {
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withCodecFactory(new FastCodecFactory())
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                writer.write(groups.newGroup()
                        .append("id", (long) row)
                        .append("name", "name of " + row % 300)
                        .append("price", Math.sqrt(row)));
            }
        }
        try (ParquetReader<Group> reader = new Reader(new LocalInputFile(file))
                .withCodecFactory(new FastCodecFactory())
                .build()) {
            while (reader.read() != null) {
                // each row, and so each page
            }
        }
    }

    private static void lastOfEachType(Path recorded) throws IOException, InterruptedException {
        Process jfr = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jfr").toString(), "print", recorded.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(jfr.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jfr.waitFor();
        Map<String, String> last = new LinkedHashMap<>();
        for (String event : printed.split("\n\n")) {
            last.put(event.strip().split(" ")[0], event.strip());
        }
        last.values().forEach(event -> System.out.println(event + "\n"));
    }

    private static void attributes(ObjectName name) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (Object row : ((TabularData) server.getAttribute(name, "Pages")).values()) {
            CompositeData pages = (CompositeData) ((CompositeData) row).get("value");
            if ((Long) pages.get("pages") > 0) {
                System.out.println("Pages[" + ((CompositeData) row).get("key") + "]");
                print(pages);
            }
        }
        System.out.println("Pool");
        print((CompositeData) server.getAttribute(name, "Pool"));
        System.out.println();
    }

    private static void print(CompositeData data) {
        for (String key : data.getCompositeType().keySet()) {
            System.out.println("    " + key + " = " + data.get(key));
        }
    }

    private static final class Reader extends ParquetReader.Builder<Group> {
        private Reader(InputFile file) {
            super(file, new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
