// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.report.Document.Figure;
import io.github.fastcodec.bench.report.Document.Headline;
import io.github.fastcodec.bench.report.Document.Paragraph;
import io.github.fastcodec.bench.report.Document.Part;
import io.github.fastcodec.bench.report.Document.Section;
import io.github.fastcodec.bench.report.Document.Table;
import io.github.fastcodec.bench.turns.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/** Makes a page, a Markdown file and charts of JMH's results. */
public final class Report {

    /** JMH's JSON, in the folder of a report. */
    public static final String RESULTS = "results.json";

    /** Where, when and how, beside it. */
    public static final String ENVIRONMENT = "environment.json";

    private static final List<String> DEFAULT_LEVELS = List.of("SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW");
    private static final List<String> BOTH_WAYS = List.of("compress", "decompress");
    private static final int SLOWEST = 12;

    private final Results all;
    private final Results results;
    private final Environment environment;
    private final List<Section> sections = new ArrayList<>();

    private Report(Results all, Environment environment) {
        this.all = all;
        this.results = all.distinct();
        this.environment = environment;
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
        otherBuild();
        pages();
        files();
        levels();
        memoryFiles();
        threads();
        recompressed();
        batches();
        dictionaries();
        corruptPages();
        messages();
        notFaster();
        method();
        return new Document(
                "parquet-fastcodec against parquet-java",
                environment.quick()
                        ? "A quick run: few rounds over a part of the suite. A first look, with errors to match; the full"
                                + " suite is what conclusions should rest on."
                        : "",
                environment.facts(),
                headlines(),
                sections);
    }

    private Results defaultPages() {
        return results.of("CompressionBenchmark").only(m -> DEFAULT_LEVELS.contains(m.param("codec")));
    }

