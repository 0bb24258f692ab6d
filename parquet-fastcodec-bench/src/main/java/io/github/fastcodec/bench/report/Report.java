// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.bench.turns.Contender;
import io.github.fastcodec.internal.text.ChartPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of the suite's results, in HTML and in Markdown, and the tables for the documentation. */
public final class Report {

    /** The name of JMH's result file, in the folder of a report. */
    public static final String RESULTS = "results.json";

    /** The name of the file with the {@link Environment}, in the folder of a report. */
    public static final String ENVIRONMENT = "environment.json";

    private static final String TITLE = "parquet-fastcodec compared with parquet-java";
    private static final String THEIRS = Results.THEIRS;
    private static final String OURS = Results.OURS;
    private static final String HADOOP = "fastcodec-hadoop";
    private static final String VERIFIED = "fastcodec-verified";
    private static final String ADVISED = "fastcodec:advised";
    private static final String STREAMING = "streaming";
    private static final String HEADLINE = "headline";
    private static final String TOO_BUSY = "too busy";
    private static final List<String> DEFAULT_LEVELS = List.of("SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW");
    private static final Results NOTHING = new Results(List.of());
    private static final int SLOWEST = 12;

    private static final String METHOD = """
            The contenders take turns in one JVM. Each contender has its own class loader. A turn is about 20 ms with one page, \
            or one whole file. The order of the turns changes from round to round. Each round gives one ratio. The figure of a \
            fork is the median of its ratios; the figure of a cell is the geometric mean of its forks. Intervals are Student's \
            95 % intervals over forks, and never narrower than the intervals of the ratios within the forks. The null test \
            compares the first contender with itself. If it strays from 1 by more than 3 % (pages) or 5 % (files), \
            the row or the cell has no figures. A turn with one thread is measured in CPU time, which excludes the garbage \
            collector. A turn with several threads is measured in wall-clock time.""";

    private static final String QUICK =
            "A quick run: a part of the suite, with larger errors. Draw conclusions only from the full suite.";

    /** A part of the report. */
    private record Section(String title, String text, List<ReportTable> tables) {}

    /** The data for the script of the HTML page. */
    private record PageData(String notice, Map<String, String> facts, List<Section> sections) {}

    /** A column of figures. The function returns the figure for the measurements of a row. */
    private record Column(String title, Function<Results, String> figure) {}

    private final Path directory;
    private final Results all;
    private final Results results;
    private final Environment environment;
    private final List<Section> sections = new ArrayList<>();

    private Report(Path directory) throws IOException {
        this.directory = directory;
        all = new Results(Measurement.read(directory.resolve(RESULTS)));
        results = all.distinct();
        environment = Environment.read(directory.resolve(ENVIRONMENT));
        otherBuild();
        files();
        pages();
        otherBenchmarks();
        slowerCells();
        sections.add(new Section("Method", METHOD, List.of()));
    }

    /**
     * Reads the results of a run.
     *
     * @param directory the folder with {@value #RESULTS} and {@value #ENVIRONMENT}
     * @throws IOException if a file cannot be read or is not valid
     */
    public static Report of(Path directory) throws IOException {
        return new Report(directory);
    }

    /**
     * Writes the report into the folder of the run.
     *
     * @return the HTML page
     */
    public Path write() throws IOException {
        Files.writeString(directory.resolve("report.md"), markdown());
        PageData data = new PageData(environment.quick() ? QUICK : "", environment.facts(), sections);
        String page = ChartPage.of(Report.class, "report", TITLE, new ObjectMapper().writeValueAsString(data));
        return Files.writeString(directory.resolve("index.html"), page);
    }

    /**
     * Puts the tables of a run into the documentation. Tables that the run did not measure are left unchanged. If only a part of
     * the suite ran, each of its tables is followed by its machine and date.
     *
     * @param root the folder of the repository
     * @throws IOException if the run was quick, or if the machine was too busy for a table of a page
     */
    public void publish(Path root) throws IOException {
        if (environment.quick()) {
            throw new IOException(directory
                    + " has the results of a quick run, which are not precise enough to publish; run the full suite");
        }
        Set<String> places = Pages.places(root);
        Map<String, String> tables = new HashMap<>();
        String measured = Stream.of("Machine", "System", "JVM", "Date")
                .map(environment.facts()::get)
                .collect(Collectors.joining("; ", "", ".\n"));
        for (ReportTable table : tables()) {
            if (table.isTooBusy() && places.contains(table.name())) {
                throw new IOException(table.complaint());
            }
            tables.put(table.name(), table.markdown() + (environment.part() ? "\n" + measured : ""));
        }
        if (!environment.part()) {
            tables.put("environment", measured);
        }
        Pages.fill(root, tables);
    }

