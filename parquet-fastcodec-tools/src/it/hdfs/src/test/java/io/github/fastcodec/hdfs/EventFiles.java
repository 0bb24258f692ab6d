// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hdfs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Parquet files, written and read by parquet-java. */
final class EventFiles {

    private static final int GROUPS = 2;
    private static final int ROWS_OF_A_GROUP = 2_000;

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message event {
              required int64 id;
              required binary text (STRING);
              optional double price;
              optional group tags (LIST) {
                repeated group list {
                  optional binary element (STRING);
                }
              }
            }
            """);

    private EventFiles() {}

    /** Writes two row groups of SNAPPY pages. */
    static void write(Path file, Configuration conf, long seed) throws IOException {
        Random random = new Random(seed);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(HadoopOutputFile.fromPath(file, conf))
                .withConf(conf)
                .withType(SCHEMA)
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withRowGroupRowCountLimit(ROWS_OF_A_GROUP)
                .withPageSize(16 << 10)
                .build()) {
            for (int row = 0; row < GROUPS * ROWS_OF_A_GROUP; row++) {
                writer.write(event(row, random));
            }
        }
    }

    private static Group event(int row, Random random) {
        Group event = new SimpleGroup(SCHEMA);
        event.add("id", row * 1_000L + random.nextInt(1_000));
        event.add("text", "event " + Long.toString(random.nextLong(), 36) + " of page " + random.nextInt(50));
        if (random.nextInt(4) != 0) {
            event.add("price", random.nextInt(100_000) / 100.0);
        }
        if (random.nextInt(5) != 0) {
            Group tags = event.addGroup("tags");
            for (int tag = random.nextInt(4); tag > 0; tag--) {
                Group element = tags.addGroup("list");
                if (random.nextInt(6) != 0) {
                    element.add("element", "tag-" + random.nextInt(300));
                }
            }
        }
        return event;
    }

    static List<String> rows(Path file, Configuration conf) throws IOException {
        List<String> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(conf)
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row.toString());
            }
        }
        return rows;
    }

    static List<BlockMetaData> groups(Path file, Configuration conf) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, conf))) {
            return reader.getRowGroups();
        }
    }

    static Set<CompressionCodecName> codecs(Path file, Configuration conf) throws IOException {
        Set<CompressionCodecName> codecs = EnumSet.noneOf(CompressionCodecName.class);
        for (BlockMetaData group : groups(file, conf)) {
            for (ColumnChunkMetaData column : group.getColumns()) {
                codecs.add(column.getCodec());
            }
        }
        return codecs;
    }
}