    private List<Headline> headlines() {
        List<Headline> headlines = new ArrayList<>();
        Results pages = defaultPages();
        if (!pageTable(pages, Results.THEIRS, "").isWhole()) {
            return headlines;
        }
        for (String codec : pages.values(Measurement::codec)) {
            Results ofCodec = pages.only(m -> m.codec().equals(codec));
            Estimate compress = ofCodec.doing("compress").speedUp();
            Estimate decompress = ofCodec.doing("decompress").speedUp();
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
        ResultTable speedUps = pageTable(
                pages,
                Results.THEIRS,
                "Speed-up over parquet-java, geometric mean over shapes of page (95 % confidence interval)");
        if (!speedUps.isEmpty()) {
            parts.add(new Paragraph(
                    "One page in, one page out, at default levels, as a writer and a reader of Parquet do it:"
                            + " real pages from TPC-H lineitem in several encodings."));
            if (speedUps.isWhole()) {
                parts.add(Charts.speedUps(pages));
            }
            parts.add(speedUps.part());
        }
        ResultTable limit = pageTable(
                pages,
                Results.ENGINE,
                "Speed over the engine's alone, geometric mean over shapes of page (95 % confidence interval)");
        if (!limit.isEmpty()) {
            if (limit.isWhole()) {
                BOTH_WAYS.forEach(operation -> {
                    if (!pages.doing(operation).isEmpty()) {
                        parts.add(Charts.throughput(pages, operation));
                    }
                });
            }
            parts.add(limit.part());
        }
        Results levels = results.of("CompressionBenchmark")
                .doing("compress")
                .with("size", "65536")
                .having(Results.OURS);
        if (levels.values("codec").size() > pages.values("codec").size()) {
            parts.add(Charts.pareto(levels));
        }
        ResultTable others = otherWays(all.of("CompressionBenchmark"));
        if (!others.isEmpty()) {
            parts.add(others.part());
        }
        section("pages", "Pages", parts);
    }

    private static ResultTable pageTable(Results all, String theirs, String caption) {
        Results pages = all.having(Results.OURS, theirs);
        List<String> header = new ArrayList<>();
        pages.values("size").forEach(size -> header.add(Charts.bytes(size)));
        header.add("all");
        ResultTable table = new ResultTable(caption, ResultTable.PAGES, List.of("codec", "operation"), header);
        for (String codec : pages.values(Measurement::codec)) {
            for (String operation : BOTH_WAYS) {
                Results row = pages.only(m -> m.codec().equals(codec)).doing(operation);
                if (!row.isEmpty()) {
                    List<String> figures = new ArrayList<>();
                    pages.values("size")
                            .forEach(size ->
                                    figures.add(text(row.with("size", size).speedUp(Results.OURS, theirs))));
                    figures.add(text(row.speedUp(Results.OURS, theirs)));
                    table.row(List.of(codec, operation), row, figures);
                }
            }
        }
        return table;
    }

    /** The contenders that only some pages are measured with. */
    private static ResultTable otherWays(Results pages) {
        ResultTable table = new ResultTable(
                "Other factories: speed over parquet-java's and over fastcodec's on the pages they were measured with",
                ResultTable.PAGES,
                List.of("factory", "codec"),
                List.of(
                        "compress / parquet-java",
                        "decompress / parquet-java",
                        "compress / fastcodec",
                        "decompress / fastcodec"));
        List<String> known = List.of(Results.OURS, Results.THEIRS, Results.ENGINE);
        for (String other : pages.contenders().stream()
                .filter(name -> !known.contains(name))
                .toList()) {
            Results with = pages.having(other);
            for (String codec : with.values(Measurement::codec)) {
                Results row = with.only(m -> m.codec().equals(codec));
                List<String> figures = new ArrayList<>();
                for (String than : List.of(Results.THEIRS, Results.OURS)) {
                    BOTH_WAYS.forEach(
                            operation -> figures.add(text(row.doing(operation).speedUp(other, than))));
                }
                table.row(List.of(other, codec), row, figures);
            }
        }
        return table;
    }

    private Results singleFiles(String place) {
        return results.of("FileBenchmark").with("place", place).with("threads", "1");
    }

    private void files() {
        Results files = singleFiles("local");
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "Whole local files of lineitem through Parquet's record API, single shots. Most of the time is"
                                + " encoding and assembling; UNCOMPRESSED, where there is nothing to gain, is a null test of its own."));
        ResultTable write = fileTable(files, "write");
        ResultTable read = fileTable(files, "read");
        boolean hasPlain = files.values("codec").contains("UNCOMPRESSED");
        if (hasPlain && !write.isEmpty() && !read.isEmpty() && write.isWhole() && read.isWhole()) {
            parts.add(Charts.share(files.doing("write"), files.doing("read")));
        }
        for (ResultTable table : List.of(write, read, hookTable())) {
            if (!table.isEmpty()) {
                parts.add(table.part());
            }
        }
        section("files", "Whole files", parts);
    }

    private static ResultTable fileTable(Results files, String operation) {
        Results all = files.doing(operation);
        List<String> contenders = all.contenders();
        List<String> header = new ArrayList<>();
        contenders.forEach(contender -> header.add(contender + ", ms"));
        header.add("speed-up");
        ResultTable table = new ResultTable(
                "Time to " + operation + " a local file, and speed-up of fastcodec over parquet-java",
                ResultTable.FILES,
                List.of("codec", "format"),
                header);
        for (String codec : all.values("codec")) {
            for (String version : all.values("version")) {
                Results row = all.with("codec", codec).with("version", version);
                if (!row.isEmpty()) {
                    List<String> figures = new ArrayList<>();
                    contenders.forEach(contender -> figures.add(unit(row, contender, 1e3, "%.0f")));
                    figures.add(text(row.speedUp()));
                    table.row(List.of(codec, version), row, figures);
                }
            }
        }
        return table;
    }

    private ResultTable hookTable() {
        Results hook = results.of("HookBenchmark");
        ResultTable table = new ResultTable(
                "What a file pays for parquet.crypto.factory.class",
                ResultTable.PAGES,
                List.of("configuration"),
                List.of("µs"));
        for (String levels : hook.values("levels")) {
            Results row = hook.with("levels", levels);
            table.row(
                    List.of(levels.equals("true") ? "levels set" : "nothing set"),
                    row,
                    List.of(unit(row, "fastcodec-hadoop", 1e6, "%.2f")));
        }
        return table;
    }

    private void levels() {
        Results all = results.of("LevelsBenchmark").having(Results.OURS, Results.THEIRS);
        ResultTable table = new ResultTable(
                "Whole files by level of ZSTD, and speed-up over parquet-java",
                ResultTable.FILES,
                List.of("table", "level"),
                List.of(
                        "MB, parquet-java",
                        "size of ours",
                        "write, parquet-java, ms",
                        "write, fastcodec, ms",
                        "speed-up",
                        "read, parquet-java, ms",
                        "read, fastcodec, ms",
                        "speed-up"));
        for (String rows : all.values("table")) {
            for (String codec : levels(all.with("table", rows))) {
                Results row = all.with("table", rows).with("codec", codec);
                Results write = row.doing("write");
                Results read = row.doing("read");
                double theirs = write.mean(Measurement::written, Results.THEIRS);
                double ours = write.mean(Measurement::written, Results.OURS);
                table.row(
                        List.of(rows.toLowerCase(Locale.ROOT), codec.substring(codec.indexOf(':') + 1)),
                        row,
                        List.of(
                                String.format(Locale.ROOT, "%.2f", theirs / 1e6),
                                String.format(Locale.ROOT, "%+.2f %%", 100 * (ours / theirs - 1)),
                                unit(write, Results.THEIRS, 1e3, "%.0f"),
                                unit(write, Results.OURS, 1e3, "%.0f"),
                                text(write.speedUp()),
                                unit(read, Results.THEIRS, 1e3, "%.0f"),
                                unit(read, Results.OURS, 1e3, "%.0f"),
                                text(read.speedUp())));
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "Files in memory through Parquet's record API, with encoding and assembling."
                                + " parquet-java makes the tables of a level anew for every page, of the size for input of any length."));
        if (!table.isEmpty() && table.isWhole()) {
            parts.add(Charts.levels(all));
        }
        if (!table.isEmpty()) {
            parts.add(table.part());
        }
        section("levels", "Files by level of ZSTD", parts);
    }

    /** Returns the codecs with their levels, in the order of the levels. */
    static List<String> levels(Results results) {
        return results.values("codec").stream()
                .sorted(Comparator.comparingInt(codec -> Integer.parseInt(codec.substring(codec.indexOf(':') + 1))))
                .toList();
    }

    private void memoryFiles() {
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "Files in memory, so that no disk is measured: speed-up over parquet-java (95 % confidence interval)."));
        Map<String, String> captions = new LinkedHashMap<>();
        captions.put("write", "Write");
        captions.put("read", "Read every value");
        captions.put("decompress", "Read and decompress pages, decode nothing");
        captions.forEach((operation, caption) -> {
            Results all = singleFiles("memory").doing(operation).having(Results.OURS, Results.THEIRS);
            ResultTable table = new ResultTable(
                    caption, ResultTable.FILES, List.of("table", "dictionary", "format"), all.values("codec"));
            for (String rows : all.values("table")) {
                for (String dictionary : all.values("dictionary")) {
                    for (String version : all.values("version")) {
                        Results row = all.with("table", rows)
                                .with("dictionary", dictionary)
                                .with("version", version);
                        if (!row.isEmpty()) {
                            table.row(
                                    List.of(
                                            rows.toLowerCase(Locale.ROOT),
                                            dictionary.equals("true") ? "on" : "off",
                                            version),
                                    row,
                                    all.values("codec").stream()
                                            .map(codec -> text(
                                                    row.with("codec", codec).speedUp()))
                                            .toList());
                        }
                    }
                }
            }
            if (!table.isEmpty()) {
                parts.add(table.part());
            }
        });
        section("memory", "Files in memory", parts);
    }

    private void threads() {
        Results all = results.of("FileBenchmark");
        Set<Integer> runsOfMany = all.only(m -> !m.param("threads").equals("1")).measurements().stream()
                .map(Measurement::run)
                .collect(Collectors.toSet());
        if (runsOfMany.isEmpty()) {
            return;
        }
        Results many = all.only(m -> runsOfMany.contains(m.run()));
        // the single thread beside them writes and reads the same file
        Results comparable = all.only(m -> many.measurements().stream()
                .anyMatch(other -> other.operation().equals(m.operation())
                        && List.of("codec", "place", "table", "version", "dictionary", "rows").stream()
                                .allMatch(param -> other.param(param).equals(m.param(param)))));
        List<String> threads = comparable.values("threads");
        ResultTable table = new ResultTable(
                "Speed-up over parquet-java by number of threads",
                ResultTable.FILES,
                List.of("codec", "operation"),
                threads.stream()
                        .map(count -> count + (count.equals("1") ? " thread" : " threads"))
                        .toList());
        for (String codec : comparable.values("codec")) {
            for (String operation : List.of("write", "read")) {
                Results row = comparable.with("codec", codec).doing(operation);
                if (!row.isEmpty()) {
                    table.row(
                            List.of(codec, operation),
                            row,
                            threads.stream()
                                    .map(count ->
                                            text(row.with("threads", count).speedUp()))
                                    .toList());
                }
            }
        }
        section(
                "threads",
                "Several threads",
                List.of(
                        new Paragraph(
                                "Threads that each write or read a whole file in memory, all at once: the time until"
                                        + " the last is done, by the clock on the wall."),
                        table.part()));
    }

    private void recompressed() {
        Results all = results.of("RecompressBenchmark").having(Results.OURS, Results.ENGINE);
        String alone = Results.OURS + ":1-thread-unverified";
        String unverified = Results.OURS + ":unverified";
        String betweenFiles = Results.ENGINE + ":between-files";
        ResultTable table = new ResultTable(
                "A local file of lineitem gets another codec or level: time in ms, by the clock on the wall",
                ResultTable.FILES,
                List.of("from, to"),
                List.of(
                        "ParquetRewriter",
                        "1 thread",
                        "2 threads",
                        "2 threads, speed-up",
                        "1 thread, unverified",
                        "2 threads, unverified",
                        "the engines' calls, 1 thread",
                        "1 thread, unverified / calls",
                        "2 threads, unverified / calls",
                        "the calls between files, 1 thread",
                        "1 thread, unverified / calls between files"));
        for (String conversion : all.values("conversion")) {
            Results row = all.with("conversion", conversion);
            table.row(
                    List.of(conversion),
                    row,
                    List.of(
                            unit(row, Results.THEIRS, 1e3, "%.0f"),
                            unit(row, Results.OURS + ":1-thread", 1e3, "%.0f"),
                            unit(row, Results.OURS, 1e3, "%.0f"),
                            text(row.speedUp()),
                            unit(row, alone, 1e3, "%.0f"),
                            unit(row, unverified, 1e3, "%.0f"),
                            unit(row, Results.ENGINE, 1e3, "%.0f"),
                            text(row.speedUp(alone, Results.ENGINE)),
                            text(row.speedUp(unverified, Results.ENGINE)),
                            unit(row, betweenFiles, 1e3, "%.0f"),
                            text(row.speedUp(alone, betweenFiles))));
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph(
                "Recompressor beside parquet-java's ParquetRewriter, which has one thread and cannot change a level. Unless a"
                        + " column says otherwise, ours reads the new file back and compares each page; all of ours end with the"
                        + " new file on the disk. The engines' calls are the limit: the sum of the libraries' own calls for each"
                        + " page in one thread, without any file; between files, with each page read, its checksum compared, and"
                        + " written to the disk as well. 1.00 is as fast as that, 2.00 twice as fast."));
        if (!table.isEmpty()) {
            parts.add(table.part());
        }
        section("recompress", "Another codec for a file", parts);
    }

    private void batches() {
        Results all = results.of("BatchBenchmark");
        ResultTable table = new ResultTable(
                "Fixed cost of a page",
                ResultTable.PAGES,
                List.of("operation", "codec", "factory"),
                List.of(
                        "fixed, ns",
                        "fixed, bytes allocated",
                        "smallest, ns",
                        "smallest, bytes allocated",
                        "smallest, bytes written"));
        for (String operation : BOTH_WAYS) {
            for (String codec : all.values("codec")) {
                Results line = all.with("codec", codec).doing(operation);
                if (line.measurements().size() < 2) {
                    continue;
                }
                for (String contender : line.contenders()) {
                    table.row(List.of(operation, codec, contender), line, fixedCost(line, contender));
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "What a page costs before its first byte: a line is fitted through the times, and the bytes"
                                + " allocated, of small pages of plain text; the fixed cost is where it meets a page of nothing. A cost below"
                                + " zero says that larger pages cost more per byte than small ones. Beside it the smallest page itself."));
        if (!table.isEmpty()) {
            parts.add(table.part());
        }
        section("batches", "Small pages", parts);
    }

    private static List<String> fixedCost(Results line, String contender) {
        SimpleRegression nanos = new SimpleRegression();
        SimpleRegression allocated = new SimpleRegression();
        List<String> sizes = line.values("size");
        for (String size : sizes) {
            Results page = line.with("size", size);
            nanos.addData(Double.parseDouble(size), 1e9 / page.rate(contender).value());
            allocated.addData(Double.parseDouble(size), page.mean(Measurement::allocated, contender));
        }
        Results smallest = line.with("size", sizes.get(0));
        return List.of(
                number(nanos.getIntercept()),
                number(allocated.getIntercept()),
                unit(smallest, contender, 1e9, "%,.0f"),
                number(smallest.mean(Measurement::allocated, contender)),
                number(smallest.mean(Measurement::written, contender)) + " of " + sizes.get(0));
    }

    private void dictionaries() {
        Results all = results.of("ChunkedReadBenchmark");
        ResultTable table = new ResultTable(
                "Dictionaries read in chunks of 8 KiB: speed-up of fastcodec-hadoop over parquet-java",
                ResultTable.PAGES,
                List.of("codec", "expands"),
                all.values("size").stream().map(Charts::bytes).toList());
        for (String codec : all.values("codec")) {
            for (String expansion : all.values("expansion")) {
                Results row = all.with("codec", codec).with("expansion", expansion);
                table.row(
                        List.of(codec, expansion),
                        row,
                        all.values("size").stream()
                                .map(size -> text(row.with("size", size).speedUp("fastcodec-hadoop", Results.THEIRS)))
                                .toList());
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(
                new Paragraph(
                        "A dictionary as parquet-java reads it from a decompressed page that is a stream: a channel"
                                + " takes 8 KiB at a time. Dictionaries that expand little are numbers, those that expand much are paths."));
        if (!table.isEmpty()) {
            parts.add(table.part());
        }
        section("dictionaries", "Dictionaries", parts);
    }

    private void corruptPages() {
        Results all = results.of("CorruptPageBenchmark");
        List<String> contenders = all.contenders();
        List<String> header = new ArrayList<>();
        contenders.forEach(contender -> header.add(contender + ", µs"));
        header.add("speed-up");
        ResultTable table =
                new ResultTable("Time to refuse a damaged page", ResultTable.PAGES, List.of("codec", "damage"), header);
        for (String codec : all.values("codec")) {
            for (String damage : all.values("damage")) {
                Results row = all.with("codec", codec).with("damage", damage);
                List<String> figures = new ArrayList<>();
                contenders.forEach(contender -> figures.add(unit(row, contender, 1e6, "%.1f")));
                figures.add(text(row.speedUp()));
                table.row(List.of(codec, damage), row, figures);
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph(
                "Pages of 64 KiB of text with a flipped byte near the end, or without their last eighth. All"
                        + " contenders refuse them; parquet-java does not verify the checksums of GZIP, so the flipped byte is one that"
                        + " its decompressor notices."));
        if (!table.isEmpty()) {
            parts.add(table.part());
        }
        section("corrupt", "Damaged pages", parts);
    }

    private void messages() {
        Results all = results.of("OneShotVsStreamingBenchmark").having("streaming", "one-step", Results.OURS);
        ResultTable table = new ResultTable(
                "Serialize and compress, operations per millisecond",
                ResultTable.FILES,
                List.of("codec", "blocks"),
                List.of(
                        "streaming",
                        "one step",
                        "one step, fastcodec",
                        "one step / streaming",
                        "fastcodec / streaming"));
        for (String codec : all.values("codec")) {
            for (String blocks : all.values("blocks")) {
                Results row = all.with("codec", codec).with("blocks", blocks);
                if (!row.isEmpty()) {
                    table.row(
                            List.of(codec, blocks),
                            row,
                            List.of(
                                    perMilli(row.rate("streaming")),
                                    perMilli(row.rate("one-step")),
                                    perMilli(row.rate(Results.OURS)),
                                    text(row.speedUp("one-step", "streaming")),
                                    text(row.speedUp(Results.OURS, "streaming"))));
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph("The question of SPARK-29434, on the statuses of many map outputs: compress while Java"
                + " serializes, or serialize first and compress in one step?"));
        if (!table.isEmpty()) {
            parts.add(table.part());
        }
        section("messages", "One step or streaming", parts);
    }

    /** What a sceptic asks for first. */
    private void notFaster() {
        Results all = results.having(Results.OURS, Results.THEIRS);
        if (!all.isEmpty()) {
            Verdicts verdicts = new Verdicts(all, Results.OURS, Results.THEIRS);
            List<Part> parts = new ArrayList<>();
            parts.add(new Paragraph(verdicts.sentence("Of %d comparisons with parquet-java")));
            verdicts.table("Slower than parquet-java, the slowest first", SLOWEST)
                    .ifPresent(parts::add);
            sections.add(new Section("not-faster", "What is not faster", parts));
        }
    }

    /** This build against another, in turns. */
    private void otherBuild() {
        List<Part> parts = new ArrayList<>();
        for (String ours : results.contenders()) {
            String before = ours + Contender.BEFORE;
            Results all = results.having(ours, before);
            if (all.isEmpty()) {
                continue;
            }
            for (double limit : new double[] {ResultTable.PAGES, ResultTable.FILES}) {
                ResultTable table = buildTable(all.only(m -> m.limit() == limit), ours, before, limit);
                if (!table.isEmpty()) {
                    parts.add(table.part());
                }
            }
            Verdicts verdicts = new Verdicts(all, ours, before);
            parts.add(new Paragraph(verdicts.sentence("Of %d cells of " + ours)));
            verdicts.table("Cells of " + ours + " whose interval lies below 1, the slowest first", Integer.MAX_VALUE)
                    .ifPresent(parts::add);
        }
        section("other-build", "Compared with the other build", parts);
    }

    private static ResultTable buildTable(Results all, String ours, String before, double limit) {
        ResultTable table = new ResultTable(
                "Speed of " + ours + " over the other build's, geometric means (95 % confidence interval)",
                limit,
                List.of("benchmark", "operation", "codec"),
                List.of("this build / other build"));
        for (String benchmark : all.values(Measurement::benchmark)) {
            Results of = all.of(benchmark);
            for (String operation : of.values(Measurement::operation)) {
                for (String codec : of.values("codec")) {
                    Results row = of.doing(operation).with("codec", codec);
                    if (!row.isEmpty()) {
                        table.row(List.of(benchmark, operation, codec), row, List.of(text(row.speedUp(ours, before))));
                    }
                }
            }
        }
        return table;
    }

    /** Two reports: what they can be compared by is each one's speed-up over its own first contender. */
    private void comparison(Path baseline) throws IOException {
        Results before = new Results(Measurement.read(baseline)).distinct();
        Path environmentBefore = baseline.resolveSibling(ENVIRONMENT);
        String who = "unknown circumstances";
        if (Files.isReadable(environmentBefore)) {
            Map<String, String> facts = Environment.read(environmentBefore).facts();
            who = facts.get("Date") + ", " + facts.get("JVM") + ", " + facts.get("Machine");
        }
        Set<String> common =
                before.measurements().stream().map(Measurement::key).collect(Collectors.toSet());
        common.retainAll(results.measurements().stream().map(Measurement::key).collect(Collectors.toSet()));
        Results now = results.only(m -> common.contains(m.key()));
        Results then = before.only(m -> common.contains(m.key()));
        List<List<String>> rows = new ArrayList<>();
        for (String benchmark : now.values(Measurement::benchmark)) {
            for (String codec : now.of(benchmark).values("codec")) {
                Results rowNow = now.of(benchmark).with("codec", codec);
                Results rowThen = then.of(benchmark).with("codec", codec);
                for (String operation : rowNow.values(Measurement::operation)) {
                    for (String contender : rowNow.doing(operation).contenders()) {
                        Estimate speedUpNow = overBaseline(rowNow.doing(operation), contender);
                        Estimate speedUpThen = overBaseline(rowThen.doing(operation), contender);
                        if (speedUpNow != null && speedUpThen != null) {
                            rows.add(List.of(
                                    benchmark,
                                    operation,
                                    codec,
                                    contender,
                                    speedUpNow.asSpeedUp(),
                                    speedUpThen.asSpeedUp(),
                                    speedUpNow.over(speedUpThen).asSpeedUp()));
                        }
                    }
                }
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Paragraph(
                "Speed-ups of this run over those of an earlier one (" + who + "), geometric means over what"
                        + " both measured. Each run compares in turns with its own first contender, so that the speed of the machine"
                        + " is in neither; to compare two builds in one run there is --against."));
        if (rows.isEmpty()) {
            parts.add(new Paragraph("The two runs have no measurement in common."));
        } else {
            parts.add(new Table(
                    "Speed-up now over speed-up then",
                    4,
                    List.of("benchmark", "operation", "codec", "contender", "now", "then", "now / then"),
                    rows));
        }
        sections.add(new Section("baseline", "Compared with the baseline", parts));
    }

    private static Estimate overBaseline(Results cells, String contender) {
        return cells.measurements().stream()
                .map(Measurement::baseline)
                .filter(first -> first != null && !first.equals(contender))
                .findFirst()
                .map(first -> cells.speedUp(contender, first))
                .orElse(null);
    }

    private void method() {
        sections.add(new Section(
                "method",
                "Method and caveats",
                List.of(
                        new Paragraph(
                                "What is compared takes turns in one JVM, each contender in a class loader of its own: a slice of"
                                        + " about 20 ms of each page, or one whole file, then the next contender, in an order that"
                                        + " changes from round to round. A round gives one ratio, a pair; a fork's figure is the"
                                        + " median of its pairs, a cell's the geometric mean of its forks. What slows the machine for longer"
                                        + " than a round slows both sides of a pair."),
                        new Paragraph(
                                "The null test is the first contender against itself, in another class loader and in the same"
                                        + " turns. Its true value is 1. Where it strays by more than 3 % (pages) or 5 % (files and messages), the"
                                        + " row has no figures; where that is so in more than a quarter of the rows, the table is not shown."),
                        new Paragraph(
                                "A turn of one thread is measured in CPU time, which stands still while the collector stops the thread"
                                        + " or another process has the core. What collecting garbage costs is therefore in no figure;"
                                        + " the bytes that a page allocates are in the table of small pages."),
                        new Paragraph(
                                "Intervals are Student's at 95 % over forks, and never narrower than what the pairs of the forks"
                                        + " come to. They hold what differs from JVM to JVM on this machine; what differs from machine to"
                                        + " machine they do not, nor is a mean over shapes of page a promise for yours."),
                        new Paragraph(
                                "parquet-java-direct is its codec factory for direct buffers; fastcodec-hadoop is this project's"
                                        + " codecs in parquet-java's own factory, swapped in by Hadoop configuration. engine is the bare call of"
                                        + " the compression library, over memory that behaves as any factory's must: the parts of a page"
                                        + " gathered into one array, a decompressed page in a new one."))));
    }

    private static String text(Estimate speedUp) {
        return speedUp == null ? "-" : speedUp.asSpeedUp();
    }

    /** Returns the time of one operation in a unit of which a second has so many. */
    private static String unit(Results cell, String contender, double perSecond, String format) {
        Estimate rate = cell.rate(contender);
        return rate == null ? "-" : String.format(Locale.ROOT, format, perSecond / rate.value());
    }

    private static String perMilli(Estimate rate) {
        return String.format(Locale.ROOT, "%.3f", rate.value() / 1000);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }
}
