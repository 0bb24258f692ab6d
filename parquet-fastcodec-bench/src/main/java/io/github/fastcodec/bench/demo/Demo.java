// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.demo.TurnTimes.Side;
import io.github.fastcodec.bench.file.Lineitem;
import io.github.fastcodec.bench.file.RowWriter;
import io.github.fastcodec.bench.file.Speeches;
import io.github.fastcodec.bench.tools.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes and reads real data with every codec, and checks that all rows are the same, whichever side writes or reads a file. */
@Command(
        name = "demo",
        header = "Compare every codec with parquet-java on real data.",
        description =
                "Writes two tables, TPC-H lineitem and the text of debates, with every codec, and with GZIP and ZSTD also at a"
                        + " high level. Writes each file with parquet-java's codecs and with parquet-fastcodec's, reads every"
                        + " file with both, compares all rows, and prints sizes and times. The sides take turns; a turn is a"
                        + " batch of rows or a file. The demo needs 3 GB of heap.",
        exitCodeList = {"0:Every file has the source's rows.", "1:Rows differ, or an error occurred.", Tool.REFUSED},
        footer = "  java -Xmx3g -jar benchmarks.jar demo --file=trades.parquet")
public final class Demo extends Tool {

    /** Small enough for three open writers per codec in a few GB of heap. */
    static final long ROW_GROUP_BYTES = 16L << 20;

    private static final double LINEITEM_SCALE = 0.05;
    private static final int LINEITEM_ROWS = 299_814;
    private static final int TEXT_ROWS = 70_000;

    /** Levels to measure in addition to the default. */
    private static final Map<CompressionCodecName, List<String>> LEVELS =
            Map.of(CompressionCodecName.GZIP, List.of("9"), CompressionCodecName.ZSTD, List.of("12"));

    private static final int BATCH_ROWS = 20_000;

    /** The number of rows to write and read before measuring, so that the JVM compiles the code. */
    private static final int WARM_UP_ROWS = 80_000;

    /** The number of times that each file is written and read. A reported time is the median. */
    private static final int ROUNDS = 3;

    @Option(
            names = "--file",
            converter = Tool.ExistingFile.class,
            paramLabel = "FILE",
            description = "A Parquet file to use instead of the two tables.")
    private Path file;

