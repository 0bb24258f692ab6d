// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The suite runs, as far as a minute goes: every benchmark once, on next to nothing. */
class SuiteTest {

    /** Small enough to be quick, large enough for every path; by parameter. */
    private static final Map<String, String[]> TINY = Map.of(
            "rows", new String[] {"200"},
            "size", new String[] {"256"},
            "maps", new String[] {"20"},
            "blocks", new String[] {"5"},
            "shape", new String[] {"PLAIN_TEXT"},
            "dictionary", new String[] {"true"},
            "version", new String[] {"V2"});

    @TestFactory
    Stream<DynamicTest> everyStepOfBothPlansRunsAndEveryCombinationHasAResult() throws Exception {
        // the suite's own measurements exclude each other on a machine; these are none
        System.setProperty("jmh.ignoreLock", "true");
        Options nothingGiven = new CommandLineOptions();
        return Stream.concat(Plan.full().stream(), Plan.quick().stream())
                .collect(Collectors.toMap(SuiteTest::tiny, step -> step, (first, second) -> first, TreeMap::new))
                .entrySet()
                .stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> run(entry.getValue(), nothingGiven)));
    }

    private static void run(Plan.Step step, Options nothingGiven) throws Exception {
        OptionsBuilder builder = new OptionsBuilder();
        builder.parent(step.options(nothingGiven));
        TINY.forEach((name, values) -> {
            if (Arrays.stream(step.benchmark().getFields())
                    .anyMatch(field -> field.getName().equals(name))) {
                builder.param(name, values);
            }
        });
        Options options = builder.forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        Set<String> ran = new TreeSet<>();
        for (RunResult result : new Runner(options).run()) {
            ran.add(result.getParams().getBenchmark());
            assertTrue(
                    result.getPrimaryResult().getScore() > 0,
                    () -> result.getParams().id() + " has no result");
        }
        assertEquals(new TreeSet<>(step.names(nothingGiven)), ran);
    }

    /** Steps that differ only in what is cut down are one. */
    private static String tiny(Plan.Step step) {
        return step.benchmark().getSimpleName() + "." + step.method() + " "
                + step.params().entrySet().stream()
                        .filter(param -> !TINY.containsKey(param.getKey()))
                        .map(param -> param.getKey() + "=" + String.join(",", param.getValue()))
                        .collect(Collectors.joining(" "))
                + " threads=" + step.threads();
    }

    @Test
    void noBenchmarkIsInNoPlan() throws Exception {
        Options nothingGiven = new CommandLineOptions();
        Set<String> planned = Plan.full().stream()
                .flatMap(step -> step.names(nothingGiven).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(entry -> entry.getUsername())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(known, planned);
    }

    @Test
    void thePlansKeepToTheirTimes() throws Exception {
        Options nothingGiven = new CommandLineOptions();
        double full = minutes(Plan.full(), nothingGiven);
        double quick = minutes(Plan.quick(), nothingGiven);
        assertAll(
                () -> assertTrue(full < 90, "the full plan is estimated at " + full + " minutes, expected under 90"),
                () -> assertTrue(
                        quick < 12, "the quick plan is estimated at " + quick + " minutes, expected under 12"));
    }

    @Test
    void whatTheCommandLineSaysGoesBeforeThePlan() throws Exception {
        Options given =
                new CommandLineOptions("CompressionBenchmark.compress$", "-p", "codec=ZSTD:19", "-f", "3", "-i", "2");
        List<Plan.Step> steps = Plan.narrowed(Plan.full(), given);
        Plan.Step step = steps.get(0);
        Options options = step.options(given);
        assertAll(
                () -> assertEquals(1, steps.size()),
                () -> assertEquals(
                        List.of("^\\Qio.github.fastcodec.bench.page.CompressionBenchmark.compress\\E$"),
                        options.getIncludes()),
                () -> assertEquals(
                        List.of("ZSTD:19"),
                        List.copyOf(options.getParameter("codec").get())),
                () -> assertEquals(3, options.getForkCount().get()),
                () -> assertEquals(2, options.getMeasurementIterations().get()),
                () -> assertEquals(1, options.getWarmupIterations().get()),
                () -> assertEquals(54, step.runs(given)),
                // forks are sent them
                () -> new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(options));
    }

    @Test
    void aNarrowedPlanMeasuresNothingTwiceAndNothingThatCannotBe() throws Exception {
        Options given = new CommandLineOptions(
                "CompressionBenchmark", "-p", "impl=parquet-java,fastcodec", "-p", "codec=LZO,GZIP:6");
        Set<String> seen = new TreeSet<>();
        for (Plan.Step step : Plan.narrowed(Plan.full(), given)) {
            for (String impl : step.params().get("impl")) {
                for (String codec : step.params().get("codec")) {
                    assertTrue(seen.add(impl + " " + codec), () -> impl + " " + codec + " is measured twice");
                }
            }
        }
        assertEquals(Set.of("fastcodec GZIP:6", "fastcodec LZO", "parquet-java GZIP:6"), seen);
    }

    private static double minutes(List<Plan.Step> steps, Options given) throws IOException {
        return steps.stream().mapToDouble(step -> step.estimatedSeconds(given)).sum() / 60;
    }
}
