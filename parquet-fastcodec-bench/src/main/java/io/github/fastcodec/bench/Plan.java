// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.file.FileBenchmark;
import io.github.fastcodec.bench.file.LevelsBenchmark;
import io.github.fastcodec.bench.file.RecompressBenchmark;
import io.github.fastcodec.bench.file.RecompressSubject;
import io.github.fastcodec.bench.hadoop.ChunkedReadBenchmark;
import io.github.fastcodec.bench.hadoop.HookBenchmark;
import io.github.fastcodec.bench.message.OneShotVsStreamingBenchmark;
import io.github.fastcodec.bench.page.BatchBenchmark;
import io.github.fastcodec.bench.page.CompressionBenchmark;
import io.github.fastcodec.bench.page.CorruptPageBenchmark;
import io.github.fastcodec.bench.page.VerificationBenchmark;
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
 * Which benchmarks run with which parameters. All combinations would take days; a step is a part of them that answers a
 * question. All steps take less than 90 minutes on two cores, the quick ones less than ten.
 */
public final class Plan {

    private static final String DEFAULT_LEVELS = "SNAPPY,GZIP:6,ZSTD:3,LZ4_RAW";
    private static final String ALL_CODECS = "SNAPPY,GZIP,ZSTD,LZ4_RAW,LZ4,LZO,BROTLI";
    private static final String VERIFIED = "contenders=fastcodec+fastcodec-verified";
    private static final String TWO_SHAPES = " shapes=PLAIN_TEXT+PLAIN_DOUBLE";
    private static final String LOCAL = " place=local threads=1 versions=V1 dictionaries=true operations=write+read";
    private static final String LOCAL_FILES = LOCAL + " rows=100000 table=LINEITEM";
    private static final String LOCAL_TEXT = LOCAL + " rows=50000 table=TEXT";

    /** Parameters by which steps of one benchmark ask different questions. */
    private static final Set<String> QUESTIONS = Set.of("place", "threads");

    /** Parameters that name the contenders and the cells; a value on the command line holds in every step. */
    private static final Set<String> MADE_UP_OF = Set.of(
            "contenders",
            "operations",
            "shapes",
            "versions",
            "dictionaries",
            "damages",
            "expansions",
            "levels",
            "slice");

    private Plan() {}

