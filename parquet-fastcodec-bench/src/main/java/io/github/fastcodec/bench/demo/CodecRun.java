// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.demo.TurnTimes.Side;
import io.github.fastcodec.bench.file.RowDigest;
import io.github.fastcodec.bench.page.CodecParam;
import io.github.fastcodec.bench.turns.Turns;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;

/** The demo of one codec: the files of all sides that support the codec, and the times to write and to read them. */
final class CodecRun {

    final TurnTimes writing = new TurnTimes();
    final TurnTimes reading = new TurnTimes();

    private final CodecParam level;
    private final String name;
    private final Path directory;
    private final MessageType schema;
    private final List<Side> sides = new ArrayList<>();
    private final Map<Side, ParquetWriter<Group>> writers = new EnumMap<>(Side.class);
    private String refusal;
    private int turns;
    private int batches;
    private int differences;

    /**
     * Determines which sides support the codec.
     *
     * @param name the codec, in a form that {@link CodecParam#parse} accepts; a codec with a level has no null test
     */
    CodecRun(String name, Path directory, MessageType schema) {
        this.name = name;
        this.directory = directory;
        this.schema = schema;
        level = CodecParam.parse(name);
        try {
            level.compressor(Implementation.PARQUET_JAVA.newFactory());
            sides.add(Side.THEIRS);
            if (!hasLevel()) {
                sides.add(Side.THEIRS_AGAIN);
            }
        } catch (RuntimeException e) {
            refusal = e.getMessage();
        }
        sides.add(Side.OURS);
    }

    /** Opens a file for each side. The file replaces that of the previous round. */
    void open() throws IOException {
        batches = 0;
        for (Side side : sides) {
            Files.deleteIfExists(file(side));
            writers.put(
                    side,
                    ExampleParquetWriter.builder(new LocalOutputFile(file(side)))
                            .withType(schema)
                            .withCompressionCodec(level.codec())
                            .withRowGroupSize(Demo.ROW_GROUP_BYTES)
                            .withCodecFactory(level.applyTo(implementation(side).newFactory()))
                            .build());
        }
    }

    /** Has each side write the rows. */
    void write(List<Group> rows) throws IOException {
        inTurns(side -> {
            ParquetWriter<Group> writer = writers.get(side);
            long start = Turns.clock();
            for (Group row : rows) {
                writer.write(row);
            }
            writing.add(side, batches, Turns.clock() - start);
        });
        batches++;
    }

    /** Closes the files. The time to write includes closing. */
    void close() throws IOException {
        inTurns(side -> {
            long start = Turns.clock();
            writers.get(side).close();
            writing.add(side, batches, Turns.clock() - start);
        });
    }

    /** Has each side read each file, and compares the digest of the file's rows with the digest of the source. */
    void read(long expectedDigest) throws IOException {
        for (Side writer : sides) {
            if (writer != Side.THEIRS_AGAIN) {
                inTurns(side -> {
                    long start = Turns.clock();
                    if (digest(file(writer), implementation(side)) != expectedDigest) {
                        differences++;
                    }
                    reading.add(side, writer.ordinal(), Turns.clock() - start);
                });
            }
        }
    }

    /** Returns the digest of all rows of a file. Opens the file as an application does. */
    static long digest(Path file, Implementation implementation) throws IOException {
        return RowDigest.of(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()),
                implementation);
    }

    /** Returns whether the name states a level. */
    boolean hasLevel() {
        return name.contains(":");
    }

    CompressionCodecName codec() {
        return level.codec();
    }

    /** Returns the codec and, if it is not the default, its level. */
    String name() {
        return name;
    }

    /** Returns the name of the engine that this project's factory uses. */
    String engine() {
        return codec() == CompressionCodecName.UNCOMPRESSED
                ? "-"
                : Engines.forCompression(codec()).name();
    }

    /** Returns whether every reader read the source's rows from every file. */
    boolean same() {
        return differences == 0;
    }

    /** Returns why parquet-java does not support the codec, or null if it does. */
    String refusal() {
        return refusal;
    }

    /** Returns the size of a side's file, in bytes; 0 if the side has no file. */
    long fileBytes(Side side) throws IOException {
        return sides.contains(side) ? Files.size(file(side)) : 0;
    }

    private static Implementation implementation(Side side) {
        return side == Side.OURS ? Implementation.FASTCODEC : Implementation.PARQUET_JAVA;
    }

    private Path file(Side side) {
        String sideName = side.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return directory.resolve(name.toLowerCase(Locale.ROOT).replace(':', '-') + "." + sideName + ".parquet");
    }

    /** A turn of one side. */
    @FunctionalInterface
    private interface Turn {
        void take(Side side) throws IOException;
    }

    /** Gives every side one turn. Over six calls each side precedes each other side equally often. */
    private void inTurns(Turn turn) throws IOException {
        for (int index : Turns.order(sides.size(), turns++)) {
            turn.take(sides.get(index));
        }
    }
}
