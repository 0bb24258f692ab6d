// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Flink's REST API says of the metrics of the job that runs. */
final class RestMetrics {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private RestMetrics() {}

    /** Returns the sum of an operator's metric over all subtasks of all operators; the name is the metric's own, with dots. */
    static long sum(String name) throws IOException, InterruptedException {
        long sum = 0;
        for (String job : found(get("/jobs"), "\"id\":\"(\\w+)\",\"status\":\"RUNNING\"")) {
            for (String vertex : found(get("/jobs/" + job), "\"id\":\"(\\w+)\",(?:\"\\w+\":\"\\w+\",)?\"name\"")) {
                String path = "/jobs/" + job + "/vertices/" + vertex + "/metrics";
                List<String> ids = found(get(path), "\"id\":\"(\\d+\\.[^\"]*\\." + Pattern.quote(name) + ")\"");
                if (!ids.isEmpty()) {
                    for (String value : found(get(path + "?get=" + String.join(",", ids)), "\"value\":\"(\\d+)\"")) {
                        sum += Long.parseLong(value);
                    }
                }
            }
        }
        return sum;
    }

    private static String get(String path) throws IOException, InterruptedException {
        URI uri = URI.create(System.getProperty("flink.rest") + path);
        return CLIENT.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static List<String> found(String json, String expression) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(expression).matcher(json);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
