// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Departures of flights, ordered by day: 19 columns with few distinct values each. The columns depend on each other as in real
 * airline data. Times and delays are null if a flight was cancelled.
 */
final class Flights {

    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message flights {"
            + " required int32 year;"
            + " required int32 month;"
            + " required int32 day;"
            + " optional int32 dep_time;"
            + " required int32 sched_dep_time;"
            + " optional double dep_delay;"
            + " optional int32 arr_time;"
            + " required int32 sched_arr_time;"
            + " optional double arr_delay;"
            + " required binary carrier (STRING);"
            + " required int64 flight;"
            + " optional binary tailnum (STRING);"
            + " required binary origin (STRING);"
            + " required binary dest (STRING);"
            + " optional double air_time;"
            + " required double distance;"
            + " required double hour;"
            + " required double minute;"
            + " required int64 time_hour (TIMESTAMP(MILLIS,true));"
            + " }");

    private static final int ROUTES = 1_200;
    private static final int CARRIERS = 16;
    private static final int AIRPORTS = 105;
    private static final int AIRCRAFT = 4_000;
    private static final String[] ORIGINS = {"EWR", "JFK", "LGA"};

    private static final int PER_DAY = 920;
    private static final long MILLIS_PER_HOUR = 3_600_000;
    private static final long START = 1_735_689_600_000L;

    /** A flight that departs on most days. */
    private record Route(
            int departure, int minutes, byte[] carrier, long number, byte[] origin, byte[] destination, int distance) {}

    private Flights() {}

    static List<Object[]> rows(int count) {
        SplittableRandom random = new SplittableRandom(20261122);
        List<Route> routes = new ArrayList<>();
        for (int i = 0; i < ROUTES; i++) {
            int destination = (int) (AIRPORTS * Math.pow(random.nextDouble(), 2));
            int distance = 90 + (destination * 7919 % 2500);
            routes.add(new Route(
                    5 * 60 + 18 * 60 * i / ROUTES / 5 * 5,
                    35 + distance / 8,
                    text('A', (int) (CARRIERS * Math.pow(random.nextDouble(), 1.5)), 2),
                    1 + random.nextInt(6_000),
                    ORIGINS[random.nextInt(ORIGINS.length)].getBytes(UTF_8),
                    text('A', destination, 3),
                    distance));
        }
        byte[][] aircraft = new byte[AIRCRAFT][];
        for (int i = 0; i < AIRCRAFT; i++) {
            aircraft[i] = String.format("N%03d%c%c", random.nextInt(1000), 'A' + random.nextInt(26), 'A' + i % 26)
                    .getBytes(UTF_8);
        }
        List<Object[]> rows = new ArrayList<>(count);
        for (int day = 0; rows.size() < count; day++) {
            for (Route route : routes) {
                if (rows.size() < count && random.nextInt(ROUTES) < PER_DAY) {
                    rows.add(row(route, day, aircraft, random));
                }
            }
        }
        return rows;
    }

    private static Object[] row(Route route, int day, byte[][] aircraft, SplittableRandom random) {
        boolean cancelled = random.nextInt(40) == 0;
        int dayOfYear = day % 360;
        // most flights depart a little early, some very late
        int late = random.nextInt(3) > 0 ? random.nextInt(12) - 8 : (int) (-35 * Math.log(1 - random.nextDouble()));
        int air = route.minutes + random.nextInt(21) - 10;
        int arrival = route.departure + route.minutes + 30;
        int arrivalDelay = late + random.nextInt(31) - 18;
        return new Object[] {
            2025 + day / 360,
            1 + dayOfYear / 30,
            1 + dayOfYear % 30,
            cancelled ? null : (Object) clock(route.departure + late),
            clock(route.departure),
            cancelled ? null : (Object) (double) late,
            cancelled ? null : (Object) clock(arrival + arrivalDelay),
            clock(arrival),
            cancelled ? null : (Object) (double) arrivalDelay,
            route.carrier,
            route.number,
            cancelled && random.nextBoolean() ? null : aircraft[random.nextInt(AIRCRAFT)],
            route.origin,
            route.destination,
            cancelled ? null : (Object) (double) air,
            (double) route.distance,
            (double) Math.floorDiv(route.departure, 60),
            (double) (route.departure % 60),
            START + (day * 24L + route.departure / 60) * MILLIS_PER_HOUR
        };
    }

    /** Returns a time of day as a four-digit number: 1355 for 13:55. */
    private static int clock(int minutes) {
        int ofDay = Math.floorMod(minutes, 24 * 60);
        return ofDay / 60 * 100 + ofDay % 60;
    }

    private static byte[] text(char first, int number, int length) {
        byte[] text = new byte[length];
        int rest = number * 97 + 13;
        for (int i = 0; i < length; i++) {
            text[i] = (byte) (first + rest % 26);
            rest = rest / 26 + number;
        }
        return text;
    }
}
