// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.file.ConcurrentReadWriteBenchmark;
import io.github.fastcodec.bench.file.CpuReadBenchmark;
import io.github.fastcodec.bench.file.CpuWriteBenchmark;
import io.github.fastcodec.bench.file.FileReadBenchmark;
import io.github.fastcodec.bench.file.FileState;
import io.github.fastcodec.bench.file.FileWriteBenchmark;
import io.github.fastcodec.bench.hadoop.HookBenchmark;
import io.github.fastcodec.bench.message.OneShotVsStreamingBenchmark;
import io.github.fastcodec.bench.page.BatchBenchmark;
import io.github.fastcodec.bench.page.CompressionBenchmark;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Which benchmarks run with which parameters. All combinations would take days; a step is a part of them that answers a
 * question, and the steps together keep to a time: the full plan to 90 minutes on two cores, the quick one to about ten.
 */
public final class Plan {

    /** From the start of a JVM, its memory touched, to its first iteration, in seconds; measured on two shared cores. */
    private static final double START_SECONDS = 1.5;

    private static final String ALL = ".*";
    private static final String IMPLEMENTATIONS_OF_FILES = "parquet-java,fastcodec";

    /**
     * Without parquet-java-direct, which cannot read whole files: it gives all columns one buffer, and what a reader has not
     * decoded yet is overwritten.
     */
    private static final String IMPLEMENTATIONS_OF_READS = "parquet-java,fastcodec,fastcodec-hadoop";

    private static final String DEFAULT_LEVELS = "SNAPPY,GZIP:6,ZSTD:3,LZ4_RAW";
    private static final String SHAPES =
            "PLAIN_TEXT,PLAIN_INT64,PLAIN_DOUBLE,DICTIONARY_IDS,DELTA_INT64,BYTE_STREAM_SPLIT";

    private Plan() {}

    /** Everything that the report and the documentation speak of. */
    public static List<Step> full() {
        return List.of(
                // what the factory gains, page by page, and how far it is from the engine
                pages(
                        "impl",
                        "parquet-java,fastcodec,engine",
                        "codec",
                        DEFAULT_LEVELS,
                        "shape",
                        SHAPES,
                        "size",
                        "8192,65536,1048576"),
                pages(
                        "impl",
                        "parquet-java-direct,fastcodec-hadoop",
                        "codec",
                        DEFAULT_LEVELS,
                        "shape",
                        "PLAIN_TEXT,PLAIN_DOUBLE",
                        "size",
                        "65536"),
                // size against speed over codecs and levels, on the shapes that compress and that hardly do
                pages(
                        "impl",
                        "fastcodec",
                        "codec",
                        "GZIP:1,GZIP:9,ZSTD:-5,ZSTD:1,ZSTD:9,ZSTD:15,BROTLI:0,BROTLI:1,BROTLI:5,LZ4,LZO",
                        "shape",
                        "PLAIN_TEXT,PLAIN_DOUBLE",
                        "size",
                        "65536"),
                pages(
                        "impl",
                        "parquet-java",
                        "codec",
                        "GZIP:1,GZIP:9,ZSTD:1,ZSTD:9",
                        "shape",
                        "PLAIN_TEXT,PLAIN_DOUBLE",
                        "size",
                        "65536"),
                batch("impl", "parquet-java,fastcodec,engine", "size", "256,1024,4096,8192"),
                files(CpuWriteBenchmark.class, "write", 0.3, "impl", IMPLEMENTATIONS_OF_FILES),
                files(CpuReadBenchmark.class, "read", 0.12, "impl", IMPLEMENTATIONS_OF_FILES),
                files(
                        CpuReadBenchmark.class,
                        "decompressOnly",
                        0.06,
                        "impl",
                        IMPLEMENTATIONS_OF_FILES,
                        "dictionary",
                        "true"),
                localFiles(FileWriteBenchmark.class, "write", 0.5),
                localFiles(FileReadBenchmark.class, "read", 0.2, "impl", IMPLEMENTATIONS_OF_READS),
                new Step(HookBenchmark.class, ALL, new Times(3, 500, 5, 500), 1, false, Map.of()),
                threads(1),
                threads(2),
                threads(4),
                messages("streaming", "impl", "library"),
                messages("oneShot"));
    }