    private List<ReportTable> tables() {
        return sections.stream().flatMap(section -> section.tables.stream()).toList();
    }

    private void files() {
        Results local = results.of("FileBenchmark")
                .with("place", "local")
                .with("threads", "1")
                .having(OURS, THEIRS);
        ReportTable headline = headline(local);
        List<Column> sizesAndTimes = List.of(
                new Column("MB, parquet-java", row -> megabytes(row.doing("write"), THEIRS)),
                new Column("MB, fastcodec", row -> megabytes(row.doing("write"), OURS)),
                time("write", THEIRS),
                time("write", OURS),
                new Column("speed-up", row -> text(row.doing("write").speedUp())),
                time("read", THEIRS),
                time("read", OURS),
                new Column("speed-up", row -> text(row.doing("read").speedUp())));
        section(
                "Whole files",
                """
                Local files, written and read through Parquet's record API. For lineitem, most of the time is spent in encoding \
                and record assembly, which are the same on both sides: UNCOMPRESSED shows how much, because it has no codec. \
                For text, most of the time is spent in the codec.""",
                headline,
                table(
                        "whole-files",
                        "Size, time and speed-up of local files",
                        local,
                        List.of("table", "codec"),
                        sizesAndTimes));
        section(
                "Files by ZSTD level",
                "Files in memory. For every page, parquet-java creates the tables of a level again, sized for input of any length.",
                table(
                        "levels",
                        "Size, time and speed-up by ZSTD level",
                        results.of("LevelsBenchmark").having(OURS, THEIRS),
                        List.of("table", "codec"),
                        sizesAndTimes));
        section(
                "LZ4_RAW with a level instead of SNAPPY",
                "Local files: SNAPPY by parquet-java, and LZ4_RAW at a level by parquet-fastcodec.",
                table(
                        "lz4-levels",
                        "Size, time and speed-up of LZ4_RAW with a level against SNAPPY",
                        results.of("Lz4Benchmark").having(OURS, THEIRS),
                        List.of("table", "codec"),
                        sizesAndTimes));
        section(
                "Dictionaries that never pay",
                """
                Local files, written by parquet-fastcodec with the default, which tries a dictionary in each column, and \
                without one in the columns that advise names.""",
                table(
                        "dictionaries-off",
                        "Size, time and speed-up without dictionaries that never pay",
                        results.of("DictionariesBenchmark").having(ADVISED, OURS),
                        List.of("table", "rows", "codec"),
                        List.of(
                                new Column("MB, default", row -> megabytes(row, OURS)),
                                new Column("MB, advised", row -> megabytes(row, ADVISED)),
                                time("write", OURS),
                                new Column("write, advised", row -> duration(row, ADVISED)),
                                new Column("speed-up", row -> text(row.speedUp(ADVISED, OURS))))));
        Results memory = results.of("FileBenchmark").with("place", "memory").having(OURS, THEIRS);
        Results alone = memory.with("threads", "1");
        Results shared = memory.with("table", "LINEITEM").with("version", "V1").with("dictionary", "true");
        section(
                "Files in memory",
                """
                Files in memory, to exclude the disk. Several threads each write or read a file concurrently; their time is \
                wall-clock time until the last one ends.""",
                table(
                        "memory-files",
                        "Speed-up over parquet-java, by codec",
                        alone,
                        List.of("operation", "table", "dictionary", "version"),
                        by("codec", alone, OURS, THEIRS)),
                table(
                        "threads",
                        "Speed-up over parquet-java, by number of threads",
                        shared.values("threads").size() > 1 ? shared : NOTHING,
                        List.of("codec", "operation"),
                        by("threads", shared, OURS, THEIRS)));
    }

