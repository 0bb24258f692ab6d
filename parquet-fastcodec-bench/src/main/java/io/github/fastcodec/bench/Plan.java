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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Which benchmarks run with which parameters. All combinations would take days; a step is a part of them that answers a
 * question, and the steps together keep to a time: the full plan to 90 minutes on two cores, the quick one to less than ten.
 */
public final class Plan {

    /** From the start of a JVM, its memory touched, to the first contender, in seconds; measured on two shared cores. */
    private static final double START_SECONDS = 2;

    /** Until one more contender has loaded its classes and made its codecs, in seconds. */
    private static final double CONTENDER_SECONDS = 0.8;

    /** A turn takes longer than its slice: it begins with calls that do not count and ends with a whole one. */
    private static final double PER_SLICE = 1.2;

    /** How much longer a row of the nested table takes than one of lineitem, which has fewer values. */
    private static final double VALUES_OF_NESTED = 4.5;

    /** What it takes to write and to read 30,000 rows of lineitem, in seconds. */
    private static final double DEFAULT_WRITE = 0.11;

    private static final double READ = 0.03;

    private static final String DEFAULT_LEVELS = "SNAPPY,GZIP:6,ZSTD:3,LZ4_RAW";
    private static final String ALL_CODECS = "SNAPPY,GZIP,ZSTD,LZ4_RAW,LZ4,LZO,BROTLI";
    private static final String VERIFIED = "contenders=fastcodec+fastcodec-verified";
    private static final String TWO_SHAPES = " shapes=PLAIN_TEXT+PLAIN_DOUBLE";
    private static final String LOCAL = " place=local threads=1 versions=V1 dictionaries=true operations=write+read";
    private static final String LOCAL_FILES = LOCAL + " rows=100000 table=LINEITEM";
    private static final String LOCAL_TEXT = LOCAL + " rows=50000 table=TEXT";

    /** Parameters by which steps of one benchmark ask different questions. */
    private static final Set<String> QUESTIONS = Set.of("place", "threads");

