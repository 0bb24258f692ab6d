// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The log of a web server, in order of time. Requests and sessions have identifiers; hosts, levels and statuses repeat. */
final class LogLines {

    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message log {"
            + " required int64 time (TIMESTAMP(MICROS,true));"
            + " required binary request (STRING);"
            + " required int64 session;"
            + " required binary host (STRING);"
            + " required binary level (STRING);"
            + " required int32 status;"
            + " required double seconds;"
            + " required binary message (STRING);"
            + " }");

    private static final long START = 1_767_225_600_000_000L;
    private static final int[] STATUSES = {200, 200, 200, 200, 200, 204, 301, 304, 404, 500};
    private static final String[] METHODS = {"GET", "GET", "GET", "POST", "PUT", "DELETE"};
    private static final String[] PATHS = {"/api/orders", "/api/customers", "/static/images", "/login", "/search"};

    private LogLines() {}

    static List<Object[]> rows(int count) {
        SplittableRandom random = new SplittableRandom(20261129);
        List<Object[]> rows = new ArrayList<>(count);
        long time = START;
        for (int i = 0; i < count; i++) {
            time += 1 + random.nextInt(4_000);
            UUID request = new UUID(random.nextLong(), random.nextLong());
            int status = STATUSES[random.nextInt(STATUSES.length)];
            double seconds = Math.exp(random.nextDouble() * 6 - 7);
            String message = METHODS[random.nextInt(METHODS.length)] + " " + PATHS[random.nextInt(PATHS.length)] + "/"
                    + random.nextInt(10_000_000) + " answered " + status + " with " + random.nextInt(200_000)
                    + " bytes to 10."
                    + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
            rows.add(new Object[] {
                time,
                text(request),
                random.nextLong(),
                text("web-" + random.nextInt(40) + ".example.org"),
                text(status < 400 ? "INFO" : status < 500 ? "WARN" : "ERROR"),
                status,
                seconds,
                text(message)
            });
        }
        return rows;
    }

    private static byte[] text(Object value) {
        return value.toString().getBytes(UTF_8);
    }
}
