// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.bench.file.LevelsBenchmark;
import io.github.fastcodec.bench.turns.Contender;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark of the suite runs once, on tiny data, within a minute. */
@Tag("slow")
class SuiteTest {

    /** The values of each parameter: small enough to be quick, large enough for every path. */
    private static final Map<String, String[]> TINY = Map.of(
            "rows", new String[] {"200"},
            "sizes", new String[] {"256"},
            "blocks", new String[] {"5"},
            "shapes", new String[] {"PLAIN_TEXT"},
            "dictionaries", new String[] {"true"},
            "versions", new String[] {"V2"},
            "slice", new String[] {"1"});

    @TestFactory
    Stream<DynamicTest> everyCombinationOfBothPlansHasAResult() throws Exception {
        // JMH's lock keeps measurements on a machine apart, and this test measures nothing
        System.setProperty("jmh.ignoreLock", "true");
        Options nothingGiven = new CommandLineOptions();
        return Stream.concat(SuitePlan.full().stream(), SuitePlan.quick().stream())
                .collect(Collectors.toMap(SuiteTest::tiny, step -> step, (first, second) -> first, TreeMap::new))
                .entrySet()
                .stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> run(entry.getValue(), nothingGiven)));
    }

    private static void run(SuitePlan.Step step, Options nothingGiven) throws Exception {
        OptionsBuilder builder = new OptionsBuilder();
        builder.parent(step.options(nothingGiven, null));
        TINY.forEach((name, values) -> {
            if (Arrays.stream(step.benchmark().getFields())
                    .anyMatch(field -> field.getName().equals(name))) {
                builder.param(name, values);
            }
        });
        if (step.benchmark() == LevelsBenchmark.class) {
            // at a high level, parquet-java takes a tenth of a second for each page, however small
            builder.param("codec", "ZSTD:1");
        }
        Options options = builder.forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        Set<String> ran = new TreeSet<>();
        for (RunResult result : new Runner(options).run()) {
            ran.add(result.getParams().getBenchmark());
            for (String contender : Contender.expand(result.getParams().getParam("contenders"), false)) {
                assertTrue(
                        result.getSecondaryResults().keySet().stream()
                                .filter(name -> name.endsWith("|" + contender + "|time"))
                                .mapToDouble(name ->
                                        result.getSecondaryResults().get(name).getScore())
                                .anyMatch(nanos -> nanos > 0),
                        () -> contender + " has no sample in "
                                + result.getParams().id());
            }
        }
        assertEquals(Set.of(step.name()), ran);
    }

    /** Returns a key under which steps that differ only in reduced parameters are equal. */
    private static String tiny(SuitePlan.Step step) {
        return step.benchmark().getSimpleName() + " "
                + step.params().entrySet().stream()
                        .filter(param -> !TINY.containsKey(param.getKey()))
                        .map(param -> param.getKey() + "=" + String.join(",", param.getValue()))
                        .collect(Collectors.joining(" "));
    }

    @Test
    void everyBenchmarkIsInAPlan() throws Exception {
        Set<String> planned =
                SuitePlan.full().stream().map(SuitePlan.Step::name).collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(entry -> entry.getUsername())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(known, planned);
    }

    @Test
    void commandLineOverridesThePlan() throws Exception {
        Options given = new CommandLineOptions("CompressionBenchmark", "-p", "codec=ZSTD:19", "-f", "5", "-i", "2");
        List<SuitePlan.Step> steps = SuitePlan.narrowed(SuitePlan.full(), given);
        SuitePlan.Step step = steps.get(0);
        Options options = step.options(given, Path.of("other.jar"));
        assertAll(
                () -> assertEquals(1, steps.size()),
                () -> assertEquals(
                        List.of("^\\Qio.github.fastcodec.bench.page.CompressionBenchmark.round\\E$"),
                        options.getIncludes()),
                () -> assertEquals(
                        List.of("ZSTD:19"),
                        List.copyOf(options.getParameter("codec").get())),
                () -> assertEquals(5, options.getForkCount().get()),
                () -> assertEquals(2, options.getMeasurementIterations().get()),
                () -> assertEquals(8, options.getWarmupIterations().get()),
                () -> assertEquals(List.of("8192", "65536", "1048576"), step.values("sizes")),
                () -> assertEquals(
                        List.of("-Dfastcodec.bench.against="
                                + Path.of("other.jar").toAbsolutePath()),
                        List.copyOf(options.getJvmArgsAppend().get())),
                // JMH sends the options to its forks
                () -> new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(options));
    }

    @Test
    void narrowedPlanOmitsImpossibleCombinations() throws Exception {
        Options given = new CommandLineOptions("CompressionBenchmark", "-p", "codec=LZO,GZIP:6,GZIP:1");
        assertEquals(
                List.of(
                        "parquet-java+fastcodec+engine GZIP:6",
                        "parquet-java+fastcodec+fastcodec-hadoop GZIP:6",
                        "parquet-java+fastcodec GZIP:1",
                        "fastcodec LZO"),
                SuitePlan.narrowed(SuitePlan.full(), given).stream()
                        .map(step -> String.join(",", step.values("contenders")) + " "
                                + String.join(",", step.values("codec")))
                        .toList());
    }

    @Test
    void selectsStepsByThePlaceOfTheirFiles() throws Exception {
        Options given = new CommandLineOptions("FileBenchmark", "-p", "place=local", "-p", "codec=GZIP");
        List<SuitePlan.Step> steps = SuitePlan.narrowed(SuitePlan.full(), given);
        assertEquals(
                List.of(List.of("LINEITEM"), List.of("TEXT")),
                steps.stream().map(step -> step.values("table")).toList());
        assertEquals(List.of("100000"), steps.get(0).values("rows"));
        assertEquals(List.of("GZIP"), steps.get(0).values("codec"));
    }

    // Would catch: a step without a benchmark. JMH would end the run there, and hours of results would be lost.
    @Test
    void excludedBenchmarkHasNoStep() throws Exception {
        List<SuitePlan.Step> steps =
                SuitePlan.narrowed(SuitePlan.full(), new CommandLineOptions("-e", "Recompress", "-e", "FileB"));
        Set<String> benchmarks = steps.stream()
                .map(step -> step.benchmark().getSimpleName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                Set.of(
                        "ChunkedReadBenchmark",
                        "CompressionBenchmark",
                        "DictionariesBenchmark",
                        "FileVerificationBenchmark",
                        "LevelsBenchmark",
                        "Lz4Benchmark",
                        "OneStepBenchmark",
                        "PageVerificationBenchmark"),
                benchmarks);
    }
}
