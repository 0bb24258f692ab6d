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
import org.apache.commons.math3.stat.regression.SimpleRegression;

/** What the suite measured, as a page and as Markdown, and the tables of it that the documentation has. */
public final class Report {

    /** JMH's JSON, in the folder of a report. */
    public static final String RESULTS = "results.json";

    /** Where, when and how, beside it. */
    public static final String ENVIRONMENT = "environment.json";

    private static final String TITLE = "parquet-fastcodec against parquet-java";
    private static final String THEIRS = Results.THEIRS;
    private static final String OURS = Results.OURS;
    private static final String HADOOP = "fastcodec-hadoop";
    private static final String VERIFIED = "fastcodec-verified";
    private static final String HEADLINE = "headline";
    private static final String TOO_BUSY = "too busy";
    private static final List<String> DEFAULT_LEVELS = List.of("SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW");
    private static final Results NOTHING = new Results(List.of());
    private static final int SLOWEST = 12;

    private static final String METHOD = """
            What is compared takes turns in one JVM, each contender in a class loader of its own: a slice of about 20 ms of each \
            page, or one whole file, in an order that changes from round to round. A round gives one ratio, a pair. A fork's \
            figure is the median of its pairs, a cell's the geometric mean of its forks. Intervals are Student's at 95 % over \
            forks, and never narrower than the pairs' own. The null test is the first contender against itself. If it strays by \
            more than 3 % (pages) or 5 % (files and messages), the row or the cell has no figures. A turn of one thread is measured in CPU \
            time, which leaves out the garbage collector. Several threads are measured in wall-clock time.""";

    private static final String QUICK =
            "A quick run: a part of the suite with larger errors. Draw conclusions from the full suite.";

    /** A part of the report. */
    private record Section(String title, String text, List<Table> tables) {}

    /** What the page's script shows. */
    private record Shown(String notice, Map<String, String> facts, List<Section> sections) {}

    /** A column of figures: what a table shows of the measurements of a row. */
    private record Column(String title, Function<Results, String> figure) {}

    private final Path directory;
    private final Results all;
    private final Results results;
    private final Environment environment;
    private final List<Section> sections = new ArrayList<>();

    private Report(Path directory, List<Path> repeats) throws IOException {
        this.directory = directory;
        Environment whole = Environment.read(directory.resolve(ENVIRONMENT));
        List<Measurement> measurements = Measurement.read(directory.resolve(RESULTS), 0);
        for (Path repeat : repeats) {
            whole = whole.with(Environment.read(repeat.resolve(ENVIRONMENT)));
            int runs = measurements.stream().mapToInt(Measurement::run).max().orElse(-1) + 1;
            List<Measurement> again = Measurement.read(repeat.resolve(RESULTS), runs);
            measurements.removeIf(before -> again.stream().anyMatch(before::isSameCellAs));
            measurements.addAll(again);
        }
        all = new Results(measurements);
        results = all.distinct();
        environment = whole;
        otherBuild();
        files();
        pages();
        otherQuestions();
        verdicts();
        sections.add(new Section("Method", METHOD, List.of()));
    }

    /**
     * Reads the results of a run.
     *
     * @param directory the folder that holds {@value #RESULTS} and {@value #ENVIRONMENT}
     * @param repeats the folders of later runs of a part, on the same machine, whose results take the place of the same ones
     * @throws IOException if a file cannot be read, or is not what it should be
     */
    public static Report of(Path directory, List<Path> repeats) throws IOException {
        return new Report(directory, repeats);
    }

    /**
     * Writes the report into the folder of the run.
     *
     * @return the page
     */
    public Path write() throws IOException {
        Files.writeString(directory.resolve("report.md"), markdown());
        Shown shown = new Shown(environment.quick() ? QUICK : "", environment.facts(), sections);
        String page = ChartPage.of(Report.class, "report", TITLE, new ObjectMapper().writeValueAsString(shown));
        return Files.writeString(directory.resolve("index.html"), page);
    }

    /**
     * Puts the tables of a run into the documentation. Tables that the run has not measured stay as they are.
     *
     * @param root the folder of the repository
     * @throws IOException if the run is a quick one, or if the machine was too busy for a table that a page has
     */
    public void publish(Path root) throws IOException {
        if (environment.quick()) {
            throw new IOException(
                    directory + " holds a quick run, whose figures are not for pages; run the full suite");
        }
        Set<String> places = Pages.places(root);
        Map<String, String> tables = new HashMap<>();
        for (Table table : tables()) {
            if (table.isTooBusy() && places.contains(table.name())) {
                throw new IOException(table.complaint());
            }
            // the rest of the first table would be empty in README.md
            if (!table.name().equals(HEADLINE) || !defaultPages().isEmpty()) {
                tables.put(table.name(), table.markdown());
            }
        }
        if (!environment.part()) {
            tables.put(
                    "environment",
                    Stream.of("Machine", "System", "JVM", "Date")
                            .map(environment.facts()::get)
                            .collect(Collectors.joining("; ", "", ".\n")));
        }
        Pages.fill(root, tables);
    }

