// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random histories of Delta tables: writers of all kinds, runs of the job in between, other writers between any two steps of a
 * run, and stores that lose responses. Each version has the rows and ids of a model, both according to the log and as Delta
 * Kernel reads it, and so has an older version. {@code -Dhistories.minutes} sets the duration, {@code -Dhistories.seed} the first
 * history.
 */
class DeltaHistoriesTest {

    // Would catch: rows that are lost or deleted rows that come back, whatever others commit and whichever
    // response is lost; new files that are deleted although a version has them; row ids that change.
    @Test
    void tableAlwaysHasTheRowsOfTheModel() throws Exception {
        double minutes = Double.parseDouble(System.getProperty("histories.minutes", "0.75"));
        long end = System.nanoTime() + (long) (minutes * 60e9);
        long first = Long.getLong("histories.seed", 1);
        int runs = 0;
        long seed = first;
        for (; seed == first || System.nanoTime() < end; seed++) {
            History history = new History(seed);
            try {
                runs += history.run();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("-Dhistories.seed=" + seed + " after " + history.steps, e);
            } finally {
                FaultyLogStore.end();
            }
        }
        System.out.println((seed - first) + " histories, " + runs + " runs of the job");
    }

    private static final class History {

        private final long seed;
        private final Random random;
        private final List<String> steps = new ArrayList<>();
        private DeltaWorld world;
        private boolean isDisturbed;

        private History(long seed) {
            this.seed = seed;
            random = new Random(seed * 0x9E3779B97F4A7C15L);
        }

        private int run() throws IOException {
            boolean isPartitioned = random.nextBoolean();
            boolean hasVectors = random.nextInt(4) > 0;
            boolean isTracked = random.nextBoolean();
            steps.add((isPartitioned ? "partitioned " : "")
                    + (hasVectors ? "vectors " : "")
                    + (isTracked ? "tracked" : ""));
            int runs = 0;
            try (DeltaWorld opened =
                    new DeltaWorld(Tables.ROOT.resolve("history-" + seed), isPartitioned, hasVectors, isTracked)) {
                world = opened;
                int length = 3 + random.nextInt(10);
                for (int i = 0; i < length; i++) {
                    if (random.nextInt(4) == 0) {
                        recompress();
                        runs++;
                    } else {
                        others();
                    }
                }
                recompress();
                world.checkHistory();
                return runs + 1;
            }
        }

        /** Performs a random change by another writer. */
        private void others() {
            int n = random.nextInt(16);
            int choice = random.nextInt(100);
            int part = random.nextInt(2);
            steps.add("other " + choice + " " + n + " " + part);
            if (choice < 35) {
                int[] counts = new int[1 + random.nextInt(3)];
                for (int i = 0; i < counts.length; i++) {
                    counts[i] = 1 + random.nextInt(6);
                }
                world.append(part, counts);
            } else if (choice < 60) {
                world.delete(n);
            } else if (choice < 66) {
                world.drop(n);
            } else if (choice < 78) {
                world.compact(n);
            } else if (choice < 86) {
                world.restore(n);
            } else if (choice < 90) {
                world.checkpoint();
            } else if (choice < 91) {
                world.addColumn();
            } else if (choice < 95) {
                world.restate(n);
            } else if (FaultyLogStore.isLate()) {
                steps.add("VACUUM would delete the files of a commit that is on its way, of any writer's");
            } else {
                isDisturbed = true;
                world.vacuum();
            }
        }

        private void recompress() throws IOException {
            isDisturbed = false;
            world.meanwhile = random.nextInt(3) == 0 ? this::disturb : () -> {};
            if (random.nextInt(6) == 0) {
                steps.add("a fast writer");
                isDisturbed = true;
                FaultyLogStore.fail(FaultyLogStore.Fault.OVERTAKEN, 1 + random.nextInt(8));
                FaultyLogStore.then(this::overtake);
            } else if (random.nextInt(3) > 0) {
                isDisturbed = true;
                FaultyLogStore.Fault[] faults = FaultyLogStore.Fault.values();
                FaultyLogStore.Fault fault = faults[random.nextInt(faults.length)];
                int times = random.nextInt(4) == 0 ? 100 : 1;
                FaultyLogStore.fail(fault, times);
                steps.add(fault + " " + times);
                if (random.nextBoolean()) {
                    FaultyLogStore.then(() -> {
                        do {
                            others();
                        } while (random.nextInt(3) == 0);
                    });
                }
            }
            NewNames plan = new NewNames("plan " + steps.size());
            int batch = 1 + random.nextInt(4);
            steps.add("job " + batch);
            TableReport report = world.recompress(plan, batch);
            steps.add("job replaced " + report.replaced().files() + report.failure());
            String failure = report.failure().map(Throwable::getMessage).orElse("");
            assertTrue(!failure.contains("not proved"), failure);
            if (!isDisturbed) {
                assertEquals(Optional.empty(), report.failure());
            }
            assertTrue(
                    failure.isEmpty() || failure.contains("no answer") || failure.contains("a new file is missing"),
                    failure);
            world.meanwhile = () -> {};
            FaultyLogStore.then(() -> {});
            world.check("the job", random.nextInt(16));
            if (!isDisturbed) {
                assertEquals(0, world.replaceable(plan), "files that the job should have replaced");
            }
            FaultyLogStore.end();
            world.check("a late commit of the job", random.nextInt(16));
        }

        /** Overtakes the next attempt too. */
        private void overtake() {
            world.append(random.nextInt(2), 1);
            FaultyLogStore.then(this::overtake);
        }

        private void disturb() {
            if (random.nextInt(3) == 0) {
                isDisturbed = true;
                others();
            }
        }
    }
}
