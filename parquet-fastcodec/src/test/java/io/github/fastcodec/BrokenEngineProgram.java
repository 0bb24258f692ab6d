// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.flink.FastCodecWriters;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.IOException;
import java.util.Map;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.local.LocalDataOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes a ZSTD file through each entry point, with and without verification, and prints the outcome of each. */
public final class BrokenEngineProgram {

    private static final String VERIFY = "parquet.fastcodec.verify.compression";
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message m { required int64 id; }");

    private final java.nio.file.Path directory;
    private int number;

    private BrokenEngineProgram(java.nio.file.Path directory) {
        this.directory = directory;
    }

    private interface Way {
        void write(java.nio.file.Path file, Configuration configuration) throws Exception;
    }

    public static void main(String[] arguments) {
        BrokenEngineProgram program = new BrokenEngineProgram(java.nio.file.Path.of(arguments[0]));
        program.run(
                "factory",
                (file, configuration) -> write(ExampleParquetWriter.builder(new Path(file.toString()))
                        .withCodecFactory(new FastCodecFactory(FastCodecOptions.from(configuration::get)))));
        program.run("flink", BrokenEngineProgram::writeByFlink);
        program.run("key", (file, configuration) -> {
            configuration.set("parquet.crypto.factory.class", "io.github.fastcodec.hadoop.FastCodecCryptoFactory");
            write(ExampleParquetWriter.builder(new Path(file.toString())).withConf(configuration));
        });
        program.run("process", (file, configuration) -> { // as Spark's plugin does
            FastCodecInstaller.install(configuration);
            write(ExampleParquetWriter.builder(new Path(file.toString())).withConf(new Configuration(false)));
        });
    }

    private void run(String name, Way way) {
        for (String verify : new String[] {"false", "true"}) {
            Configuration configuration = new Configuration(false);
            configuration.set(VERIFY, verify);
            java.nio.file.Path file = directory.resolve(number++ + ".parquet");
            System.out.println(name + " " + verify + " " + outcome(way, file, configuration));
        }
        System.out.println(name + " failures "
                + FastCodecStats.of(CompressionCodecName.ZSTD, Direction.COMPRESS)
                        .getFailures());
    }

    private static String outcome(Way way, java.nio.file.Path file, Configuration configuration) {
        try {
            way.write(file, configuration);
            return "is written";
        } catch (Exception e) {
            Throwable cause = e;
            while (!(cause instanceof IOException) && cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause.toString();
        }
    }

    private static void writeByFlink(java.nio.file.Path file, Configuration configuration) throws IOException {
        try (LocalDataOutputStream out = new LocalDataOutputStream(file.toFile())) {
            BulkWriter<Group> writer = FastCodecWriters.of(
                            BrokenEngineProgram::builder, Map.of(VERIFY, configuration.get(VERIFY)))
                    .create(out);
            for (long id = 0; id < 1_000; id++) {
                writer.addElement(row(id));
            }
            writer.finish();
        }
    }

    private static ParquetWriter.Builder<Group, ?> builder(OutputFile file) {
        return settings(ExampleParquetWriter.builder(file));
    }

    private static ExampleParquetWriter.Builder settings(ExampleParquetWriter.Builder builder) {
        return builder.withType(SCHEMA).withDictionaryEncoding(false).withCompressionCodec(CompressionCodecName.ZSTD);
    }

    private static void write(ExampleParquetWriter.Builder builder) throws IOException {
        try (ParquetWriter<Group> writer = settings(builder).build()) {
            for (long id = 0; id < 1_000; id++) {
                writer.write(row(id));
            }
        }
    }

    private static Group row(long id) {
        Group row = new SimpleGroup(SCHEMA);
        row.add("id", id);
        return row;
    }
}
