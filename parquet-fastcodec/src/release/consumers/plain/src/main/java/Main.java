// SPDX-License-Identifier: Apache-2.0
import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecStats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
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

/** Writes and reads a file with each codec that is named; fails unless this project compressed and decompressed its pages. */
public final class Main {

    private static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message row { required int64 id; required binary name (STRING); }");
    private static final int ROWS = 20_000;

    public static void main(String[] arguments) throws Exception {
        List<CompressionCodecName> codecs =
                Arrays.stream(arguments).map(CompressionCodecName::valueOf).collect(Collectors.toList());
        for (CompressionCodecName codec : codecs) {
            Path file = Files.createTempDirectory("plain").resolve("rows.parquet");
            write(file, codec);
            check(read(file) == ROWS, "rows are missing in " + codec);
            check(FastCodecStats.of(codec, Direction.COMPRESS).getPages() > 0, codec + " was compressed by another");
            check(FastCodecStats.of(codec, Direction.DECOMPRESS).getPages() > 0, codec + " was read by another");
        }
        System.out.println(codecs + " written and read");
    }

    private static void write(Path file, CompressionCodecName codec) throws Exception {
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withCompressionCodec(codec)
                .withCodecFactory(new FastCodecFactory())
                .build()) {
            for (long row = 0; row < ROWS; row++) {
                Group group = new SimpleGroup(SCHEMA);
                group.add("id", row);
                group.add("name", "name " + row % 1000);
                writer.write(group);
            }
        }
    }

    private static int read(Path file) throws Exception {
        InputFile input = new LocalInputFile(file);
        int rows = 0;
        try (ParquetReader<Group> reader = new ParquetReader.Builder<Group>(input, new PlainParquetConfiguration()) {
            @Override
            protected ReadSupport<Group> getReadSupport() {
                return new GroupReadSupport();
            }
        }.withCodecFactory(new FastCodecFactory()).build()) {
            for (Group group = reader.read(); group != null; group = reader.read()) {
                check(group.getLong("id", 0) == rows, "row " + rows + " is another");
                rows++;
            }
        }
        return rows;
    }

    private static void check(boolean truth, String message) {
        if (!truth) {
            throw new AssertionError(message);
        }
    }
}