    /**
     * Returns, for each codec, the speed-ups for files of both tables and for single pages. Other tables of the report show
     * the null tests.
     */
    private ReportTable headline(Results local) {
        Results pages = defaultPages();
        Results lineitem = local.with("table", "LINEITEM");
        Results text = local.with("table", "TEXT");
        List<List<String>> rows = new ArrayList<>();
        List<String> strays = new ArrayList<>();
        List<String> codecs = local.values("codec").stream()
                .sorted(Comparator.comparingDouble(codec ->
                        -value(lineitem.with("codec", codec).doing("write").speedUp())))
                .toList();
        for (String codec : codecs) {
            Results page = pages.only(m -> m.param("codec").split(":")[0].equals(codec));
            Results lineitemFiles = lineitem.with("codec", codec);
            Results textFiles = text.with("codec", codec);
            List<Results> measured = List.of(
                    lineitemFiles.doing("write"),
                    lineitemFiles.doing("read"),
                    textFiles.doing("write"),
                    textFiles.doing("read"),
                    page.doing("compress"),
                    page.doing("decompress"));
            String label = codec.replace(":", " level ");
            if (measured.stream().anyMatch(Report::strays)) {
                strays.add(label);
            }
            List<String> row = new ArrayList<>(List.of(label));
            measured.forEach(
                    cells -> row.add(strays(cells) ? TOO_BUSY : cells.speedUp() == null ? "" : times(cells.speedUp())));
            rows.add(row);
        }
        return new ReportTable(
                HEADLINE,
                "Speed-up over parquet-java, files and pages",
                1,
                List.of(
                        "codec",
                        "write lineitem",
                        "read it",
                        "write text",
                        "read it",
                        "compress a page",
                        "decompress it"),
                rows,
                strays);
    }

    private Results defaultPages() {
        return results.of("CompressionBenchmark")
                .only(m -> DEFAULT_LEVELS.contains(m.param("codec")))
                .having(OURS, THEIRS);
    }

    private void pages() {
        Results pages = defaultPages();
        Results withEngine = pages.having(Results.ENGINE);
        section(
                "Pages",
                """
                One page is compressed or decompressed. The pages come from TPC-H lineitem in several encodings. Figures are \
                geometric means over these shapes, with 95 % confidence intervals. The engine alone is the call to the compression library, \
                without the factory. It is not always the faster one: the factory stores pages that GZIP hardly shrinks.""",
                table(
                        "pages",
                        "Speed-up over parquet-java",
                        pages,
                        codecAndOperation(),
                        by("size", pages, OURS, THEIRS)),
                table(
                        "engine",
                        "Speed relative to the engine alone",
                        withEngine,
                        codecAndOperation(),
                        by("size", withEngine, OURS, Results.ENGINE)));
    }

    private static List<String> codecAndOperation() {
        return List.of("codec", "operation");
    }

    /** Adds the remaining benchmarks: the time of each contender, and its speed-up over the first contender. */
    private void otherBenchmarks() {
        // separate steps measure other factories and levels, on cells that an earlier step has measured too
        Results levels =
                all.of("CompressionBenchmark").only(m -> m.has(HADOOP) || !DEFAULT_LEVELS.contains(m.param("codec")));
        section("More pages", "Other factories and other levels.", contenders("more-pages", levels));
        section("Recompressed files", """
                Recompressor and parquet-java's ParquetRewriter, in wall-clock time. The column "engine" times only the calls to \
                the libraries, page by page, in one thread, without files. In "engine:between-files" each page is also read from \
                a file and written to one.""", conversions(results.of("RecompressBenchmark")));
        section(
                "Dictionaries",
                "Dictionaries, read as parquet-java does if a decompressed page is a stream: 8 KiB at a time.",
                contenders("dictionaries", results.of("ChunkedReadBenchmark")));
        section("One step or a stream", """
                "streaming" compresses a block while it is written. The others gather it first. "one-step" compresses it in one \
                call, with a new context of the same library. "fastcodec" is one compressor of this project for all blocks, \
                "fastcodec:each" a new one for each block. The size of a page is in bytes, that of Spark's map statuses in shuffle \
                blocks; their time includes Java's serialization.""", oneStep(results.of("OneStepBenchmark")));
        section(
                "Verified while writing",
                """
                The time to compress a page of 64 KiB, and to write a file, with parquet.fastcodec.verify.compression, as a \
                multiple of the time without it.""",
                verification(results.only(m -> m.param("benchmark").endsWith("VerificationBenchmark"))));
    }

    /**
     * Returns the time of each contender for a file, and the speed-up of our implementation when it uses all of its threads
     * and verifies the file.
     */
    private static ReportTable conversions(Results cells) {
        List<Column> columns = new ArrayList<>();
        for (String contender : cells.contenders()) {
            columns.add(new Column(contender, row -> duration(row, contender)));
        }
        columns.add(Math.min(2, columns.size()), new Column("speed-up", row -> text(row.speedUp())));
        return table(
                "conversions", "Time, and speed-up over the first contender", cells, List.of("conversion"), columns);
    }

    private static ReportTable verification(Results cells) {
        return table(
                "verification",
                "Time as a multiple of the time without verification",
                cells,
                List.of("codec"),
                List.of(
                        new Column("page", row -> text(row.doing("compress").speedUp(OURS, VERIFIED))),
                        new Column("file", row -> text(row.doing("write").speedUp(OURS, VERIFIED)))));
    }

