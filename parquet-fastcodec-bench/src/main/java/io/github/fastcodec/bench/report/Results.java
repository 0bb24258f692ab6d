// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A set of measurements, and what can be asked of it. */
record Results(List<Measurement> measurements) {

    static final String OURS = "fastcodec";
    static final String THEIRS = "parquet-java";
    static final String ENGINE = "engine";

    private static final List<String> CODECS =
            List.of("UNCOMPRESSED", "SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "BROTLI", "LZ4", "LZO");

    /** A measurement of ours, and how many times as fast as the same of parquet-java's it is. */
    record SpeedUp(Measurement ours, Estimate estimate) {}

    Results only(Predicate<Measurement> predicate) {
        return new Results(measurements.stream().filter(predicate).toList());
    }

    Results of(String benchmark, String method) {
        return only(m -> m.benchmark().equals(benchmark) && m.method().equals(method));
    }

    Results with(String param, String value) {
        return only(m -> m.param(param).equals(value));
    }

    boolean isEmpty() {
        return measurements.isEmpty();
    }

    /** Returns the values of a property, codecs and sizes in their order, others in that of the results. */
    List<String> values(Function<Measurement, String> property) {
        return measurements.stream()
                .map(property)
                .distinct()
                .sorted(Comparator.<String>comparingInt(CODECS::indexOf)
                        .thenComparing(value -> value.matches("\\d+") ? Long.parseLong(value) : 0))
                .toList();
    }

    List<String> values(String param) {
        return values(m -> m.param(param));
    }

    /** Returns the speed-up of every measurement of {@code ours} that has its like in {@code theirs}. */
    List<SpeedUp> speedUps(String ours, String theirs) {
        Map<String, Measurement> references = new LinkedHashMap<>();
        with("impl", theirs).measurements.forEach(m -> references.put(m.keyWithout("impl"), m));
        List<SpeedUp> speedUps = new ArrayList<>();
        for (Measurement m : with("impl", ours).measurements) {
            Measurement reference = references.get(m.keyWithout("impl"));
            if (reference != null) {
                speedUps.add(new SpeedUp(m, m.rate().over(reference.rate())));
            }
        }
        return speedUps;
    }

    /** Returns the geometric mean of our speed-ups, or null if there is none. */
    Estimate speedUp() {
        return speedUp(OURS, THEIRS);
    }

    Estimate speedUp(String ours, String theirs) {
        List<Estimate> estimates =
                speedUps(ours, theirs).stream().map(SpeedUp::estimate).toList();
        return estimates.isEmpty() ? null : Estimate.geometricMean(estimates);
    }

    /** Returns the geometric mean of the speeds, in operations per second; null if there is none. */
    Estimate rate() {
        return isEmpty()
                ? null
                : Estimate.geometricMean(
                        measurements.stream().map(Measurement::rate).toList());
    }

    /** Returns the speeds in uncompressed MB per second: the geometric mean over pages; null if there is none. */
    Estimate megabytesPerSecond() {
        return isEmpty()
                ? null
                : Estimate.geometricMean(measurements.stream()
                        .map(m -> new Estimate(
                                m.rate().log() + Math.log(Long.parseLong(m.param("size")) / 1e6),
                                m.rate().standardError(),
                                m.rate().degrees()))
                        .toList());
    }

    /** Returns the measurements that two sets have in common: by their key, ours then theirs. */
    Map<Measurement, Measurement> matched(Results other) {
        Map<String, Measurement> byKey = other.measurements.stream()
                .collect(Collectors.toMap(m -> m.keyWithout(""), Function.identity(), (first, second) -> second));
        Map<Measurement, Measurement> matched = new LinkedHashMap<>();
        for (Measurement m : measurements) {
            Measurement before = byKey.get(m.keyWithout(""));
            if (before != null) {
                matched.put(m, before);
            }
        }
        return matched;
    }
}
