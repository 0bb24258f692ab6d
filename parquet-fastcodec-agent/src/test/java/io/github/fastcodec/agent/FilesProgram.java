// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * A program that does not refer to parquet-fastcodec. Its arguments are a directory and codecs; it writes and reads a file with
 * each codec, and prints a setting that is rejected. It prints each file's number of pages by the file's own index, the number that the agent counted, and the file's
 * size. A key=value among the arguments applies to the configuration of the files that follow; with -D in front it is a system
 * property.
 */
public final class FilesProgram {

    static final int ROWS = 4_000;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(
            "message m { required int64 id; required binary word (UTF8); required double price; }");

    private FilesProgram() {}

    public static void main(String[] arguments) throws Exception {
        run(arguments[0], Arrays.asList(arguments).subList(1, arguments.length));
    }

    static void run(String directory, List<String> arguments) throws Exception {
        Configuration configuration = new Configuration();
        int number = 0;
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (argument.startsWith("-D")) {
                System.setProperty(argument.substring(2, equals), argument.substring(equals + 1));
                continue;
            }
            if (equals > 0) {
                configuration.set(argument.substring(0, equals), argument.substring(equals + 1));
                continue;
            }
            CompressionCodecName codec = CompressionCodecName.valueOf(argument);
            Path file = new Path(directory + "/" + number++ + "." + codec + ".parquet");
            long before = AgentCounts.pages(codec, true);
            try {
                write(file, codec, configuration);
            } catch (IllegalArgumentException e) {
                System.out.println(codec + " " + e);
                continue;
            }
            long written = AgentCounts.pages(codec, true) - before;
            before = AgentCounts.pages(codec, false);
            read(file, configuration);
            long read = AgentCounts.pages(codec, false) - before;
            System.out.println(codec + " pages " + pages(file, configuration) + " written " + written + " read " + read
                    + " bytes " + Files.size(java.nio.file.Path.of(file.toString())));
        }
    }

    static void write(Path file, CompressionCodecName codec, Configuration configuration) throws IOException {
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        Random random = new Random(18);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withConf(configuration)
                .withType(SCHEMA)
                .withCompressionCodec(codec)
                .withPageSize(4 << 10)
                .build()) {
            for (int i = 0; i < ROWS; i++) {
                writer.write(groups.newGroup()
                        .append("id", (long) i * i)
                        .append("word", "the " + random.nextInt(400) + " foxes of " + random.nextInt(9_000) + " jump")
                        .append("price", random.nextInt(100_000) / 100.0));
            }
        }
    }

    static void read(Path file, Configuration configuration) throws IOException {
        Random random = new Random(18);
        int rows = 0;
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(configuration)
                .build()) {
            for (Group group = reader.read(); group != null; group = reader.read(), rows++) {
                String word = "the " + random.nextInt(400) + " foxes of " + random.nextInt(9_000) + " jump";
                if (group.getLong("id", 0) != (long) rows * rows
                        || !group.getString("word", 0).equals(word)
                        || group.getDouble("price", 0) != random.nextInt(100_000) / 100.0) {
                    throw new AssertionError("row " + rows + " is not what was written");
                }
            }
        }
        if (rows != ROWS) {
            throw new AssertionError(rows + " rows");
        }
    }

    /** Returns the number of pages, including dictionaries, from the file's offset indexes. */
    static long pages(Path file, Configuration configuration) throws IOException {
        long pages = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromPath(file, configuration))) {
            for (BlockMetaData block : reader.getFooter().getBlocks()) {
                for (ColumnChunkMetaData chunk : block.getColumns()) {
                    pages += reader.readOffsetIndex(chunk).getPageCount() + (chunk.hasDictionaryPage() ? 1 : 0);
                }
            }
        }
        return pages;
    }
}