    private static ReportTable contenders(String name, Results cells) {
        List<String> labels = Stream.concat(
                        Stream.of("codec", "operation"),
                        cells.measurements().stream().flatMap(m -> m.params().keySet().stream()))
                .distinct()
                .filter(param -> cells.values(param).size() > 1)
                .toList();
        return table(
                name,
                "Time, and speed-up over the first contender",
                cells,
                labels,
                timesAndSpeedUps(cells.contenders()));
    }

    /** Returns a column of times for each contender, and of speed-ups over the first one for each other. */
    private static List<Column> timesAndSpeedUps(List<String> contenders) {
        List<Column> columns = new ArrayList<>();
        for (String contender : contenders) {
            columns.add(new Column(contender, row -> duration(row, contender)));
            if (columns.size() > 1) {
                columns.add(new Column("speed-up", row -> text(row.speedUp(contender, contenders.get(0)))));
            }
        }
        return columns;
    }

    /** Returns the compressed size of each block, and the times and speed-ups of the ways to compress it. */
    private static ReportTable oneStep(Results cells) {
        List<Column> columns = new ArrayList<>();
        for (String contender : List.of(STREAMING, OURS)) {
            columns.add(new Column(
                    "bytes, " + contender, row -> String.format(Locale.ROOT, "%,.0f", row.written(contender))));
        }
        columns.addAll(timesAndSpeedUps(List.of(STREAMING, "one-step", OURS, "fastcodec:each")));
        return table(
                "one-step",
                "Size, time, and speed-up over the stream",
                cells,
                List.of("codec", "shape", "size"),
                columns);
    }

    /** Compares this build with another one that took turns with it. */
    private void otherBuild() {
        for (String ours : results.contenders()) {
            String before = ours + Contender.BEFORE;
            Results both = results.having(ours, before);
            if (!both.isEmpty()) {
                section(
                        "Compared with the other build: " + ours,
                        counts(both, ours, before),
                        table(
                                "other-build",
                                "Speed-up over the other build",
                                both,
                                List.of("benchmark", "operation", "codec"),
                                List.of(new Column(
                                        "this build / other build", row -> text(row.speedUp(ours, before))))),
                        slower("Slower cells, the slowest first", both, ours, before, Integer.MAX_VALUE));
            }
        }
    }

    private void slowerCells() {
        Results both = results.having(OURS, THEIRS);
        if (!both.isEmpty()) {
            section(
                    "Faster and slower cells",
                    counts(both, OURS, THEIRS),
                    slower("Slower than parquet-java, the slowest first", both, OURS, THEIRS, SLOWEST));
        }
    }

    private static String counts(Results cells, String ours, String theirs) {
        int faster = 0;
        int slower = 0;
        int busy = 0;
        for (Results cell : cells.each()) {
            Estimate speedUp = cell.speedUp(ours, theirs);
            if (strays(cell)) {
                busy++;
            } else if (speedUp.low() > 1) {
                faster++;
            } else if (speedUp.high() < 1) {
                slower++;
            }
        }
        int count = cells.measurements().size();
        return "Of %d cells, %d are faster and %d slower with 95 %% confidence; %d are within the noise, and in %d the null test strays."
                .formatted(count, faster, slower, count - faster - slower - busy, busy);
    }

    private static ReportTable slower(String caption, Results cells, String ours, String theirs, int most) {
        List<List<String>> rows = cells.each().stream()
                .filter(cell -> !strays(cell) && cell.speedUp(ours, theirs).high() < 1)
                .sorted(Comparator.comparingDouble(
                        cell -> cell.speedUp(ours, theirs).log()))
                .limit(most)
                .map(cell -> List.of(
                        cell.measurements().get(0).key(), text(cell.speedUp(ours, theirs)), text(cell.nullTest())))
                .toList();
        return new ReportTable("slower", caption, 1, List.of("cell", "speed-up", "null test"), rows, List.of());
    }

    private void section(String title, String text, ReportTable... tables) {
        List<ReportTable> filled =
                Stream.of(tables).filter(table -> !table.rows().isEmpty()).toList();
        if (!filled.isEmpty() || text.startsWith("Of ")) {
            sections.add(new Section(title, text, filled));
        }
    }

