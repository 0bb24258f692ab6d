// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.file.DictionariesBenchmark;
import io.github.fastcodec.bench.file.FileBenchmark;
import io.github.fastcodec.bench.file.FileVerificationBenchmark;
import io.github.fastcodec.bench.file.LevelsBenchmark;
import io.github.fastcodec.bench.file.Lz4Benchmark;
import io.github.fastcodec.bench.file.RecompressBenchmark;
import io.github.fastcodec.bench.file.RecompressSubject;
import io.github.fastcodec.bench.hadoop.ChunkedReadBenchmark;
import io.github.fastcodec.bench.page.CompressionBenchmark;
import io.github.fastcodec.bench.page.OneStepBenchmark;
import io.github.fastcodec.bench.page.PageVerificationBenchmark;
import io.github.fastcodec.bench.turns.Contender;
import io.github.fastcodec.bench.turns.InTurns;
import io.github.fastcodec.bench.turns.RoundProfiler;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The benchmarks that run, and their parameters. All combinations would take days, so each step measures the combinations
 * that answer one question. All steps together take less than 90 minutes on two cores, the quick ones less than ten.
 */
public final class SuitePlan {

    private static final String DEFAULT_LEVELS = "SNAPPY,GZIP:6,ZSTD:3,LZ4_RAW";
    private static final String ALL_CODECS = "SNAPPY,GZIP,ZSTD,LZ4_RAW,LZ4,LZO,BROTLI";
    private static final String VERIFIED = "contenders=fastcodec+fastcodec-verified";
    private static final String ADVISED = "contenders=fastcodec+fastcodec:advised operations=write codec=SNAPPY,ZSTD ";
    private static final String TWO_SHAPES = " shapes=PLAIN_TEXT+PLAIN_DOUBLE";
    private static final String LOCAL = "place=local versions=V1 dictionaries=true";
    private static final String LEVELS = "place=memory versions=V1 dictionaries=true rows=50000 table=LINEITEM,FLIGHTS";
    private static final String LOCAL_FILES = LOCAL + " rows=100000 table=LINEITEM";
    private static final String LOCAL_TEXT = LOCAL + " rows=50000 table=TEXT";

    /** Parameters in which steps of one benchmark differ if they answer different questions. */
    private static final Set<String> QUESTIONS = Set.of("place", "threads");

    /** Parameters that name the contenders and the cells; a value on the command line applies to every step. */
    private static final Set<String> CONTENDERS_AND_CELLS =
            Set.of("contenders", "operations", "shapes", "versions", "dictionaries", "expansions", "slice");

    private SuitePlan() {}