    /** Parameters that name the contenders and the cells. */
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
        return List.of(
                // what the factory gains, page by page, and how far it is from the engine
                compression(
                        pages,
                        "contenders=parquet-java+fastcodec+engine sizes=8192,65536,1048576 codec=" + DEFAULT_LEVELS),
                compression(
                        pages,
                        "contenders=parquet-java+fastcodec+parquet-java-direct+fastcodec-hadoop sizes=65536 codec="
                                + DEFAULT_LEVELS + TWO_SHAPES),
                // size against speed over codecs and levels, on the shapes that compress and that hardly do
                compression(
                        pages,
                        "contenders=parquet-java+fastcodec sizes=65536 codec=GZIP:1,GZIP:9,ZSTD:1,ZSTD:9" + TWO_SHAPES),
                compression(
                        pages.forks(1),
                        "contenders=fastcodec sizes=65536 codec=ZSTD:-5,ZSTD:15,BROTLI:1,BROTLI:5,LZO" + TWO_SHAPES),
                slices(BatchBenchmark.class, pages, ""),
                slices(ChunkedReadBenchmark.class, pages, ""),
                slices(CorruptPageBenchmark.class, pages, ""),
                slices(HookBenchmark.class, pages, ""),
                files(files, DEFAULT_WRITE, "place=memory rows=20000 threads=1 table=LINEITEM"),
                files(files, DEFAULT_WRITE, "place=memory rows=8000 threads=1 table=NESTED"),
                files(files, DEFAULT_WRITE, "contenders=parquet-java+fastcodec+fastcodec-hadoop" + LOCAL_FILES),
                files(files, DEFAULT_WRITE, "contenders=parquet-java+fastcodec" + LOCAL_TEXT),
                // far from 1, so that one fork says enough
                files(new Times(1, 1, 6), 0.15, "codec=GZIP:9,ZSTD:9" + LOCAL_FILES),
                files(new Times(1, 1, 6), 0.3, "codec=GZIP:9,ZSTD:9" + LOCAL_TEXT),
                files(new Times(1, 1, 6), 0.6, "codec=ZSTD:12" + LOCAL_FILES),
                files(new Times(1, 1, 6), 0.6, "codec=ZSTD:12" + LOCAL_TEXT),
                levels(new Times(3, 1, 3), 0.15, "codec=ZSTD:1,ZSTD:3,ZSTD:6,ZSTD:9"),
                levels(new Times(1, 1, 3), 1.65, "codec=ZSTD:12,ZSTD:15"),
                levels(new Times(1, 1, 3), 2.2, "codec=ZSTD:19"),
                files(
                        files,
                        DEFAULT_WRITE,
                        "place=memory rows=20000 threads=2 table=LINEITEM codec=SNAPPY,GZIP,ZSTD,LZ4_RAW versions=V1"
                                + " dictionaries=true operations=write+read"),
                // what it costs to verify while writing
                slices(
                        VerificationBenchmark.class,
                        new Times(1, 4, 8),
                        VERIFIED + " operations=compress sizes=65536 codec=" + ALL_CODECS + TWO_SHAPES),
                new Step(
                        io.github.fastcodec.bench.file.VerificationBenchmark.class,
                        new Times(1, 10, 12),
                        Map.of("write", DEFAULT_WRITE),
                        params(VERIFIED + " operations=write codec=" + ALL_CODECS
                                + " versions=V1 dictionaries=true table=LINEITEM rows=10000 place=memory")),
                recompressed(""),
                recompressed("contenders=" + RecompressSubject.OURS + "+" + RecompressSubject.LIMITS
                        + " conversion=ZSTD-ZSTD:9"),
                slices(OneShotVsStreamingBenchmark.class, pages.forks(2), ""));
    }

    /** A part of it that is representative: what is quick is not the whole, and has larger errors. */
    public static List<Step> quick() {
        Times pages = new Times(2, 8, 12);
        return List.of(
                compression(
                        pages,
                        "contenders=parquet-java+fastcodec sizes=8192,65536,1048576 codec=" + DEFAULT_LEVELS
                                + TWO_SHAPES),
                compression(
                        pages.forks(1),
                        "contenders=fastcodec sizes=65536 codec=GZIP:1,ZSTD:1,ZSTD:9,BROTLI:1" + TWO_SHAPES),
                slices(BatchBenchmark.class, pages.forks(1), "codec=GZIP:6,ZSTD:3 sizes=256+8192"),
                files(
                        new Times(2, 4, 12),
                        DEFAULT_WRITE,
                        "contenders=parquet-java+fastcodec codec=UNCOMPRESSED,GZIP,ZSTD" + LOCAL
                                + " rows=30000 table=LINEITEM"),
                slices(OneShotVsStreamingBenchmark.class, pages.forks(1), "codec=ZSTD blocks=5"));
    }

    /**
     * Returns the rest of the steps when the command line names benchmarks and values of parameters. A value that several
     * steps have stays in each; a value that none has is measured once, in the first step of its benchmark. Contenders and cells
     * of the command line hold in all steps, and no codec is measured twice.
     */
    static List<Step> narrowed(List<Step> steps, Options given) {
        List<Step> narrowed = new ArrayList<>();
        for (Step step : steps) {
            Map<String, String[]> params = new LinkedHashMap<>(step.params);
            for (Field field : step.benchmark.getFields()) {
                String name = field.getName();
                if (field.isAnnotationPresent(Param.class)
                        && given.getParameter(name).hasValue()) {
                    Stream<String> values = given.getParameter(name).get().stream();
                    params.put(
                            name,
                            MADE_UP_OF.contains(name)
                                    ? values.toArray(String[]::new)
                                    : values.filter(value -> step.measures(name, value, steps))
                                            .toArray(String[]::new));
                }
            }
            if (given.getParameter("contenders").hasValue()
                    && !step.values("codec").isEmpty()) {
                Step whole = new Step(step.benchmark, step.times, step.shotSeconds, Map.copyOf(params));
                params.put(
                        "codec",
                        whole.values("codec").stream()
                                .filter(codec -> narrowed.stream()
                                        .noneMatch(earlier -> earlier.asksTheSameAs(whole)
                                                && earlier.values("codec").contains(codec)))
                                .toArray(String[]::new));
            }
            boolean asked =
                    !step.names(given).isEmpty() && params.values().stream().allMatch(values -> values.length > 0);
            if (asked) {
                narrowed.add(new Step(step.benchmark, step.times, step.shotSeconds, params));
            }
        }
        return narrowed;
    }

    private static Step slices(Class<? extends InTurns> benchmark, Times times, String params) {
        return new Step(benchmark, times, Map.of(), params(params));
    }

    private static Step compression(Times times, String params) {
        return slices(CompressionBenchmark.class, times, params);
    }

    /** @param write what it takes to write 30,000 rows, in seconds, in the mean over contenders */
    private static Step files(Times times, double write, String params) {
        return new Step(
                FileBenchmark.class, times, Map.of("write", write, "read", READ, "decompress", 0.015), params(params));
    }

    /** @param write what it takes to write 30,000 rows at such a level, in seconds, in the mean over contenders */
    private static Step levels(Times times, double write, String params) {
        return new Step(LevelsBenchmark.class, times, Map.of("write", write, "read", READ), params(params));
    }

    private static Step recompressed(String params) {
        // far from 1, so that one fork says enough, but not before Java has compiled what runs for a tenth of a second
        // a time
        return new Step(RecompressBenchmark.class, new Times(1, 20, 12), Map.of("one", READ), params(params));
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
     * @param shotSeconds what a single shot of 30,000 rows of lineitem takes, by operation; empty for slices
     * @param params the values of parameters; of others the benchmark's own are taken
     */
    record Step(
            Class<? extends InTurns> benchmark,
            Times times,
            Map<String, Double> shotSeconds,
            Map<String, String[]> params) {

        /** Returns the name of its benchmark, unless the command line excludes it, or includes others only. */
        List<String> names(Options given) {
            String name = benchmark.getName() + ".round";
            boolean chosen = given.getIncludes().isEmpty() || isNamed(name, given.getIncludes());
            return chosen && !isNamed(name, given.getExcludes()) ? List.of(name) : List.of();
        }

        private static boolean isNamed(String name, Collection<String> expressions) {
            return expressions.stream()
                    .anyMatch(expression ->
                            Pattern.compile(expression).matcher(name).find());
        }

        /** Returns the combinations of parameters, each measured in forks of its own. */
        List<Map<String, String>> runs() {
            List<Map<String, String>> runs = List.of(Map.of());
            for (Field field : benchmark.getFields()) {
                if (field.isAnnotationPresent(Param.class)) {
                    runs = runs.stream()
                            .flatMap(run -> values(field.getName()).stream().map(value -> {
                                Map<String, String> more = new LinkedHashMap<>(run);
                                more.put(field.getName(), value);
                                return more;
                            }))
                            .toList();
                }
            }
            return runs;
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
         * Returns how long it takes, about.
         *
         * @param against whether another build takes part
         */
        double estimatedSeconds(Options given, boolean against) {
            return runs().stream()
                            .mapToDouble(run -> forkSeconds(run, given, against))
                            .sum()
                    * forks(given);
        }

        /** Returns of what the estimate is made. */
        String arithmetic(Options given, boolean against) {
            int runs = runs().size();
            return String.format(
                    Locale.ROOT,
                    "%d runs x %d forks x %.0f s (%d rounds)",
                    runs,
                    forks(given),
                    estimatedSeconds(given, against) / runs / forks(given),
                    rounds(given));
        }

        private int forks(Options given) {
            return Math.max(1, given.getForkCount().orElse(times.forks));
        }

        private int rounds(Options given) {
            return given.getWarmupIterations().orElse(times.warmups)
                    + given.getMeasurementIterations().orElse(times.rounds);
        }

        private double forkSeconds(Map<String, String> run, Options given, boolean against) {
            int contenders = Contender.expand(run.get("contenders"), against).size();
            return START_SECONDS + contenders * (CONTENDER_SECONDS + rounds(given) * turnsSeconds(run));
        }

        /** Returns how long the turns of one contender in one round take. */
        private double turnsSeconds(Map<String, String> run) {
            long cells = 1;
            for (Map.Entry<String, String> param : run.entrySet()) {
                if (!Set.of("contenders", "operations").contains(param.getKey())) {
                    cells *= parts(param.getValue()).size();
                }
            }
            List<String> operations = parts(run.getOrDefault("operations", "one"));
            if (shotSeconds.isEmpty()) {
                return cells * operations.size() * Integer.parseInt(run.get("slice")) / 1000.0 * PER_SLICE;
            }
            double shots = operations.stream().mapToDouble(shotSeconds::get).sum();
            double rows = Integer.parseInt(run.get("rows")) / 30_000.0;
            double queue = Math.max(1, Integer.parseInt(run.getOrDefault("threads", "1")) / 2.0);
            double columns = "NESTED".equals(run.get("table")) ? VALUES_OF_NESTED : 1;
            return cells * shots * rows * columns * queue;
        }

        private static List<String> parts(String list) {
            return List.of(list.split("\\+"));
        }

        /**
         * Returns JMH's options for it; what is given on the command line goes first.
         *
         * @param against the jar of another build that takes part, or null
         */
        Options options(Options given, Path against) {
            ChainedOptionsBuilder builder = new OptionsBuilder().parent((Options) Proxy.newProxyInstance(
                    Options.class.getClassLoader(), new Class<?>[] {Options.class}, new WithoutIncludes(given)));
            names(given).forEach(name -> builder.include("^" + Pattern.quote(name) + "$"));
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