    /**
     * Returns a table with a row for each combination of the labels' values. The last column is the null test, which compares
     * the first contender with itself. If a row's null test strays, the row has no figures.
     *
     * @param labels the parameters that identify a row
     */
    private static ReportTable table(
            String name, String caption, Results all, List<String> labels, List<Column> columns) {
        List<String> header = new ArrayList<>(labels);
        columns.forEach(column -> header.add(column.title));
        header.add("null test");
        List<List<String>> rows = new ArrayList<>();
        List<String> strays = new ArrayList<>();
        combinations(all, labels).forEach((values, row) -> {
            boolean busy = strays(row);
            if (busy) {
                strays.add(String.join(" ", values) + " " + text(row.nullTest()));
            }
            List<String> cells = new ArrayList<>(values);
            columns.forEach(column -> cells.add(busy ? TOO_BUSY : column.figure.apply(row)));
            cells.add(text(row.nullTest()));
            rows.add(cells);
        });
        return new ReportTable(name, caption, labels.size(), header, rows, strays);
    }

    private static Map<List<String>, Results> combinations(Results all, List<String> labels) {
        Map<List<String>, Results> rows = new LinkedHashMap<>();
        if (labels.isEmpty()) {
            return all.isEmpty() ? rows : Map.of(List.of(), all);
        }
        for (String value : all.values(labels.get(0))) {
            combinations(all.with(labels.get(0), value), labels.subList(1, labels.size()))
                    .forEach((rest, row) -> {
                        List<String> values = new ArrayList<>(List.of(value));
                        values.addAll(rest);
                        rows.put(values, row);
                    });
        }
        return rows;
    }

    private static boolean strays(Results cells) {
        Estimate nullTest = cells.nullTest();
        return nullTest != null
                && Math.abs(nullTest.value() - 1) > cells.measurements().get(0).limit();
    }

    /**
     * Returns a column of speed-ups for each value of a parameter. If the parameter is the size, a column for all sizes
     * follows.
     */
    private static List<Column> by(String param, Results all, String ours, String theirs) {
        List<Column> columns = new ArrayList<>();
        for (String value : all.values(param)) {
            columns.add(new Column(
                    param.equals("size") ? bytes(value) : value,
                    row -> text(row.with(param, value).speedUp(ours, theirs))));
        }
        if (param.equals("size")) {
            columns.add(new Column("all", row -> text(row.speedUp(ours, theirs))));
        }
        return columns;
    }

    private static Column time(String operation, String contender) {
        return new Column(operation + ", " + contender, row -> duration(row.doing(operation), contender));
    }

    /** Returns the time of one operation with its unit. */
    private static String duration(Results cells, String contender) {
        Estimate rate = cells.rate(contender);
        if (rate == null) {
            return "-";
        }
        double nanos = 1e9 / rate.value();
        if (nanos >= 1e6) {
            return String.format(Locale.ROOT, nanos >= 99.95e6 ? "%,.0f ms" : "%.1f ms", nanos / 1e6);
        }
        return nanos >= 1e3
                ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
                : String.format(Locale.ROOT, "%.0f ns", nanos);
    }

    private static String megabytes(Results cells, String contender) {
        double written = cells.written(contender);
        return Double.isNaN(written) ? "-" : String.format(Locale.ROOT, "%.2f", written / 1e6);
    }

    private static String text(Estimate speedUp) {
        return speedUp == null ? "-" : speedUp.asSpeedUp();
    }

    private static String times(Estimate speedUp) {
        return String.format(Locale.ROOT, "%.2fx", speedUp.value());
    }

    private static double value(Estimate estimate) {
        return estimate == null ? Double.NaN : estimate.value();
    }

    /** Formats a number of bytes with a unit. */
    private static String bytes(String size) {
        long bytes = Long.parseLong(size);
        return bytes >= 1 << 20 ? (bytes >> 20) + " MiB" : bytes >= 1 << 10 ? (bytes >> 10) + " KiB" : bytes + " B";
    }

    private String markdown() {
        StringBuilder page = new StringBuilder("# " + TITLE + "\n\n");
        if (environment.quick()) {
            page.append("**").append(QUICK).append("**\n\n");
        }
        environment
                .facts()
                .forEach((name, fact) ->
                        page.append("- %s: %s\n".formatted(name, name.equals("Command") ? "`" + fact + "`" : fact)));
        for (Section section : sections) {
            page.append("\n## ").append(section.title).append("\n");
            if (!section.text.isEmpty()) {
                page.append('\n').append(section.text).append('\n');
            }
            for (ReportTable table : section.tables) {
                page.append('\n')
                        .append(
                                table.isTooBusy()
                                        ? table.complaint() + "\n"
                                        : table.caption() + ":\n\n" + table.markdown());
            }
        }
        return page.toString();
    }
}