    /** A part of it that is representative: what is quick is not the whole, and has larger errors. */
    public static List<Step> quick() {
        return List.of(
                pages(
                                "impl",
                                "parquet-java,fastcodec,engine",
                                "codec",
                                DEFAULT_LEVELS,
                                "shape",
                                "PLAIN_TEXT,PLAIN_DOUBLE",
                                "size",
                                "8192,65536,1048576")
                        .shortly(),
                pages(
                                "impl",
                                "fastcodec",
                                "codec",
                                "GZIP:1,ZSTD:1,ZSTD:9,BROTLI:1",
                                "shape",
                                "PLAIN_TEXT,PLAIN_DOUBLE",
                                "size",
                                "65536")
                        .shortly(),
                batch("impl", "parquet-java,fastcodec", "size", "256,8192", "codec", "GZIP:6,ZSTD:3")
                        .shortly(),
                localFiles(
                                FileWriteBenchmark.class,
                                "write",
                                0.5,
                                "codec",
                                "UNCOMPRESSED,GZIP,ZSTD",
                                "impl",
                                IMPLEMENTATIONS_OF_FILES)
                        .shortly(),
                localFiles(
                                FileReadBenchmark.class,
                                "read",
                                0.2,
                                "codec",
                                "UNCOMPRESSED,GZIP,ZSTD",
                                "impl",
                                IMPLEMENTATIONS_OF_FILES)
                        .shortly(),
                messages("streaming", "impl", "library", "codec", "ZSTD", "blocks", "5"),
                messages("oneShot", "codec", "ZSTD", "blocks", "5"));
    }

    /**
     * Returns what is left of steps when the command line names benchmarks and values of parameters. A value that several
     * steps have is left in each; one that none has is measured once, in the first step that asks the question.
     */
    static List<Step> narrowed(List<Step> steps, Options given) {
        List<Step> narrowed = new ArrayList<>();
        for (Step step : steps) {
            Map<String, String[]> params = new LinkedHashMap<>(step.params);
            boolean asked = !step.names(given).isEmpty();
            for (Field field : step.benchmark.getFields()) {
                String name = field.getName();
                if (field.isAnnotationPresent(Param.class)
                        && given.getParameter(name).hasValue()) {
                    String[] left = given.getParameter(name).get().stream()
                            .filter(value -> steps.stream()
                                    .filter(other -> other.asksTheSameAs(step))
                                    .filter(other -> other.values(name).contains(value))
                                    .findFirst()
                                    .map(planned -> step.values(name).contains(value))
                                    .orElseGet(() -> steps.stream()
                                            .filter(other -> other.asksTheSameAs(step))
                                            .findFirst()
                                            .equals(Optional.of(step))))
                            .toArray(String[]::new);
                    params.put(name, left);
                    asked &= left.length > 0;
                }
            }
            if (asked) {
                narrowed.add(
                        new Step(step.benchmark, step.method, step.times, step.threads, step.withAllocation, params));
            }
        }
        return narrowed;
    }

    private static Step pages(String... params) {
        return new Step(CompressionBenchmark.class, ALL, new Times(1, 400, 5, 300), 1, false, params(params));
    }

    private static Step batch(String... params) {
        return new Step(BatchBenchmark.class, ALL, new Times(1, 400, 5, 300), 1, true, params(params));
    }

    private static Step files(Class<?> benchmark, String method, double seconds, String... params) {
        return new Step(
                benchmark,
                method,
                new Times(4, (int) (1000 * seconds), 6, (int) (1000 * seconds)),
                1,
                false,
                params(params));
    }

    /** Files as parquet-java's change 3570 measured them: docs/benchmarks.md. */
    private static Step localFiles(Class<?> benchmark, String method, double seconds, String... params) {
        Stream<String> shape = Stream.of("rows", "100000", "table", "LINEITEM", "dictionary", "true");
        return files(
                benchmark,
                method,
                seconds,
                Stream.concat(shape, Stream.of(params)).toArray(String[]::new));
    }

    private static Step threads(int threads) {
        return new Step(
                ConcurrentReadWriteBenchmark.class,
                ALL,
                new Times(4, 400, 6, 400),
                threads,
                false,
                params(
                        "impl",
                        IMPLEMENTATIONS_OF_FILES,
                        "codec",
                        "SNAPPY,GZIP,ZSTD,LZ4_RAW",
                        "version",
                        "V1",
                        "dictionary",
                        "true",
                        "table",
                        "LINEITEM"));
    }

    private static Step messages(String method, String... params) {
        return new Step(OneShotVsStreamingBenchmark.class, method, new Times(8, 60, 12, 60), 1, false, params(params));
    }

