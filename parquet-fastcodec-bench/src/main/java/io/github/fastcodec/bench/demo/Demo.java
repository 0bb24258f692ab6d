// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.file.Lineitem;
import io.github.fastcodec.bench.tools.Checked;
import io.github.fastcodec.bench.tools.Jvm;
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
import me.tongfei.progressbar.ProgressBar;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job, on real data: who writes a file and who reads it makes no difference to its rows. */
@Command(
        name = "demo",
        header = "The main job: every codec on real data, against parquet-java.",
        description =
                "Writes a table with every codec, GZIP and ZSTD at a high level too, once with parquet-java's codecs and once with parquet-fastcodec's, reads"
                        + " every file with both, compares all rows, and prints sizes and times.",
        exitCodeList = {"0:Every file gave the source's rows.", "1:Rows differ, or it broke.", Tool.REFUSED},
        footer = "  java -jar benchmarks.jar demo --file=trades.parquet")
@Jvm.Options("-Xmx3g")
public final class Demo extends Tool {

    /** Small enough for two open writers of every codec in a few GB of heap. */
    static final long ROW_GROUP_BYTES = 32L << 20;

    private static final double LINEITEM_SCALE = 0.1;
    private static final long LINEITEM_ROWS = 600_572;

    /** Levels that are shown beside the default. */
    private static final Map<CompressionCodecName, List<String>> LEVELS =
            Map.of(CompressionCodecName.GZIP, List.of("9"), CompressionCodecName.ZSTD, List.of("12"));

    private static final int BATCH_ROWS = 20_000;

    /** How many rows are written before the clock counts, for the JVM to compile both sides' code. */
    private static final int WARM_UP_ROWS = 150_000;

    @Option(
            names = "--file",
            converter = Checked.Input.class,
            paramLabel = "FILE",
            description = "A Parquet file to use instead of TPC-H lineitem, which is generated (600,572 rows).")
    private Path file;