    /** Returns the steps for everything that the report and the documentation cover. */
    public static List<Step> full() {
        Times pages = new Times(3, 8, 12);
        Times files = new Times(3, 4, 12);
        // for speed-ups far from 1: one fork is enough
        Times slow = new Times(1, 1, 6);
        // also one fork, but more warm-up, because an operation of a tenth of a second is compiled late
        Times conversions = new Times(1, 20, 12);
        return List.of(
                // the speed-up of the factory for single pages, and its distance from the engine alone
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec+engine sizes=8192,65536,1048576 codec=" + DEFAULT_LEVELS),
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec+fastcodec-hadoop sizes=65536 codec=" + DEFAULT_LEVELS
                                + TWO_SHAPES),
                // size and speed of codecs and levels, for a shape that compresses well and one that hardly does
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec sizes=65536 codec=GZIP:1,GZIP:9,ZSTD:1,ZSTD:9" + TWO_SHAPES),
                step(
                        CompressionBenchmark.class,
                        pages.forks(1),
                        "contenders=fastcodec sizes=65536 codec=ZSTD:-5,ZSTD:15,BROTLI:1,BROTLI:5,LZO" + TWO_SHAPES),
                step(ChunkedReadBenchmark.class, pages, ""),
                // GZIP takes half a second for the statuses of 500 blocks, as long as for a file
                step(OneStepBenchmark.class, files, ""),
                step(FileBenchmark.class, files, "place=memory rows=20000 table=LINEITEM"),
                step(FileBenchmark.class, files, "place=memory rows=8000 table=NESTED"),
                step(FileBenchmark.class, files, LOCAL_FILES),
                step(FileBenchmark.class, files, LOCAL_TEXT),
                step(FileBenchmark.class, slow, "codec=GZIP:9,ZSTD:9,ZSTD:12 " + LOCAL_FILES),
                step(FileBenchmark.class, slow, "codec=GZIP:9,ZSTD:9,ZSTD:12 " + LOCAL_TEXT),
                step(LevelsBenchmark.class, new Times(3, 1, 3), "codec=ZSTD:1,ZSTD:3,ZSTD:6,ZSTD:9 " + LEVELS),
                step(LevelsBenchmark.class, new Times(1, 1, 3), "codec=ZSTD:12,ZSTD:15,ZSTD:19 " + LEVELS),
                step(
                        Lz4Benchmark.class,
                        files,
                        "codec=SNAPPY+LZ4_RAW:3,SNAPPY+LZ4_RAW:9 rows=50000 table=TEXT,LINEITEM,FLIGHTS " + LOCAL),
                step(
                        DictionariesBenchmark.class,
                        new Times(3, 2, 8),
                        ADVISED + "table=LOG,LINEITEM rows=100000,400000 " + LOCAL),
                step(DictionariesBenchmark.class, files, ADVISED + LOCAL_TEXT),
                step(
                        FileBenchmark.class,
                        files,
                        "place=memory rows=20000 threads=2 table=LINEITEM codec=SNAPPY,GZIP,ZSTD,LZ4_RAW versions=V1"
                                + " dictionaries=true"),
                // the cost of verification while writing
                step(
                        PageVerificationBenchmark.class,
                        new Times(1, 4, 8),
                        VERIFIED + " operations=compress sizes=65536 codec=" + ALL_CODECS + TWO_SHAPES),
                step(
                        FileVerificationBenchmark.class,
                        new Times(1, 10, 12),
                        VERIFIED + " operations=write codec=" + ALL_CODECS
                                + " versions=V1 dictionaries=true table=LINEITEM rows=10000 place=memory"),
                step(RecompressBenchmark.class, conversions, ""),
                step(
                        RecompressBenchmark.class,
                        conversions,
                        "contenders=" + RecompressSubject.OURS + "+" + RecompressSubject.LIMITS
                                + " conversion=ZSTD-ZSTD:9"));
    }

    /** Returns representative steps, which do not measure everything and have larger errors than {@link #full}. */
    public static List<Step> quick() {
        Times pages = new Times(2, 8, 12);
        return List.of(
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec sizes=8192,65536,1048576 codec=" + DEFAULT_LEVELS
                                + TWO_SHAPES),
                step(
                        CompressionBenchmark.class,
                        pages.forks(1),
                        "contenders=fastcodec sizes=65536 codec=GZIP:1,ZSTD:1,ZSTD:9,BROTLI:1" + TWO_SHAPES),
                step(OneStepBenchmark.class, pages.forks(1), "codec=ZSTD:3 sizes=100 blocks=5"),
                step(
                        FileBenchmark.class,
                        new Times(2, 4, 12),
                        "codec=UNCOMPRESSED,GZIP,ZSTD rows=30000 table=LINEITEM " + LOCAL));
    }

    /**
     * Returns the steps that remain when the command line selects benchmarks and values of parameters. A value that
     * several steps contain is measured in each of them. A value that no step contains is measured once, in the first
     * step of its benchmark.
     */
    static List<Step> narrowed(List<Step> steps, Options given) {
        List<Step> narrowed = new ArrayList<>();
        for (Step step : steps) {
            Map<String, String[]> params = new LinkedHashMap<>(step.params);
            for (String name : step.names()) {
                if (given.getParameter(name).hasValue()) {
                    params.put(
                            name,
                            given.getParameter(name).get().stream()
                                    .filter(value ->
                                            CONTENDERS_AND_CELLS.contains(name) || step.measures(name, value, steps))
                                    .toArray(String[]::new));
                }
            }
            if (step.isSelected(given) && params.values().stream().allMatch(values -> values.length > 0)) {
                narrowed.add(new Step(step.benchmark, step.times, params));
            }
        }
        return narrowed;
    }

    private static Step step(Class<? extends InTurns> benchmark, Times times, String params) {
        return new Step(benchmark, times, params(params));
    }

    /** Parses parameters that are separated by a space, such as {@code codec=ZSTD:1,ZSTD:9 threads=1}. */
    private static Map<String, String[]> params(String text) {
        Map<String, String[]> params = new LinkedHashMap<>();
        for (String param : text.isEmpty() ? new String[0] : text.split(" ")) {
            String[] nameAndValues = param.split("=", 2);
            params.put(nameAndValues[0], nameAndValues[1].split(","));
        }
        return params;
    }

    /**
     * The options of the command line without its regular expressions, because JMH would run the includes of both the
     * builder and its parent. Serializable, because JMH sends options to its forks.
     */
    private record WithoutIncludes(Options given) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws ReflectiveOperationException {
            return method.getName().equals("getIncludes") ? List.of() : method.invoke(given, arguments);
        }
    }

    /** The number of forks, and the numbers of warm-up rounds and measured rounds in each fork. */
    record Times(int forks, int warmups, int rounds) {
        private Times forks(int other) {
            return new Times(other, warmups, rounds);
        }
    }

    /**
     * One benchmark with a set of parameters.
     *
     * @param params the values of parameters, keyed by name; a parameter that is not among the keys has the benchmark's
     *     values
     */
    record Step(Class<? extends InTurns> benchmark, Times times, Map<String, String[]> params) {

        /**
         * Returns whether the command line selects this step: it includes this benchmark or names none, and does not exclude
         * this benchmark.
         */
        boolean isSelected(Options given) {
            return (given.getIncludes().isEmpty() || isNamed(given.getIncludes())) && !isNamed(given.getExcludes());
        }

        private boolean isNamed(Collection<String> expressions) {
            return expressions.stream()
                    .anyMatch(expression ->
                            Pattern.compile(expression).matcher(name()).find());
        }

        /** Returns the name of the benchmark in JMH. */
        String name() {
            return benchmark.getName() + ".round";
        }

        /** Returns the names of the benchmark's parameters. */
        private List<String> names() {
            return Arrays.stream(benchmark.getFields())
                    .filter(field -> field.isAnnotationPresent(Param.class))
                    .map(Field::getName)
                    .toList();
        }

        /**
         * Returns the values of a parameter: those of the plan, or else those of the benchmark; empty if the parameter is
         * unknown.
         */
        List<String> values(String param) {
            if (params.containsKey(param)) {
                return List.of(params.get(param));
            }
            return Arrays.stream(benchmark.getFields())
                    .filter(field -> field.getName().equals(param) && field.isAnnotationPresent(Param.class))
                    .flatMap(field ->
                            Arrays.stream(field.getAnnotation(Param.class).value()))
                    .toList();
        }

        private boolean answersSameQuestion(Step other) {
            return benchmark == other.benchmark
                    && QUESTIONS.stream().allMatch(name -> values(name).equals(other.values(name)));
        }

        /** Returns whether this step measures a value from the command line. */
        private boolean measures(String param, String value, List<Step> steps) {
            List<Step> others = steps.stream()
                    .filter(other ->
                            QUESTIONS.contains(param) ? benchmark == other.benchmark : answersSameQuestion(other))
                    .toList();
            return values(param).contains(value)
                    || others.get(0).equals(this)
                            && others.stream()
                                    .noneMatch(other -> other.values(param).contains(value));
        }

        /**
         * Returns JMH's options for this step. Options of the command line take precedence.
         *
         * @param against the jar of another build to compare with, or null
         */
        Options options(Options given, Path against) {
            ChainedOptionsBuilder builder = new OptionsBuilder().parent((Options) Proxy.newProxyInstance(
                    Options.class.getClassLoader(), new Class<?>[] {Options.class}, new WithoutIncludes(given)));
            builder.include("^" + Pattern.quote(name()) + "$");
            params.forEach(builder::param);
            if (against != null) {
                List<String> append = new ArrayList<>(given.getJvmArgsAppend().orElse(List.of()));
                append.add("-D" + Contender.AGAINST + "=" + against.toAbsolutePath());
                builder.jvmArgsAppend(append.toArray(new String[0]));
            }
            return builder.forks(given.getForkCount().orElse(times.forks))
                    .warmupIterations(given.getWarmupIterations().orElse(times.warmups))
                    .measurementIterations(given.getMeasurementIterations().orElse(times.rounds))
                    .addProfiler(RoundProfiler.class)
                    .build();
        }

        @Override
        public String toString() {
            return benchmark.getSimpleName()
                    + params.entrySet().stream()
                            .map(param -> " " + param.getKey() + "=" + String.join(",", param.getValue()))
                            .collect(Collectors.joining());
        }
    }
}
