// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.hadoop.FastCodecCryptoFactory;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files of the same rows, written and read with the codecs that the configuration selects. */
final class HookedFiles {

    static final int ROWS = 20_000;
    static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message m { required int64 id; required binary name (UTF8); }");

    private static final long SEED = 41;

    private HookedFiles() {}

    /** Returns a configuration with our key and the given keys and values, which alternate. */
    static Configuration configuration(String... keysAndValues) {
        Configuration configuration = new Configuration();
        configuration.set("parquet.crypto.factory.class", FastCodecCryptoFactory.class.getName());
        for (int i = 0; i < keysAndValues.length; i += 2) {
            configuration.set(keysAndValues[i], keysAndValues[i + 1]);
        }
        return configuration;
    }

    /** Removes our codecs and the note of the last file, so that other tests in this JVM are not affected. */
    static void uninstall() {
        FastCodecInstaller.install(configuration("parquet.fastcodec.enabled", "false"));
        HadoopCodecs.opened(Map.of());
    }

    /** Returns parquet-java's codec map. */
    @SuppressWarnings("unchecked") // its declared type
    static Map<String, CompressionCodec> map() {
        try {
            Field map = CodecFactory.class.getDeclaredField("CODEC_BY_NAME");
            map.setAccessible(true);
            return (Map<String, CompressionCodec>) map.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void write(Path file, CompressionCodecName codec, Configuration configuration) throws IOException {
        try (ParquetWriter<Group> writer = writer(file, codec, configuration)) {
            writeRows(writer);
        }
    }

    static ParquetWriter<Group> writer(Path file, CompressionCodecName codec, Configuration configuration)
            throws IOException {
        return ExampleParquetWriter.builder(file)
                .withConf(configuration)
                .withType(SCHEMA)
                .withCompressionCodec(codec)
                .withPageSize(32 << 10)
                .build();
    }

    static void writeRows(ParquetWriter<Group> writer) throws IOException {
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        Random random = new Random(SEED);
        for (int i = 0; i < ROWS; i++) {
            writer.write(groups.newGroup().append("id", (long) i * i).append("name", name(random)));
        }
    }

    static void assertReads(Path file, Configuration configuration) throws IOException {
        Random random = new Random(SEED);
        int rows = 0;
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(configuration)
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read(), rows++) {
                assertEquals((long) rows * rows, group.getLong("id", 0));
                assertEquals(name(random), group.getString("name", 0), "row " + rows + ", seed " + SEED);
            }
        }
        assertEquals(ROWS, rows);
    }

    static long pages(CompressionCodecName codec, Direction direction) {
        return FastCodecStats.of(codec, direction).getPages();
    }

    private static String name(Random random) {
        return "a name of " + random.nextInt(300) + " in " + random.nextInt(9_000);
    }
}