    @Option(
            names = "--directory",
            defaultValue = "target/demo",
            paramLabel = "DIR",
            description = "The folder for the files that are written.")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(directory);
        Path source = file == null ? writeLineitem(directory.resolve("lineitem.parquet")) : file;
        ParquetMetadata footer;
        long rows;
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(source.toUri()), new Configuration()))) {
            footer = reader.getFooter();
            rows = reader.getRecordCount();
        } catch (RuntimeException e) {
            throw refused(source.toAbsolutePath() + " is no Parquet file: " + e.getMessage());
        }
        MessageType schema = footer.getFileMetaData().getSchema();
        write("warm up", source, Math.min(rows, WARM_UP_ROWS), runs(directory, schema));
        List<CodecRun> runs = runs(directory, schema);
        write("write", source, rows, runs);
        read(source, footer, runs);
        print(source, rows, schema, runs);
        boolean same = runs.stream().allMatch(CodecRun::same);
        System.out.println(
                same
                        ? "Every file gave the source's rows, whoever wrote it and whoever read it."
                        : "ROWS DIFFER; the files are in " + directory);
        return same ? 0 : 1;
    }

    private static Path writeLineitem(Path file) throws IOException {
        Files.deleteIfExists(file);
        Iterator<Group> rows = Lineitem.rows(LINEITEM_SCALE);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                        .withType(Lineitem.SCHEMA)
                        .withRowGroupSize(ROW_GROUP_BYTES)
                        .build();
                ProgressBar progress = Progress.start("TPC-H lineitem", LINEITEM_ROWS)) {
            while (rows.hasNext()) {
                writer.write(rows.next());
                progress.step();
            }
        }
        return file;
    }

    private static List<CodecRun> runs(Path directory, MessageType schema) throws IOException {
        List<CodecRun> runs = new ArrayList<>();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            runs.add(new CodecRun(codec.name(), directory, schema));
            for (String level : LEVELS.getOrDefault(codec, List.of())) {
                runs.add(new CodecRun(codec + ":" + level, directory, schema));
            }
        }
        return runs;
    }

    /** Writes the first {@code rows} rows of the source with every codec and implementation, batch by batch. */
    private static void write(String step, Path source, long rows, List<CodecRun> runs) throws IOException {
        try (ParquetReader<Group> reader = ParquetReader.builder(
                                new GroupReadSupport(), new org.apache.hadoop.fs.Path(source.toUri()))
                        .withCodecFactory(Implementation.FASTCODEC.newFactory())
                        .build();
                ProgressBar progress = Progress.start(step + " with " + runs.size() + " codecs", rows)) {
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
            for (CodecRun run : runs) {
                run.close();
            }
        }
    }

    private static void read(Path source, ParquetMetadata footer, List<CodecRun> runs) throws IOException {
        int reads = runs.stream().mapToInt(CodecRun::reads).sum();
        try (ProgressBar progress = Progress.start("read and compare", reads)) {
            // The first reads of a JVM are slow ones; these are not counted.
            long expected = CodecRun.digest(source, Implementation.FASTCODEC);
            if (runs.stream()
                    .noneMatch(run -> run.refusal(Implementation.PARQUET_JAVA) != null && uses(footer, run.codec()))) {
                expected = CodecRun.digest(source, Implementation.PARQUET_JAVA);
            }
            for (CodecRun run : runs) {
                run.read(expected, progress::step);
            }
        }
    }

    private static boolean uses(ParquetMetadata footer, CompressionCodecName codec) {
        return footer.getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .anyMatch(column -> column.getCodec() == codec);
    }

    private static void print(Path source, long rows, MessageType schema, List<CodecRun> runs) {
        Implementation theirs = Implementation.PARQUET_JAVA;
        Implementation ours = Implementation.FASTCODEC;
        List<ColumnData<CodecRun>> columns = List.of(
                left("codec", CodecRun::name),
                left("engine", CodecRun::engine),
                right("MB\n" + theirs, run -> megabytes(run, theirs)),
                right("MB\n" + ours, run -> megabytes(run, ours)),
                right("write s\n" + theirs, run -> seconds(run, theirs, run::writeSeconds)),
                right("write s\n" + ours, run -> seconds(run, ours, run::writeSeconds)),
                right("speed-up\nwrite", run -> speedUp(run, run::writeSeconds)),
                right("read s\n" + theirs, run -> seconds(run, theirs, run::readSeconds)),
                right("read s\n" + ours, run -> seconds(run, ours, run::readSeconds)),
                right("speed-up\nread", run -> speedUp(run, run::readSeconds)),
                left("rows", run -> run.same() ? "same" : "DIFFER"));
        System.out.printf(
                Locale.ROOT,
                "%n%s: %,d rows, %d columns; Java %s, %d processors, %s%n",
                source.getFileName(),
                rows,
                schema.getPaths().size(),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                LocalDate.now(ZoneId.systemDefault()));
        System.out.println(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, runs, columns));
        String refusals = runs.stream()
                .filter(run -> run.refusal(theirs) != null)
                .map(run -> run.name() + " (" + run.refusal(theirs) + ")")
                .collect(Collectors.joining(", "));
        if (!refusals.isEmpty()) {
            System.out.println("n/a: " + theirs + " needs extra jars for " + refusals);
        }
    }

    private static ColumnData<CodecRun> left(String header, Function<CodecRun, String> cell) {
        return new Column().header(header).dataAlign(HorizontalAlign.LEFT).with(cell);
    }

    private static ColumnData<CodecRun> right(String header, Function<CodecRun, String> cell) {
        return new Column().header(header).dataAlign(HorizontalAlign.RIGHT).with(cell);
    }

    private static String megabytes(CodecRun run, Implementation implementation) {
        if (run.refusal(implementation) != null) {
            return "n/a";
        }
        try {
            return String.format(Locale.ROOT, "%.2f", run.fileBytes(implementation) / 1e6);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String seconds(CodecRun run, Implementation implementation, Function<Implementation, Double> time) {
        return run.refusal(implementation) != null
                ? "n/a"
                : String.format(Locale.ROOT, "%.2f", time.apply(implementation));
    }

    private static String speedUp(CodecRun run, Function<Implementation, Double> time) {
        return run.refusal(Implementation.PARQUET_JAVA) != null
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%.2fx",
                        time.apply(Implementation.PARQUET_JAVA) / time.apply(Implementation.FASTCODEC));
    }
}
