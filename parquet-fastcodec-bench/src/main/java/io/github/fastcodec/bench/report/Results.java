// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import io.github.fastcodec.bench.turns.Contender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A set of measurements, with queries. */
record Results(List<Measurement> measurements) {

    static final String OURS = "fastcodec";
    static final String THEIRS = "parquet-java";
    static final String ENGINE = "engine";

    private static final Pattern NUMBER = Pattern.compile("([A-Z0-9_]+:)?-?\\d+");

    private static final List<String> CODECS =
            List.of("UNCOMPRESSED", "SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "BROTLI", "LZ4", "LZO");

    Results only(Predicate<Measurement> predicate) {
        return new Results(measurements.stream().filter(predicate).toList());
    }

    Results of(String benchmark) {
        return with("benchmark", benchmark);
    }

    Results doing(String operation) {
        return with("operation", operation);
    }

    Results with(String param, String value) {
        return only(m -> m.param(param).equals(value));
    }

    /** Returns the measurements that include all of these contenders. */
    Results having(String... contenders) {
        return only(m -> List.of(contenders).stream().allMatch(m::has));
    }

    /** Returns the first measurement of each cell. Steps of a plan may share cells. */
    Results distinct() {
        Map<String, Measurement> first = new LinkedHashMap<>();
        measurements.forEach(m -> first.putIfAbsent(m.key(), m));
        return new Results(List.copyOf(first.values()));
    }

    /** Returns each measurement as a set of its own. */
    List<Results> each() {
        return measurements.stream().map(m -> new Results(List.of(m))).toList();
    }

    boolean isEmpty() {
        return measurements.isEmpty();
    }

    /**
     * Returns the values of a parameter: codecs in a fixed order, numbers and levels ascending, other values in the order of
     * the results.
     */
    List<String> values(String param) {
        return measurements.stream()
                .map(m -> m.param(param))
                .distinct()
                .sorted(Comparator.<String>comparingInt(value -> CODECS.indexOf(value.split(":")[0]))
                        .thenComparingLong(value -> NUMBER.matcher(value).matches()
                                ? Long.parseLong(value.substring(value.indexOf(':') + 1))
                                : 0))
                .toList();
    }

    /** Returns the contenders except null tests and other builds: first parquet-java's, then ours, then all others. */
    List<String> contenders() {
        return measurements.stream()
                .flatMap(m -> m.nanos().keySet().stream())
                .filter(name -> !name.endsWith(Contender.AGAIN) && !name.endsWith(Contender.BEFORE))
                .distinct()
                .sorted(Comparator.comparing((String name) -> !name.startsWith(THEIRS))
                        .thenComparing(name -> !name.startsWith(OURS))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Returns the geometric mean of fastcodec's speed-ups over parquet-java, or null if no cell has both. */
    Estimate speedUp() {
        return speedUp(OURS, THEIRS);
    }

    /** Returns the geometric mean of a contender's speed-ups over another, or null if no cell has both. */
    Estimate speedUp(String ours, String theirs) {
        return having(ours, theirs).mean(m -> m.speedUps(ours, theirs));
    }

    /**
     * Returns the null test: the speed-up of the first contender over itself, or null if the first contender ran only once.
     */
    Estimate nullTest() {
        return only(m -> m.baseline() != null).mean(m -> m.speedUps(m.baseline() + Contender.AGAIN, m.baseline()));
    }

    /** Returns the geometric mean of a contender's speeds, in operations per second; null if it was not measured. */
    Estimate rate(String contender) {
        return having(contender).mean(m -> m.rates(contender));
    }

    /** Returns the mean number of bytes that a contender writes; NaN if these bytes were not counted. */
    double written(String contender) {
        return measurements.stream()
                .map(m -> m.written().get(contender))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    /**
     * Returns the geometric mean over all cells, or null without cells. Cells of one run share their forks, and therefore
     * the code that each fork's JVM compiled. So the cells of a fork are averaged first, and then the forks. Runs are
     * independent.
     */
    private Estimate mean(Function<Measurement, List<Estimate>> forksOf) {
        Map<Integer, List<List<Estimate>>> runs = new LinkedHashMap<>();
        for (Measurement m : measurements) {
            runs.computeIfAbsent(m.run(), run -> new ArrayList<>()).add(forksOf.apply(m));
        }
        return runs.isEmpty()
                ? null
                : Estimate.geometricMean(
                        runs.values().stream().map(Results::ofRun).toList());
    }

    private static Estimate ofRun(Collection<List<Estimate>> cells) {
        List<Estimate> forks = new ArrayList<>();
        for (int fork = 0; fork < cells.iterator().next().size(); fork++) {
            int index = fork;
            forks.add(Estimate.geometricMean(
                    cells.stream().map(cell -> cell.get(index)).toList()));
        }
        return Estimate.ofForks(forks);
    }
}