    private List<Table> tables() {
        return sections.stream().flatMap(section -> section.tables.stream()).toList();
    }

    private void files() {
        Results local = results.of("FileBenchmark")
                .with("place", "local")
                .with("threads", "1")
                .having(OURS, THEIRS);
        Table headline = headline(local);
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
                Local files through Parquet's record API. Of lineitem most of the time is encoding and assembling, which both sides do \
                alike: UNCOMPRESSED, where there is nothing to gain, shows how much. Of text most of it is the codec.""",
                headline,
                table(
                        "whole-files",
                        "Local files: size, time and speed-up",
                        local,
                        List.of("table", "codec"),
                        sizesAndTimes));
        section(
                "Files by level of ZSTD",
                "Files in memory. parquet-java makes the tables of a level anew for every page, of the size for input of any length.",
                table(
                        "levels",
                        "Files by level of ZSTD: size, time and speed-up",
                        results.of("LevelsBenchmark").having(OURS, THEIRS),
                        List.of("table", "codec"),
                        sizesAndTimes));
        Results memory = results.of("FileBenchmark").with("place", "memory").having(OURS, THEIRS);
        Results alone = memory.with("threads", "1");
        Results shared = memory.with("table", "LINEITEM").with("version", "V1").with("dictionary", "true");
        section(
                "Files in memory",
                "No disk is measured. Threads each write or read a file at once: wall-clock time until the last is done.",
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

    /** Codecs by what whole files of both tables gain, and what single pages do. The null tests are in the tables after it. */
    private Table headline(Results local) {
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
            Results ofLineitem = lineitem.with("codec", codec);
            Results ofText = text.with("codec", codec);
            List<Results> measured = List.of(
                    ofLineitem.doing("write"),
                    ofLineitem.doing("read"),
                    ofText.doing("write"),
                    ofText.doing("read"),
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
        return new Table(
                HEADLINE,
                "Times as fast as parquet-java",
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
        Results beside = pages.having(Results.ENGINE);
        section(
                "Pages",
                """
                One page in, one page out: real pages from TPC-H lineitem in several encodings. Figures are geometric means over \
                shapes of page, with 95 % confidence intervals. The engine is the bare call of the compression library.""",
                table(
                        "pages",
                        "Speed-up over parquet-java",
                        pages,
                        codecAndOperation(),
                        by("size", pages, OURS, THEIRS)),
                table(
                        "engine",
                        "Speed over the engine's alone",
                        beside,
                        codecAndOperation(),
                        by("size", beside, OURS, Results.ENGINE)));
        Results small = results.of("BatchBenchmark");
        List<Column> fixed = new ArrayList<>();
        for (String contender : small.contenders()) {
            fixed.add(new Column(
                    contender + ", ns",
                    row -> fixed(row, page -> 1e9 / page.rate(contender).value())));
            fixed.add(new Column(
                    contender + ", bytes", row -> fixed(row, page -> page.mean(Measurement::allocated, contender))));
        }
        section(
                "Small pages",
                """
                What a page costs before its first byte, in nanoseconds and in bytes allocated: where a line through the sizes meets a \
                page of nothing. Below zero, larger pages cost more for each byte than small ones.""",
                table(
                        "small-pages",
                        "Fixed cost of a page",
                        small.values("size").size() > 1 ? small : NOTHING,
                        codecAndOperation(),
                        fixed));
    }

    private static List<String> codecAndOperation() {
        return List.of("codec", "operation");
    }

    /** The benchmarks that have no table of their own: each contender's time, and its speed over the first one's. */
    private void otherQuestions() {
        // a step of its own measures other factories and levels, on cells that another step has measured before
        Results levels =
                all.of("CompressionBenchmark").only(m -> m.has(HADOOP) || !DEFAULT_LEVELS.contains(m.param("codec")));
        section("More pages", "Other factories and other levels.", contenders("more-pages", levels));
        section("Another codec for a file", """
                Recompressor beside parquet-java's ParquetRewriter, in wall-clock time. The engine's calls are the libraries' own for \
                each page in one thread, without a file; between files, each page is read and written as well.""", conversions(results.of("RecompressBenchmark")));
        section(
                "Dictionaries",
                "A dictionary as parquet-java reads it from a decompressed page that is a stream: 8 KiB at a time.",
                contenders("dictionaries", results.of("ChunkedReadBenchmark")));
        section(
                "Damaged pages",
                "How long a page takes to be refused that has a flipped byte near the end, or lacks its last eighth.",
                contenders("damaged-pages", results.of("CorruptPageBenchmark")));
        section("Verified while writing", """
                How many times as long a page of 64 KiB takes to be compressed, and a file to be written, with \
                parquet.fastcodec.verify.compression.""", verification(results.of("VerificationBenchmark")));
        section(
                "Opening a file",
                "What a file pays for parquet.crypto.factory.class, with levels set and without.",
                contenders("hook", results.of("HookBenchmark")));
        section(
                "One step or streaming",
                "Compress the statuses of many map outputs while Java serializes them, or in one step afterwards (SPARK-29434)?",
                contenders("messages", results.of("OneShotVsStreamingBenchmark")));
    }

    /** How long a file takes each contender, and how many times as fast ours is, with all of its threads and its verification. */
    private static Table conversions(Results cells) {
        List<Column> columns = new ArrayList<>();
        for (String contender : cells.contenders()) {
            columns.add(new Column(contender, row -> duration(row, contender)));
        }
        columns.add(Math.min(2, columns.size()), new Column("speed-up", row -> text(row.speedUp())));
        return table("conversions", "Time, and speed-up over the first", cells, List.of("conversion"), columns);
    }

    private static Table verification(Results cells) {
        return table(
                "verification",
                "Times as long as without",
                cells,
                List.of("codec"),
                List.of(
                        new Column("page", row -> text(row.doing("compress").speedUp(OURS, VERIFIED))),
                        new Column("file", row -> text(row.doing("write").speedUp(OURS, VERIFIED)))));
    }

    private static Table contenders(String name, Results cells) {
        List<String> labels = Stream.concat(
                        Stream.of("codec", "operation"),
                        cells.measurements().stream().flatMap(m -> m.params().keySet().stream()))
                .distinct()
                .filter(param -> cells.values(param).size() > 1)
                .toList();
        List<Column> columns = new ArrayList<>();
        String first = null;
        for (String contender : cells.contenders()) {
            columns.add(new Column(contender, row -> duration(row, contender)));
            String baseline = first;
            if (baseline != null) {
                columns.add(new Column("speed-up", row -> text(row.speedUp(contender, baseline))));
            }
            first = first == null ? contender : first;
        }
        return table(name, "Time, and speed-up over the first", cells, labels, columns);
    }

    /** This build against another, in turns. */
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
                                "Speed over the other build's",
                                both,
                                List.of("benchmark", "operation", "codec"),
                                List.of(new Column(
                                        "this build / other build", row -> text(row.speedUp(ours, before))))),
                        slower("Cells that are slower, the slowest first", both, ours, before, Integer.MAX_VALUE));
            }
        }
    }

    private void verdicts() {
        Results both = results.having(OURS, THEIRS);
        if (!both.isEmpty()) {
            section(
                    "What is not faster",
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
        return "Of %d cells %d are faster and %d slower with 95 %% confidence; %d are within the noise, and in %d the null test strays."
                .formatted(count, faster, slower, count - faster - slower - busy, busy);
    }

    private static Table slower(String caption, Results cells, String ours, String theirs, int most) {
        List<List<String>> rows = cells.each().stream()
                .filter(cell -> !strays(cell) && cell.speedUp(ours, theirs).high() < 1)
                .sorted(Comparator.comparingDouble(
                        cell -> cell.speedUp(ours, theirs).log()))
                .limit(most)
                .map(cell -> List.of(
                        cell.measurements().get(0).key(), text(cell.speedUp(ours, theirs)), text(cell.nullTest())))
                .toList();
        return new Table("slower", caption, 1, List.of("cell", "speed-up", "null test"), rows, List.of());
    }

    private void section(String title, String text, Table... tables) {
        List<Table> filled =
                Stream.of(tables).filter(table -> !table.rows().isEmpty()).toList();
        if (!filled.isEmpty() || text.startsWith("Of ")) {
            sections.add(new Section(title, text, filled));
        }
    }

    /**
     * Returns a table with a row for each combination of the labels' values, and the null test in its last column: the first
     * contender against itself. A row whose null test strays has no figures.
     *
     * @param labels parameters that tell rows apart
     */
    private static Table table(String name, String caption, Results all, List<String> labels, List<Column> columns) {
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
        return new Table(name, caption, labels.size(), header, rows, strays);
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

    /** Returns a column of speed-ups for each value of a parameter, and for sizes one of all of them. */
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
        double written = cells.mean(Measurement::written, contender);
        return Double.isNaN(written) ? "-" : String.format(Locale.ROOT, "%.2f", written / 1e6);
    }

    private static String fixed(Results line, Function<Results, Double> figure) {
        SimpleRegression regression = new SimpleRegression();
        for (String size : line.values("size")) {
            regression.addData(Double.parseDouble(size), figure.apply(line.with("size", size)));
        }
        double fixed = regression.getIntercept();
        return Double.isNaN(fixed) ? "-" : String.format(Locale.ROOT, "%,.0f", fixed);
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

    /** Returns a number of bytes as people write it. */
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
            for (Table table : section.tables) {
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
