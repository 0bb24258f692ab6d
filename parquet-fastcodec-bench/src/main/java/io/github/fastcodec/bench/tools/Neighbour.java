// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.util.SplittableRandom;

/** A process that keeps one core busy for some seconds, rests for some seconds, and so on until its standard input ends. */
final class Neighbour {

    private static final long SEED = 20261121;
    private static final int LONGEST_MILLIS = 6000;

    private Neighbour() {}

    public static void main(String[] args) throws IOException {
        Thread busy = new Thread(Neighbour::comeAndGo, "neighbour");
        busy.setDaemon(true);
        busy.start();
        System.in.readAllBytes();
    }

    private static void comeAndGo() {
        SplittableRandom random = new SplittableRandom(SEED);
        long state = SEED;
        while (true) {
            long end = System.nanoTime() + random.nextInt(500, LONGEST_MILLIS) * 1_000_000L;
            while (System.nanoTime() < end) {
                for (int i = 0; i < 100_000; i++) {
                    state = state * 6364136223846793005L + 1442695040888963407L;
                }
            }
            try {
                // the state decides nothing, but without a use of it there would be no work
                Thread.sleep(random.nextInt(500, LONGEST_MILLIS) + (state == 0 ? 1 : 0));
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
