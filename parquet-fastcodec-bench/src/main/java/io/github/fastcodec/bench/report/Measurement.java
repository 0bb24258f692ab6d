// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One result of JMH.
 *
 * @param benchmark the benchmark's simple class name
 * @param method the benchmark's method
 * @param params the parameters, by name; "threads" is one of them
 * @param rates the speed in each iteration of each fork, in operations per second, whatever JMH's mode was
 * @param secondary the scores of secondary results, by name
 */
record Measurement(
        String benchmark, String method, Map<String, String> params, double[] rates, Map<String, Double> secondary) {

    private static final Map<String, Double> SECONDS = Map.of("s", 1.0, "ms", 1e-3, "us", 1e-6, "ns", 1e-9);

    /**
     * Reads JMH's JSON.
     *
     * @throws IOException if the file cannot be read, or is not JMH's
     */
    static List<Measurement> read(Path json) throws IOException {
        List<Measurement> measurements = new ArrayList<>();
        for (JsonNode node : new ObjectMapper().readTree(json.toFile())) {
            measurements.add(of(node, json));
        }
        return measurements;
    }

    private static Measurement of(JsonNode node, Path json) throws IOException {
        JsonNode primary = node.get("primaryMetric");
        if (primary == null || !node.has("benchmark")) {
            throw new IOException(json + " is not JMH's JSON: a result has no benchmark or primaryMetric");
        }
        String[] name = node.get("benchmark").asText().split("\\.");
        Map<String, String> params = new TreeMap<>();
        if (node.has("params")) {
            node.get("params")
                    .properties()
                    .forEach(
                            param -> params.put(param.getKey(), param.getValue().asText()));
        }
        params.put("threads", node.path("threads").asText("1"));
        String unit = primary.get("scoreUnit").asText();
        boolean rate = unit.startsWith("ops/");
        Double seconds = SECONDS.get(rate ? unit.substring(4) : unit.replace("/op", ""));
        if (seconds == null) {
            throw new IOException(json + ": unit " + unit + ", expected ops/TIME or TIME/op in s, ms, us or ns");
        }
        List<Double> rates = new ArrayList<>();
        for (JsonNode fork : primary.get("rawData")) {
            for (JsonNode iteration : fork) {
                rates.add(rate ? iteration.asDouble() / seconds : 1 / (iteration.asDouble() * seconds));
            }
        }
        Map<String, Double> secondary = new TreeMap<>();
        node.path("secondaryMetrics")
                .properties()
                .forEach(metric -> secondary.put(
                        metric.getKey(), metric.getValue().get("score").asDouble()));
        return new Measurement(
                name[name.length - 2],
                name[name.length - 1],
                params,
                rates.stream().mapToDouble(Double::doubleValue).toArray(),
                secondary);
    }

    String param(String name) {
        return params.getOrDefault(name, "");
    }

    String impl() {
        return param("impl");
    }

    /** Returns the codec without its level. */
    String codec() {
        return param("codec").split(":")[0];
    }

    /** Returns the speed: the geometric mean over iterations, with its error. */
    Estimate rate() {
        return Estimate.of(rates);
    }

    /** Returns uncompressed over compressed bytes, or NaN where they were not counted. */
    double compressionRatio() {
        return secondary.containsKey("pageBytes")
                ? secondary.get("pageBytes") / secondary.get("compressedBytes")
                : Double.NaN;
    }

    /** Returns what tells it from others, but for one parameter. */
    String keyWithout(String param) {
        Map<String, String> rest = new TreeMap<>(params);
        rest.remove(param);
        return benchmark + "." + method + rest;
    }
}
