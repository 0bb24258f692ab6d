// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Passes the samples of a round to JMH as secondary results. The name of a result consists of cell, contender and quantity.
 * JMH keeps each iteration of each fork, so that its JSON contains every sample.
 */
public final class RoundProfiler implements InternalProfiler {

    /** Separates the parts of a name. */
    public static final String SEPARATOR = "|";

    /** The time of one run, in nanoseconds. */
    public static final String TIME = "time";

    /** Bytes written by one run. */
    public static final String WRITTEN = "written";

    private static volatile List<Sample> round = List.of();

    static void set(List<Sample> samples) {
        round = samples;
    }

    @Override
    public String getDescription() {
        return "samples of contenders that take turns";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        set(List.of());
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        List<ScalarResult> results = new ArrayList<>();
        for (Sample sample : round) {
            add(results, sample, TIME, sample.nanos(), "ns/op");
            if (sample.bytes() > 0) {
                add(results, sample, WRITTEN, sample.bytes(), "B/op");
            }
        }
        return results;
    }

    private static void add(List<ScalarResult> results, Sample sample, String quantity, double value, String unit) {
        String name = String.join(SEPARATOR, sample.cell(), sample.contender(), quantity);
        results.add(new ScalarResult(name, value, unit, AggregationPolicy.AVG));
    }
}
