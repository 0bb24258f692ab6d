// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * What a few hundred devices measure once a second: doubles that drift, rounded as an instrument rounds or with all the bits
 * that a computation leaves, counters, and states that seldom change.
 */
final class Sensors {

    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message sensors {"
            + " required int64 time (TIMESTAMP(MICROS,true));"
            + " required int32 device;"
            + " required double temperature;"
            + " required double humidity;"
            + " required double pressure;"
            + " required double voltage;"
            + " required double current;"
            + " required double power;"
            + " required double vibration;"
            + " required double latitude;"
            + " required double longitude;"
            + " required int64 energy;"
            + " required int32 state;"
            + " optional double setpoint;"
            + " }");

    private static final int DEVICES = 300;
    private static final long START = 1_735_689_600_000_000L;

    private Sensors() {}

    static List<Object[]> rows(int count) {
        SplittableRandom random = new SplittableRandom(20261123);
        double[][] drift = new double[DEVICES][5];
        long[] energy = new long[DEVICES];
        int[] state = new int[DEVICES];
        for (int device = 0; device < DEVICES; device++) {
            drift[device] = new double[] {
                18 + 8 * random.nextDouble(),
                30 + 40 * random.nextDouble(),
                1013 + 5 * random.nextDouble(),
                46 + 10 * random.nextDouble(),
                7 + 6 * random.nextDouble()
            };
        }
        List<Object[]> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int device = i % DEVICES;
            double[] values = drift[device];
            values[0] += 0.05 * random.nextGaussian();
            values[1] += 0.2 * random.nextGaussian();
            values[2] += 0.02 * random.nextGaussian();
            double voltage = 230 + 1.5 * random.nextGaussian();
            double current = Math.abs(4 + random.nextGaussian());
            energy[device] += (long) (voltage * current / 3.6);
            if (random.nextInt(500) == 0) {
                state[device] = random.nextInt(6);
            }
            rows.add(new Object[] {
                START + (long) (i / DEVICES) * 1_000_000 + device * 3_000L + random.nextInt(400),
                device,
                rounded(values[0], 100),
                rounded(values[1], 10),
                rounded(values[2], 100),
                rounded(voltage, 1000),
                rounded(current, 1000),
                voltage * current,
                random.nextGaussian(),
                values[3],
                values[4],
                energy[device],
                state[device],
                state[device] == 0 ? null : (Object) (18.0 + state[device])
            });
        }
        return rows;
    }

    private static double rounded(double value, int parts) {
        return Math.rint(value * parts) / parts;
    }
}