    /** Everything that the report and the documentation speak of. */
    public static List<Step> full() {
        Times pages = new Times(3, 8, 12);
        Times files = new Times(3, 4, 12);
        // far from 1, so that one fork says enough
        Times slow = new Times(1, 1, 6);
        // the same, but not before Java has compiled what runs for a tenth of a second a time
        Times conversions = new Times(1, 20, 12);
        return List.of(
                // what the factory gains, page by page, and how far it is from the engine
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec+engine sizes=8192,65536,1048576 codec=" + DEFAULT_LEVELS),
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec+parquet-java-direct+fastcodec-hadoop sizes=65536 codec="
                                + DEFAULT_LEVELS + TWO_SHAPES),
                // size against speed over codecs and levels, on the shapes that compress and that hardly do
                step(
                        CompressionBenchmark.class,
                        pages,
                        "contenders=parquet-java+fastcodec sizes=65536 codec=GZIP:1,GZIP:9,ZSTD:1,ZSTD:9" + TWO_SHAPES),
                step(
                        CompressionBenchmark.class,
                        pages.forks(1),
                        "contenders=fastcodec sizes=65536 codec=ZSTD:-5,ZSTD:15,BROTLI:1,BROTLI:5,LZO" + TWO_SHAPES),
                step(BatchBenchmark.class, pages, ""),
                step(ChunkedReadBenchmark.class, pages, ""),
                step(CorruptPageBenchmark.class, pages, ""),
                step(HookBenchmark.class, pages, ""),
                step(FileBenchmark.class, files, "place=memory rows=20000 threads=1 table=LINEITEM"),
                step(FileBenchmark.class, files, "place=memory rows=8000 threads=1 table=NESTED"),
                step(FileBenchmark.class, files, "contenders=parquet-java+fastcodec+fastcodec-hadoop" + LOCAL_FILES),
                step(FileBenchmark.class, files, "contenders=parquet-java+fastcodec" + LOCAL_TEXT),
                step(FileBenchmark.class, slow, "codec=GZIP:9,ZSTD:9" + LOCAL_FILES),
                step(FileBenchmark.class, slow, "codec=GZIP:9,ZSTD:9" + LOCAL_TEXT),
                step(FileBenchmark.class, slow, "codec=ZSTD:12" + LOCAL_FILES),
                step(FileBenchmark.class, slow, "codec=ZSTD:12" + LOCAL_TEXT),
                step(LevelsBenchmark.class, new Times(3, 1, 3), "codec=ZSTD:1,ZSTD:3,ZSTD:6,ZSTD:9"),
                step(LevelsBenchmark.class, new Times(1, 1, 3), "codec=ZSTD:12,ZSTD:15"),
                step(LevelsBenchmark.class, new Times(1, 1, 3), "codec=ZSTD:19"),
                step(
                        FileBenchmark.class,
                        files,
                        "place=memory rows=20000 threads=2 table=LINEITEM codec=SNAPPY,GZIP,ZSTD,LZ4_RAW versions=V1"
                                + " dictionaries=true operations=write+read"),
                // what it costs to verify while writing
                step(
                        VerificationBenchmark.class,
                        new Times(1, 4, 8),
                        VERIFIED + " operations=compress sizes=65536 codec=" + ALL_CODECS + TWO_SHAPES),
                step(
                        io.github.fastcodec.bench.file.VerificationBenchmark.class,
                        new Times(1, 10, 12),
                        VERIFIED + " operations=write codec=" + ALL_CODECS
                                + " versions=V1 dictionaries=true table=LINEITEM rows=10000 place=memory"),
                step(RecompressBenchmark.class, conversions, ""),
                step(
                        RecompressBenchmark.class,
                        conversions,
                        "contenders=" + RecompressSubject.OURS + "+" + RecompressSubject.LIMITS
                                + " conversion=ZSTD-ZSTD:9"),
                step(OneShotVsStreamingBenchmark.class, pages.forks(2), ""));
    }

    /** A part of it that is representative: what is quick is not the whole, and has larger errors. */
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
                step(BatchBenchmark.class, pages.forks(1), "codec=GZIP:6,ZSTD:3 sizes=256+8192"),
                step(
                        FileBenchmark.class,
                        new Times(2, 4, 12),
                        "contenders=parquet-java+fastcodec codec=UNCOMPRESSED,GZIP,ZSTD" + LOCAL
                                + " rows=30000 table=LINEITEM"),
                step(OneShotVsStreamingBenchmark.class, pages.forks(1), "codec=ZSTD blocks=5"));
    }

    /**
     * Returns the rest of the steps when the command line names benchmarks and values of parameters. A value that several
     * steps have stays in each; a value that none has is measured once, in the first step of its benchmark.
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
                                    .filter(value -> MADE_UP_OF.contains(name) || step.measures(name, value, steps))
                                    .toArray(String[]::new));
                }
            }
            if (step.isAskedFor(given) && params.values().stream().allMatch(values -> values.length > 0)) {
                narrowed.add(new Step(step.benchmark, step.times, params));
            }
        }
        return narrowed;
    }

    private static Step step(Class<? extends InTurns> benchmark, Times times, String params) {
        return new Step(benchmark, times, params(params));
    }

    /** Reads parameters with a space between them, {@code codec=ZSTD:1,ZSTD:9 threads=1}. */
    private static Map<String, String[]> params(String text) {
        Map<String, String[]> params = new LinkedHashMap<>();
        for (String param : text.isEmpty() ? new String[0] : text.split(" ")) {
            String[] nameAndValues = param.split("=", 2);
            params.put(nameAndValues[0], nameAndValues[1].split(","));
        }
        return params;
    }

    /**
     * The command line's options without its expressions: JMH would run the builder's includes and, in addition, all of its
     * parent's. Serializable, because forks are sent their options.
     */
    private record WithoutIncludes(Options given) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method asked, Object[] arguments) throws ReflectiveOperationException {
            return asked.getName().equals("getIncludes") ? List.of() : asked.invoke(given, arguments);
        }
    }

    /** How many forks, and rounds in each: to warm up, and such as count. */
    record Times(int forks, int warmups, int rounds) {
        private Times forks(int other) {
            return new Times(other, warmups, rounds);
        }
    }

    /**
     * One benchmark over a set of parameters.
     *
     * @param params the values of parameters; of others the benchmark's own are taken
     */
    record Step(Class<? extends InTurns> benchmark, Times times, Map<String, String[]> params) {

        /** Returns whether the command line leaves it in: it does not exclude it, nor include others only. */
        boolean isAskedFor(Options given) {
            return (given.getIncludes().isEmpty() || isNamed(given.getIncludes())) && !isNamed(given.getExcludes());
        }

        private boolean isNamed(Collection<String> expressions) {
            return expressions.stream()
                    .anyMatch(expression ->
                            Pattern.compile(expression).matcher(name()).find());
        }

        /** Returns JMH's name of its benchmark. */
        String name() {
            return benchmark.getName() + ".round";
        }

        /** Returns the names of its parameters. */
        private List<String> names() {
            return Arrays.stream(benchmark.getFields())
                    .filter(field -> field.isAnnotationPresent(Param.class))
                    .map(Field::getName)
                    .toList();
        }

        /** Returns the values of a parameter: those of the plan, or else the benchmark's own; none if it has no such. */
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

        private boolean asksTheSameAs(Step other) {
            return benchmark == other.benchmark
                    && QUESTIONS.stream().allMatch(name -> values(name).equals(other.values(name)));
        }

        /** Returns whether a value from the command line is measured in this one of the steps. */
        private boolean measures(String param, String value, List<Step> steps) {
            List<Step> others = steps.stream()
                    .filter(other -> QUESTIONS.contains(param) ? benchmark == other.benchmark : asksTheSameAs(other))
                    .toList();
            return values(param).contains(value)
                    || others.get(0).equals(this)
                            && others.stream()
                                    .noneMatch(other -> other.values(param).contains(value));
        }

        /**
         * Returns JMH's options for it; what is given on the command line goes first.
         *
         * @param against the jar of another build that takes part, or null
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