    private static Map<String, String[]> params(String... namesAndValues) {
        Map<String, String[]> params = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            params.put(namesAndValues[i], namesAndValues[i + 1].split(","));
        }
        return params;
    }

    /**
     * The command line's options without its expressions: JMH would run what a builder includes and, besides, all that its
     * parent does. Serializable, because forks are sent their options.
     */
    private record WithoutIncludes(Options given) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method asked, Object[] arguments) throws ReflectiveOperationException {
            return asked.getName().equals("getIncludes") ? List.of() : asked.invoke(given, arguments);
        }
    }

    /** How often and how long; for single shots the lengths are what one is expected to take. */
    record Times(int warmups, int warmupMillis, int measurements, int measurementMillis) {}

    /** One benchmark, or those of its methods that match, over a set of parameters. */
    record Step(
            Class<?> benchmark,
            String method,
            Times times,
            int threads,
            boolean withAllocation,
            Map<String, String[]> params) {

        private Step shortly() {
            boolean shots = benchmark.getPackage() == FileState.class.getPackage();
            Times shorter =
                    shots ? new Times(3, times.warmupMillis, 4, times.measurementMillis) : new Times(1, 200, 3, 150);
            return new Step(benchmark, method, shorter, threads, withAllocation, params);
        }

        /** Returns the names of its benchmarks that the expressions on the command line choose; all if there are none. */
        List<String> names(Options given) {
            return Arrays.stream(benchmark.getMethods())
                    .filter(candidate -> candidate.isAnnotationPresent(Benchmark.class))
                    .filter(candidate -> candidate.getName().matches(method))
                    .map(candidate -> benchmark.getName() + "." + candidate.getName())
                    .filter(name -> given.getIncludes().isEmpty()
                            || given.getIncludes().stream()
                                    .anyMatch(expression -> Pattern.compile(expression)
                                            .matcher(name)
                                            .find()))
                    .toList();
        }

        /** Returns how many combinations of benchmark and parameters it has. */
        int runs(Options given) {
            int combinations = names(given).size();
            for (Field field : benchmark.getFields()) {
                if (field.isAnnotationPresent(Param.class)) {
                    combinations *= values(field.getName()).size();
                }
            }
            return combinations;
        }

        /** Returns the values of a parameter: those of the plan, or else the benchmark's own; none if it has no such. */
        private List<String> values(String param) {
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
            return benchmark == other.benchmark && method.equals(other.method) && threads == other.threads;
        }

        double estimatedSeconds(Options given) {
            int forks = given.getForkCount().orElse(1);
            double seconds = (given.getWarmupIterations().orElse(times.warmups)
                                    * millis(given.getWarmupTime().orElse(null), times.warmupMillis)
                            + given.getMeasurementIterations().orElse(times.measurements)
                                    * millis(given.getMeasurementTime().orElse(null), times.measurementMillis))
                    / 1000;
            return runs(given) * Math.max(1, forks) * (seconds + START_SECONDS);
        }

        private static double millis(TimeValue given, int planned) {
            return given == null ? planned : given.convertTo(TimeUnit.MILLISECONDS);
        }

        /** Returns JMH's options for it; what is given on the command line goes first. */
        Options options(Options given) {
            ChainedOptionsBuilder builder = new OptionsBuilder().parent((Options) Proxy.newProxyInstance(
                    Options.class.getClassLoader(), new Class<?>[] {Options.class}, new WithoutIncludes(given)));
            names(given).forEach(name -> builder.include("^" + Pattern.quote(name) + "$"));
            params.forEach(builder::param);
            builder.threads(given.getThreads().orElse(threads))
                    .warmupIterations(given.getWarmupIterations().orElse(times.warmups))
                    .measurementIterations(given.getMeasurementIterations().orElse(times.measurements))
                    .warmupTime(given.getWarmupTime().orElse(TimeValue.milliseconds(times.warmupMillis)))
                    .measurementTime(
                            given.getMeasurementTime().orElse(TimeValue.milliseconds(times.measurementMillis)));
            return withAllocation ? builder.addProfiler(GCProfiler.class).build() : builder.build();
        }

        @Override
        public String toString() {
            return benchmark.getSimpleName()
                    + (method.equals(ALL) ? "" : "." + method)
                    + params.entrySet().stream()
                            .map(param -> " " + param.getKey() + "=" + String.join(",", param.getValue()))
                            .collect(Collectors.joining())
                    + (threads > 1 ? " threads=" + threads : "");
        }
    }
}