    @Option(
            names = "--directory",
            defaultValue = "target/demo",
            paramLabel = "DIR",
            description = "The folder to write files to.")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        boolean same;
        if (file == null) {
            same = compare(write("lineitem", Lineitem.SCHEMA, Lineitem.rows(LINEITEM_SCALE), LINEITEM_ROWS));
            same &= compare(write("text", Speeches.SCHEMA, Speeches.rows(), TEXT_ROWS));
        } else {
            same = compare(file);
        }
        System.out.println(
                same
                        ? "Every file has the rows of its source, whichever side wrote it and whichever read it."
                        : "ROWS DIFFER; the files are in " + directory);
        return same ? 0 : 1;
    }

    /** Writes and reads one table, prints the results, and returns whether all of its files contain the source's rows. */
    private boolean compare(Path source) throws IOException {
        ParquetMetadata footer;
        long rows;
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(source.toUri()), new Configuration()))) {
            footer = reader.getFooter();
            rows = reader.getRecordCount();
        } catch (RuntimeException e) {
            throw refused(source.toAbsolutePath() + " is not a Parquet file: " + e.getMessage());
        }
        MessageType schema = footer.getFileMetaData().getSchema();
        Path written = Files.createDirectories(
                directory.resolve(source.getFileName().toString().replaceFirst("\\.[^.]*$", "")));
        warmUp(source, Math.min(rows, WARM_UP_ROWS), runs(schema, written));
        List<CodecRun> runs = runs(schema, written);
        long expected = digest(source, footer, runs);
        measure(source, rows, expected, runs);
        print(source, rows, schema, runs);
        return runs.stream().allMatch(CodecRun::same);
    }

    /** Writes the first {@code count} rows of a table to a file, and returns the file. */
    private Path write(String name, MessageType schema, Iterator<Object[]> rows, int count) throws IOException {
        Path source = Files.createDirectories(directory).resolve(name + ".parquet");
        Files.deleteIfExists(source);
        try (ParquetWriter<Object[]> writer = RowWriter.builder(new LocalOutputFile(source), schema)
                        .withRowGroupSize(ROW_GROUP_BYTES)
                        .build();
                ProgressBar progress = progress(name, count)) {
            for (int row = 0; row < count; row++) {
                writer.write(rows.next());
                progress.step();
            }
        }
        return source;
    }

    private static List<CodecRun> runs(MessageType schema, Path directory) {
        List<CodecRun> runs = new ArrayList<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            runs.add(new CodecRun(codec.name(), directory, schema));
            for (String level : LEVELS.getOrDefault(codec, List.of())) {
                runs.add(new CodecRun(codec + ":" + level, directory, schema));
            }
        }
        return runs;
    }

    private static void warmUp(Path source, long rows, List<CodecRun> runs) throws IOException {
        write("warm up", source, rows, runs);
        for (CodecRun run : runs) {
            run.read(0); // there is no digest to compare with, because not all rows of the source were written
        }
    }

    /** Writes and reads all files. Levels are written once: their speed-up is large, and more rounds would take most of the time. */
    private static void measure(Path source, long rows, long expected, List<CodecRun> runs) throws IOException {
        for (int round = 1; round <= ROUNDS; round++) {
            boolean first = round == 1;
            write(
                    "round " + round + ", write",
                    source,
                    rows,
                    runs.stream().filter(run -> first || !run.hasLevel()).toList());
            try (ProgressBar progress = progress("round " + round + ", read and compare", runs.size())) {
                for (CodecRun run : runs) {
                    run.read(expected);
                    progress.step();
                }
            }
        }
    }

    /** Writes the first {@code rows} rows of the source with every codec and side, batch by batch. */
    private static void write(String step, Path source, long rows, List<CodecRun> runs) throws IOException {
        for (CodecRun run : runs) {
            run.open();
        }
        try (ParquetReader<Group> reader = ParquetReader.builder(
                                new GroupReadSupport(), new org.apache.hadoop.fs.Path(source.toUri()))
                        .withCodecFactory(Implementation.FASTCODEC.newFactory())
                        .build();
                ProgressBar progress = progress(step, rows)) {
            List<Group> batch = new ArrayList<>(BATCH_ROWS);
            for (long row = 1; row <= rows; row++) {
                batch.add(reader.read());
                if (batch.size() == BATCH_ROWS || row == rows) {
                    for (CodecRun run : runs) {
                        run.write(batch);
                    }
                    progress.stepBy(batch.size());
                    batch.clear();
                }
            }
        }
        for (CodecRun run : runs) {
            run.close();
        }
    }

    /** Returns the digest of the source's rows, read with parquet-java if it supports the source's codecs. */
    private static long digest(Path source, ParquetMetadata footer, List<CodecRun> runs) throws IOException {
        boolean theirs = runs.stream().noneMatch(run -> run.refusal() != null && uses(footer, run.codec()));
        return CodecRun.digest(source, theirs ? Implementation.PARQUET_JAVA : Implementation.FASTCODEC);
    }

    private static boolean uses(ParquetMetadata footer, CompressionCodecName codec) {
        return footer.getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .anyMatch(column -> column.getCodec() == codec);
    }

    private static void print(Path source, long rows, MessageType schema, List<CodecRun> runs) {
        Noise write = Noise.of(runs.stream().map(run -> run.writing).toList());
        Noise read = Noise.of(runs.stream().map(run -> run.reading).toList());
        String theirs = Implementation.PARQUET_JAVA.toString();
        String ours = Implementation.FASTCODEC.toString();
        List<ColumnData<CodecRun>> columns = List.of(
                left("codec", CodecRun::name),
                left("engine", CodecRun::engine),
                right("MB\n" + theirs, run -> megabytes(run, Side.THEIRS)),
                right("MB\n" + ours, run -> megabytes(run, Side.OURS)),
                right("write s\n" + theirs, run -> seconds(run.writing, Side.THEIRS, 1)),
                right("write s\n" + ours, run -> seconds(run.writing, Side.OURS, 1)),
                right("speed-up\nwrite", run -> write.speedUp(run.writing)),
                right("read s\n" + theirs, run -> seconds(run.reading, Side.THEIRS, 2)),
                right("read s\n" + ours, run -> seconds(run.reading, Side.OURS, run.refusal() == null ? 2 : 1)),
                right("speed-up\nread", run -> read.speedUp(run.reading)),
                left("rows", run -> run.same() ? "same" : "DIFFER"));
        System.out.printf(
                Locale.ROOT,
                "%n%s: %,d rows, %d columns; %d rounds; Java %s, %d processors, %s%n",
                source.getFileName(),
                rows,
                schema.getPaths().size(),
                ROUNDS,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                LocalDate.now(ZoneId.systemDefault()));
        System.out.println(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, runs, columns));
        System.out.println(
                "Seconds are CPU time, medians over the rounds. Null test (parquet-java compared with itself): write "
                        + write + "; read " + read + ".");
        String refusals = runs.stream()
                .filter(run -> run.refusal() != null)
                .map(run -> run.name() + " (" + run.refusal() + ")")
                .collect(Collectors.joining(", "));
        if (!refusals.isEmpty()) {
            System.out.println("n/a: " + theirs + " needs extra jars for " + refusals);
        }
    }

    /**
     * The spread of the null tests, which is the error of every speed-up in the table.
     *
     * @param lowest the lowest ratio
     * @param highest the highest ratio
     * @param limit a ratio counts as 1 if the absolute value of its logarithm is at most this limit
     */
    private record Noise(double lowest, double highest, double limit) {

        /** The number of standard deviations of the null tests that count as noise. */
        private static final int DEVIATIONS = 3;

        /** The smallest limit, as a logarithm; needed because null tests may agree by chance. */
        private static final double MIN_LIMIT = 0.02;

        static Noise of(List<TurnTimes> all) {
            double[] nulls = all.stream()
                    .filter(times -> times.compare(Side.THEIRS, Side.THEIRS_AGAIN))
                    .mapToDouble(times -> Math.log(times.speedUp(Side.THEIRS_AGAIN)))
                    .sorted()
                    .toArray();
            double square =
                    DoubleStream.of(nulls).map(log -> log * log).average().orElse(0);
            return new Noise(
                    Math.exp(nulls[0]),
                    Math.exp(nulls[nulls.length - 1]),
                    Math.max(MIN_LIMIT, DEVIATIONS * Math.sqrt(square)));
        }

        String speedUp(TurnTimes times) {
            if (!times.compare(Side.THEIRS, Side.OURS)) {
                return "-";
            }
            double speedUp = times.speedUp(Side.OURS);
            return Math.abs(Math.log(speedUp)) <= limit ? "same" : String.format(Locale.ROOT, "%.2fx", speedUp);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.2fx to %.2fx, so %.2fx to %.2fx counts as the same",
                    lowest,
                    highest,
                    Math.exp(-limit),
                    Math.exp(limit));
        }
    }

    private static ProgressBar progress(String step, long total) {
        return new ProgressBarBuilder()
                .setTaskName(step)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(500)
                .setMaxRenderedLength(100)
                .build();
    }

    private static ColumnData<CodecRun> left(String header, Function<CodecRun, String> cell) {
        return new Column().header(header).dataAlign(HorizontalAlign.LEFT).with(cell);
    }

    private static ColumnData<CodecRun> right(String header, Function<CodecRun, String> cell) {
        return new Column().header(header).dataAlign(HorizontalAlign.RIGHT).with(cell);
    }

    private static String megabytes(CodecRun run, Side side) {
        try {
            long bytes = run.fileBytes(side);
            return bytes == 0 ? "n/a" : String.format(Locale.ROOT, "%.2f", bytes / 1e6);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the average time per file, in seconds. */
    private static String seconds(TurnTimes times, Side side, int files) {
        return times.compare(side, side) ? String.format(Locale.ROOT, "%.2f", times.seconds(side) / files) : "n/a";
    }
}
