// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.bench.turns.Contender;
import io.github.fastcodec.bench.turns.RoundProfiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The measurement of one cell: the turns of its contenders in the forks of one run of JMH.
 *
 * @param run the index of the run among the results; cells of one run were measured in the same forks
 * @param benchmark the benchmark's simple class name
 * @param operation the operation of the contenders
 * @param params the parameters, including those of the cell, keyed by name
 * @param nanos the times of one operation, in nanoseconds, for each contender, fork and round
 * @param written the number of bytes that one operation writes, for each contender
 */
record Measurement(
        int run,
        String benchmark,
        String operation,
        Map<String, String> params,
        Map<String, double[][]> nanos,
        Map<String, Double> written) {

    /** Parameters that list the cells and contenders of a run. Their values are in the names of the cells. */
    private static final Set<String> LISTS = Set.of(
            "contenders", "operations", "shapes", "sizes", "blocks", "versions", "dictionaries", "expansions", "slice");

    /**
     * Reads a result file of JMH, in JSON.
     *
     * @throws IOException if the file cannot be read, was not written by JMH, or contains results of benchmarks without
     *     turns
     */
    static List<Measurement> read(Path json) throws IOException {
        List<Measurement> measurements = new ArrayList<>();
        int run = 0;
        for (JsonNode node : new ObjectMapper().readTree(json.toFile())) {
            measurements.addAll(ofRun(run++, node, json));
        }
        return measurements;
    }

    private static List<Measurement> ofRun(int run, JsonNode node, Path json) throws IOException {
        if (!node.has("primaryMetric") || !node.has("benchmark")) {
            throw new IOException(json + " is not a JSON result of JMH: an entry has no benchmark or primaryMetric");
        }
        String[] name = node.get("benchmark").asText().split("\\.");
        Map<String, String> params = new TreeMap<>();
        node.path("params").properties().forEach(param -> {
            if (!LISTS.contains(param.getKey())) {
                params.put(param.getKey(), param.getValue().asText());
            }
        });
        Map<String, Measurement> cells = new LinkedHashMap<>();
        node.path("secondaryMetrics").properties().forEach(metric -> {
            String[] parts = metric.getKey().split(Pattern.quote(RoundProfiler.SEPARATOR));
            if (parts.length == 3) {
                cells.computeIfAbsent(parts[0], cell -> empty(run, name[name.length - 2], cell, params))
                        .add(parts[1], parts[2], metric.getValue());
            }
        });
        if (cells.isEmpty()) {
            throw new IOException(json + ": " + name[name.length - 2]
                    + " has no samples of contenders: use results written by this version.");
        }
        return List.copyOf(cells.values());
    }

    private static Measurement empty(int run, String benchmark, String cell, Map<String, String> params) {
        String[] operationAndRest = cell.split("/", 2);
        Map<String, String> all = new TreeMap<>(params);
        for (String param : operationAndRest[1].split("&")) {
            if (!param.isEmpty()) {
                String[] nameAndValue = param.split("=", 2);
                all.put(nameAndValue[0], nameAndValue[1]);
            }
        }
        return new Measurement(run, benchmark, operationAndRest[0], all, new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    private void add(String contender, String what, JsonNode metric) {
        switch (what) {
            case RoundProfiler.TIME -> nanos.put(contender, forks(metric.get("rawData")));
            case RoundProfiler.WRITTEN ->
                written.put(contender, metric.get("score").asDouble());
            default -> {
                // ignored: written by a later version
            }
        }
    }

    private static double[][] forks(JsonNode rawData) {
        double[][] forks = new double[rawData.size()][];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new double[rawData.get(i).size()];
            for (int j = 0; j < forks[i].length; j++) {
                forks[i][j] = rawData.get(i).get(j).asDouble();
            }
        }
        return forks;
    }

    /** Returns how far the null test may differ from 1: further if whole files, which have rows, were measured. */
    double limit() {
        return params.containsKey("rows") ? 0.05 : 0.03;
    }

    /** Returns the value of a parameter, or of "benchmark" or "operation"; empty if there is no such parameter. */
    String param(String name) {
        return switch (name) {
            case "benchmark" -> benchmark;
            case "operation" -> operation;
            default -> params.getOrDefault(name, "");
        };
    }

    boolean has(String contender) {
        return nanos.containsKey(contender);
    }

    /** Returns the contender that is measured twice; null if there is none. */
    String baseline() {
        return nanos.keySet().stream()
                .filter(name -> name.endsWith(Contender.AGAIN))
                .map(name -> name.substring(0, name.length() - Contender.AGAIN.length()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the speed-up of {@code ours} over {@code theirs} for each fork: the median ratio of the two turns of a round.
     */
    List<Estimate> speedUps(String ours, String theirs) {
        List<Estimate> forks = new ArrayList<>();
        for (int fork = 0; fork < nanos.get(ours).length; fork++) {
            double[] numerator = nanos.get(theirs)[fork];
            double[] ratios = nanos.get(ours)[fork].clone();
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = numerator[round] / ratios[round];
            }
            forks.add(Estimate.ofFork(ratios));
        }
        return forks;
    }

    /** Returns a contender's speed for each fork, in operations per second. */
    List<Estimate> rates(String contender) {
        List<Estimate> forks = new ArrayList<>();
        for (double[] rounds : nanos.get(contender)) {
            double[] rates = rounds.clone();
            for (int round = 0; round < rates.length; round++) {
                rates[round] = 1e9 / rates[round];
            }
            forks.add(Estimate.ofFork(rates));
        }
        return forks;
    }

    /** Returns the identity of the cell: benchmark, operation and parameters. */
    String key() {
        return benchmark + "." + operation + params;
    }
}
