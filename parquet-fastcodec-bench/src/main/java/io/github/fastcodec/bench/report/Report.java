// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Figure;
import io.github.fastcodec.bench.report.Document.Headline;
import io.github.fastcodec.bench.report.Document.Paragraph;
import io.github.fastcodec.bench.report.Document.Part;
import io.github.fastcodec.bench.report.Document.Section;
import io.github.fastcodec.bench.report.Document.Table;
import io.github.fastcodec.bench.report.Results.SpeedUp;
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
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/** Makes a page, a Markdown file and charts of JMH's results. */
public final class Report {

    /** JMH's JSON, in the folder of a report. */
    public static final String RESULTS = "results.json";

    /** Where, when and how, beside it. */
    public static final String ENVIRONMENT = "environment.json";

    private static final int SLOWEST = 12;

    private final Results results;
    private final Environment environment;
    private final List<Section> sections = new ArrayList<>();

    private Report(Results results, Environment environment) {
        this.results = results;
        this.environment = environment;
    }

    /** Writes the report of a folder anew; with a second argument in comparison with those results. */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("Usage: Report DIRECTORY [BASELINE.json]");
            System.exit(2);
        }
        System.out.println(write(Path.of(args[0]), args.length > 1 ? Path.of(args[1]) : null)
                .toUri());
    }

    /**
     * Writes the report into the folder that holds {@value #RESULTS} and {@value #ENVIRONMENT}.
     *
     * @param baseline the results to compare with, or null
     * @return the page
     * @throws IOException if a file cannot be read or written, or is not what it should be
     */
    public static Path write(Path directory, Path baseline) throws IOException {
        Report report = new Report(
                new Results(Measurement.read(directory.resolve(RESULTS))),
                Environment.read(directory.resolve(ENVIRONMENT)));
        Document document = report.document(baseline);
        Path page = directory.resolve("index.html");
        Files.writeString(page, Html.of(document));
        Files.writeString(directory.resolve("report.md"), Markdown.of(document));
        for (Section section : document.sections()) {
            for (Part part : section.parts()) {
                if (part instanceof Figure figure) {
                    Files.writeString(directory.resolve(figure.id() + ".svg"), figure.wide());
                }
            }
        }
        return page;
    }

    private Document document(Path baseline) throws IOException {
        if (baseline != null) {
            comparison(baseline);
        }
        pages();
        files();
        cpu();
        threads();
        batches();
        messages();
        notFaster();
        method();
        return new Document(
                "parquet-fastcodec against parquet-java",
                environment.quick()
                        ? "A quick run: few iterations over a part of the suite. A first look, with errors to match; the full"
                                + " suite is what conclusions should rest on."
                        : "",
                environment.facts(),
                headlines(),
                sections);
    }

    private Results defaultPages() {
        return results.only(m -> m.benchmark().equals("CompressionBenchmark")
                && List.of("SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW").contains(m.param("codec")));
    }

    private List<Headline> headlines() {
        List<Headline> headlines = new ArrayList<>();
        Results pages = defaultPages();
        for (String codec : pages.values(Measurement::codec)) {
            Results ofCodec = pages.only(m -> m.codec().equals(codec));
            Estimate compress = ofCodec.only(m -> m.method().equals("compress")).speedUp();
            Estimate decompress =
                    ofCodec.only(m -> m.method().equals("decompress")).speedUp();
            if (compress != null && decompress != null) {
                headlines.add(new Headline(
                        codec + ", a page",
                        String.format(Locale.ROOT, "%.2fx / %.2fx", compress.value(), decompress.value()),
                        String.format(
                                Locale.ROOT,
                                "compress %.2f-%.2f, decompress %.2f-%.2f",
                                compress.low(),
                                compress.high(),
                                decompress.low(),
                                decompress.high())));
            }
        }
        return headlines;
    }

    private void section(String id, String title, List<Part> parts) {
        if (parts.stream().anyMatch(part -> !(part instanceof Paragraph))) {
            sections.add(new Section(id, title, parts));
        }
    }

    private void pages() {
        Results pages = defaultPages();
        List<Part> parts = new ArrayList<>();
        if (!pages.speedUps(Results.OURS, Results.THEIRS).isEmpty()) {
            parts.add(new Paragraph(
                    "One page in, one page out, at default levels, as a writer and a reader of Parquet do it:"
                            + " real pages from TPC-H lineitem in several encodings."));
            parts.add(Charts.speedUps(pages));
            parts.add(pageTable(
                    pages,
                    Results.THEIRS,
                    "Speed-up over parquet-java, geometric mean over shapes of page (95 % confidence interval)"));
        }
        for (String operation : List.of("compress", "decompress")) {
            if (!pages.with("impl", Results.ENGINE)
                    .only(m -> m.method().equals(operation))
                    .isEmpty()) {
                parts.add(Charts.throughput(pages, operation));
            }
        }
        if (!pages.speedUps(Results.OURS, Results.ENGINE).isEmpty()) {
            parts.add(pageTable(
                    pages,
                    Results.ENGINE,
                    "Speed over the engine's alone, geometric mean over shapes of page (95 % confidence interval)"));
        }
        Results all = results.only(m -> m.benchmark().equals("CompressionBenchmark"));
        if (all.values("codec").size() > pages.values("codec").size()) {
            parts.add(Charts.pareto(all));
        }
        otherWays(all).ifPresent(parts::add);
        section("pages", "Pages", parts);
    }

    /** The implementations that only some pages are measured with. */
    private static Optional<Table> otherWays(Results pages) {
        List<String> impls = pages.values("impl").stream()
                .filter(impl ->
                        !List.of(Results.OURS, Results.THEIRS, Results.ENGINE).contains(impl))
                .toList();
        List<List<String>> rows = new ArrayList<>();
        for (String impl : impls) {
            for (String codec : pages.with("impl", impl).values(Measurement::codec)) {
                List<String> row = new ArrayList<>(List.of(impl, codec));
                for (String other : List.of(Results.THEIRS, Results.OURS)) {
                    for (String operation : List.of("compress", "decompress")) {
                        row.add(text(pages.only(m ->
                                        m.codec().equals(codec) && m.method().equals(operation))
                                .speedUp(impl, other)));
                    }
                }
                rows.add(row);
            }
        }
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new Table(
                        "Other factories: speed over parquet-java's and over fastcodec's on the pages they were measured with",
                        2,
                        List.of(
                                "impl",
                                "codec",
                                "compress / parquet-java",
                                "decompress / parquet-java",
                                "compress / fastcodec",
                                "decompress / fastcodec"),
                        rows));
    }

    private static Table pageTable(Results pages, String theirs, String caption) {
        List<String> header = new ArrayList<>(List.of("codec", "operation"));
        pages.values("size").forEach(size -> header.add(Charts.bytes(size)));
        header.add("all");
        List<List<String>> rows = new ArrayList<>();
        for (String codec : pages.values(Measurement::codec)) {
            for (String operation : List.of("compress", "decompress")) {
                Results cell =
                        pages.only(m -> m.codec().equals(codec) && m.method().equals(operation));
                List<String> row = new ArrayList<>(List.of(codec, operation));
                pages.values("size")
                        .forEach(size -> row.add(text(cell.with("size", size).speedUp(Results.OURS, theirs))));
                row.add(text(cell.speedUp(Results.OURS, theirs)));
                rows.add(row);
            }
        }
        return new Table(caption, 2, header, rows);
    }

    private void files() {
        Results write = results.of("FileWriteBenchmark", "write");
        Results read = results.of("FileReadBenchmark", "read");
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph(
                "Whole local files of lineitem through Parquet's record API, single shots. Most of the time is"
                        + " encoding and assembling; UNCOMPRESSED, where there is nothing to gain, shows the noise."));
        if (!write.isEmpty() && !read.isEmpty()) {
            parts.add(Charts.share(write, read));
        }
        for (Results operation : List.of(write, read)) {
            if (!operation.isEmpty()) {
                parts.add(fileTable(operation));
            }
        }
        List<List<String>> hook = results.of("HookBenchmark", "open").measurements().stream()
                .map(m -> List.of(
                        m.param("levels").equals("true") ? "levels set" : "nothing set",
                        String.format(Locale.ROOT, "%.2f", 1e6 / m.rate().value())))
                .toList();
        if (!hook.isEmpty()) {
            parts.add(new Table(
                    "What a file pays for parquet.crypto.factory.class", 1, List.of("configuration", "µs"), hook));
        }
        section("files", "Whole files", parts);
    }

    private static Table fileTable(Results operation) {
        List<String> impls = operation.values("impl");
        List<String> header = new ArrayList<>(List.of("codec", "format"));
        impls.forEach(impl -> header.add(impl + ", ms"));
        header.add("speed-up");
        List<List<String>> rows = new ArrayList<>();
        for (String codec : operation.values("codec")) {
            for (String version : operation.values("version")) {
                List<String> row = new ArrayList<>(List.of(codec, version));
                Results cell = operation.with("codec", codec).with("version", version);
                impls.forEach(impl -> row.add(millis(cell.with("impl", impl))));
                row.add(text(cell.speedUp()));
                rows.add(row);
            }
        }
        return new Table(
                "Time to " + operation.measurements().get(0).method() + " a local file, and speed-up of fastcodec over"
                        + " parquet-java",
                2,
                header,
                rows);
    }

    private void cpu() {
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "Files in memory, so that no disk is measured: speed-up over parquet-java (95 % confidence interval)."));
        for (String[] benchmark : new String[][] {
            {"CpuWriteBenchmark", "write", "Write"},
            {"CpuReadBenchmark", "read", "Read every value"},
            {"CpuReadBenchmark", "decompressOnly", "Read and decompress pages, decode nothing"}
        }) {
            Results operation = results.of(benchmark[0], benchmark[1]);
            if (operation.speedUps(Results.OURS, Results.THEIRS).isEmpty()) {
                continue;
            }
            List<String> header = new ArrayList<>(List.of("table", "dictionary"));
            List<String> codecs = operation.values("codec");
            header.add("format");
            header.addAll(codecs);
            List<List<String>> rows = new ArrayList<>();
            for (String table : operation.values("table")) {
                for (String dictionary : operation.values("dictionary")) {
                    for (String version : operation.values("version")) {
                        List<String> row = new ArrayList<>(List.of(
                                table.toLowerCase(Locale.ROOT), dictionary.equals("true") ? "on" : "off", version));
                        Results cells = operation
                                .with("table", table)
                                .with("dictionary", dictionary)
                                .with("version", version);
                        codecs.forEach(
                                codec -> row.add(text(cells.with("codec", codec).speedUp())));
                        rows.add(row);
                    }
                }
            }
            parts.add(new Table(benchmark[2], 3, header, rows));
        }
        section("cpu", "Files in memory", parts);
    }

    private void threads() {
        Results all = results.only(m -> m.benchmark().equals("ConcurrentReadWriteBenchmark"));
        List<List<String>> rows = new ArrayList<>();
        List<String> threads = all.values("threads");
        for (String codec : all.values("codec")) {
            for (String method : List.of("write", "read")) {
                Results cell = all.with("codec", codec).only(m -> m.method().equals(method));
                List<String> row = new ArrayList<>(List.of(codec, method));
                threads.forEach(
                        count -> row.add(text(cell.with("threads", count).speedUp())));
                rows.add(row);
            }
        }
        List<String> header = new ArrayList<>(List.of("codec", "operation"));
        threads.forEach(count -> header.add(count + (count.equals("1") ? " thread" : " threads")));
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph("Threads that each write or read a whole file in memory, all at once."));
        if (!all.isEmpty()) {
            parts.add(new Table("Speed-up over parquet-java by number of threads", 2, header, rows));
        }
        section("threads", "Several threads", parts);
    }

    private void batches() {
        Results all = results.only(m -> m.benchmark().equals("BatchBenchmark"));
        List<List<String>> rows = new ArrayList<>();
        for (String method : List.of("compress", "decompress")) {
            for (String codec : all.values("codec")) {
                for (String impl : all.values("impl")) {
                    Results line = all.with("codec", codec)
                            .with("impl", impl)
                            .only(m -> m.method().equals(method));
                    SimpleRegression nanos = new SimpleRegression();
                    SimpleRegression allocated = new SimpleRegression();
                    for (Measurement m : line.measurements()) {
                        double size = Double.parseDouble(m.param("size"));
                        nanos.addData(size, 1e9 / m.rate().value());
                        allocated.addData(size, m.secondary().getOrDefault("gc.alloc.rate.norm", Double.NaN));
                    }
                    if (nanos.getN() < 2) {
                        continue;
                    }
                    Measurement smallest = line.measurements().stream()
                            .min(Comparator.comparingInt(m -> Integer.parseInt(m.param("size"))))
                            .orElseThrow();
                    double bytes = Double.parseDouble(smallest.param("size"));
                    rows.add(List.of(
                            method,
                            codec,
                            impl,
                            number(nanos.getIntercept()),
                            number(allocated.getIntercept()),
                            number(1e9 / smallest.rate().value()),
                            number(smallest.secondary().getOrDefault("gc.alloc.rate.norm", Double.NaN)),
                            String.format(Locale.ROOT, "%.0f of %.0f", bytes / smallest.compressionRatio(), bytes)));
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "What a page costs before its first byte: a line is fitted through the times, and the bytes"
                                + " allocated, of small pages of plain text; the fixed cost is where it meets a page of nothing. A cost below"
                                + " zero says that larger pages cost more per byte than small ones. Beside it the smallest page itself."));
        if (!rows.isEmpty()) {
            parts.add(new Table(
                    "Fixed cost of a page",
                    3,
                    List.of(
                            "operation",
                            "codec",
                            "impl",
                            "fixed, ns",
                            "fixed, bytes allocated",
                            "smallest, ns",
                            "smallest, bytes allocated",
                            "smallest, bytes written"),
                    rows));
        }
        section("batches", "Small pages", parts);
    }

    private void messages() {
        Results all = results.only(m -> m.benchmark().equals("OneShotVsStreamingBenchmark"));
        List<List<String>> rows = new ArrayList<>();
        for (String codec : all.values("codec")) {
            for (String blocks : all.values("blocks")) {
                Results cell = all.with("codec", codec).with("blocks", blocks);
                Estimate streaming = rate(cell, "streaming", "library");
                Estimate oneShot = rate(cell, "oneShot", "library");
                Estimate ours = rate(cell, "oneShot", Results.OURS);
                if (streaming != null && oneShot != null && ours != null) {
                    rows.add(List.of(
                            codec,
                            blocks,
                            perMilli(streaming),
                            perMilli(oneShot),
                            perMilli(ours),
                            oneShot.over(streaming).asSpeedUp(),
                            ours.over(streaming).asSpeedUp()));
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph("The question of SPARK-29434, on the statuses of many map outputs: compress while Java"
                + " serializes, or serialize first and compress in one step?"));
        if (!rows.isEmpty()) {
            parts.add(new Table(
                    "Serialize and compress, operations per millisecond",
                    2,
                    List.of(
                            "codec",
                            "blocks",
                            "streaming",
                            "one step",
                            "one step, fastcodec",
                            "one step / streaming",
                            "fastcodec / streaming"),
                    rows));
        }
        section("messages", "One step or streaming", parts);
    }

    /** What a sceptic asks for first. */
    private void notFaster() {
        List<SpeedUp> all = results.speedUps(Results.OURS, Results.THEIRS);
        List<SpeedUp> slower = all.stream()
                .filter(speedUp -> speedUp.estimate().high() < 1)
                .sorted(Comparator.comparingDouble(speedUp -> speedUp.estimate().log()))
                .toList();
        List<Part> parts = new ArrayList<>();
        long faster =
                all.stream().filter(speedUp -> speedUp.estimate().low() > 1).count();
        parts.add(new Paragraph(String.format(
                Locale.ROOT,
                "Of %d comparisons with parquet-java %d are faster and %d slower with 95 %% confidence; %d are within the"
                        + " noise. %s",
                all.size(),
                faster,
                slower.size(),
                all.size() - faster - slower.size(),
                slower.isEmpty() ? "" : "The slowest:")));
        if (!slower.isEmpty()) {
            parts.add(new Table(
                    "Slower than parquet-java",
                    1,
                    List.of("benchmark", "speed-up"),
                    slower.stream()
                            .limit(SLOWEST)
                            .map(speedUp -> List.of(
                                    name(speedUp.ours()), speedUp.estimate().asSpeedUp()))
                            .toList()));
        }
        if (!all.isEmpty()) {
            sections.add(new Section("not-faster", "What is not faster", parts));
        }
    }

    private void comparison(Path baseline) throws IOException {
        Results before = new Results(Measurement.read(baseline));
        Path environmentBefore = baseline.resolveSibling(ENVIRONMENT);
        Map<String, Map<String, List<Estimate>>> groups = new LinkedHashMap<>();
        results.only(m -> !m.impl().isEmpty())
                .matched(before)
                .forEach((now, then) -> groups.computeIfAbsent(
                                now.benchmark() + "." + now.method() + "|" + now.codec(), key -> new HashMap<>())
                        .computeIfAbsent(now.impl(), key -> new ArrayList<>())
                        .add(now.rate().over(then.rate())));
        List<String> impls = results.only(m -> !m.impl().isEmpty()).values("impl");
        List<List<String>> rows = new ArrayList<>();
        groups.forEach((key, changes) -> {
            List<String> row = new ArrayList<>(List.of(key.split("\\|", -1)));
            for (String impl : impls) {
                row.add(
                        changes.containsKey(impl)
                                ? Estimate.geometricMean(changes.get(impl)).asSpeedUp()
                                : "-");
            }
            rows.add(row);
        });
        String who = "unknown circumstances";
        if (Files.isReadable(environmentBefore)) {
            Map<String, String> facts = Environment.read(environmentBefore).facts();
            who = facts.get("Date") + ", " + facts.get("JVM") + ", " + facts.get("Machine");
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph(
                "Speeds of this run over those of an earlier one (" + who + "), geometric means over what both"
                        + " measured. Two runs differ by more than their iterations show: look at parquet-java's own rows"
                        + " first, which should stand still."));
        if (rows.isEmpty()) {
            parts.add(new Paragraph("The two runs have no measurement in common."));
        } else {
            List<String> header = new ArrayList<>(List.of("benchmark", "codec"));
            header.addAll(impls);
            parts.add(new Table("Speed now over speed then", 2, header, rows));
        }
        sections.add(new Section("baseline", "Compared with the baseline", parts));
    }

    private void method() {
        sections.add(new Section(
                "method",
                "Method and caveats",
                List.of(
                        new Paragraph(
                                "All implementations run in the same suite on the same JVM, each in a fork of its own, with"
                                        + " the heap touched before the first iteration: fresh memory that the system has yet to back"
                                        + " would otherwise be what is measured."),
                        new Paragraph(
                                "Errors are computed from JMH's raw iterations, not from its scoreError: speeds are compared"
                                        + " as logarithms, so a speed-up is a difference and a geometric mean a mean; the intervals are"
                                        + " Student's at 95 %, with Welch's degrees of freedom. They cover what varies between"
                                        + " iterations. What varies between JVMs, between runs and between machines they do not cover;"
                                        + " nor is a mean over shapes of page a promise for yours."),
                        new Paragraph(
                                "parquet-java-direct is its codec factory for direct buffers; fastcodec-hadoop is this project's"
                                        + " codecs in parquet-java's own factory, swapped in by Hadoop configuration. engine is the bare call of"
                                        + " the compression library, over memory that behaves as any factory's must: the parts of a page"
                                        + " gathered into one array, a decompressed page in a new one."))));
    }

    private static Estimate rate(Results cell, String method, String impl) {
        return cell.with("impl", impl).only(m -> m.method().equals(method)).rate();
    }

    private static String name(Measurement m) {
        return m.benchmark() + "." + m.method() + " "
                + m.params().entrySet().stream()
                        .filter(param -> !param.getKey().equals("impl")
                                && !(param.getKey().equals("threads")
                                        && param.getValue().equals("1")))
                        .map(param -> param.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static String text(Estimate speedUp) {
        return speedUp == null ? "-" : speedUp.asSpeedUp();
    }

    private static String millis(Results cell) {
        Estimate rate = cell.rate();
        return rate == null ? "-" : String.format(Locale.ROOT, "%.0f", 1000 / rate.value());
    }

    private static String perMilli(Estimate rate) {
        return String.format(Locale.ROOT, "%.3f", rate.value() / 1000);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }
}
