// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories of tables: other engines append, delete, rewrite, evolve the schema, partition by bytes and by columns that
 * they drop, and expire snapshots. They do so before, between and within the steps of the job, and are sometimes faster than the
 * job and have a long log. One of Iceberg's catalogs loses responses. After each step the rows of the table, their ids, and the
 * rows of every older snapshot equal those of the model. {@code -Dhistories.minutes=60} runs for an hour; {@code
 * -Dhistories.seed=N} starts with a seed.
 */
@Tag("slow")
class IcebergHistoriesTest {

    private static final long SEED = Long.getLong("histories.seed", 20261123);
    private static final int HISTORIES = 20;

    @Test
    void everyHistoryKeepsRowsAndIds() {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(Integer.getInteger("histories.minutes", 0));
        long seed = SEED;
        int runs = 0;
        do {
            History history = new History(seed);
            try {
                runs += history.run();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("-Dhistories.seed=" + seed + " after " + history.steps, e);
            }
            seed++;
        } while (seed < SEED + HISTORIES || System.nanoTime() < end);
        System.out.println((seed - SEED) + " histories, " + runs + " runs of the job");
    }

    private static final class History {

        private final Random random;
        private final List<String> steps = new ArrayList<>();
        private IcebergWorld world;
        private boolean isDisturbed;
        private int lead;

        private History(long seed) {
            random = new Random(seed);
        }

        private int run() throws IOException {
            int format = (int) Math.sqrt(1 + random.nextInt(15)); // newer formats are more frequent
            boolean partitioned = random.nextBoolean();
            IcebergWorld.Catalogs[] catalogs = IcebergWorld.Catalogs.values();
            IcebergWorld.Catalogs catalog = catalogs[random.nextInt(catalogs.length)];
            steps.add(catalog + ", format " + format + (partitioned ? ", partitioned" : ""));
            int runs = 0;
            try (IcebergWorld opened = new IcebergWorld(catalog, format, partitioned)) {
                world = opened;
                world.set("commit.retry.min-wait-ms", "1");
                world.set("commit.retry.max-wait-ms", "1");
                if (random.nextInt(8) == 0) {
                    steps.add("a long log");
                    world.set("commit.manifest-merge.enabled", "false");
                    for (int i = 0; i < 20; i++) {
                        world.append(random.nextInt(2), 1);
                    }
                }
                if (random.nextBoolean()) {
                    world.set("commit.manifest.min-count-to-merge", "2");
                }
                int length = 4 + random.nextInt(16);
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

        /** Performs a random change by another engine. */
        private void others() {
            int n = random.nextInt(16);
            int choice = random.nextInt(106);
            int part = random.nextInt(2);
            steps.add("other " + choice + " " + n + " " + part);
            if (choice >= 100 && world.format() > 1) {
                if (choice < 102) {
                    world.partitionByBytes(part == 0);
                } else if (choice < 104) {
                    world.addSource();
                } else {
                    world.dropSources();
                }
            } else if (choice >= 95) {
                otherJob();
            } else if (choice < 30 || world.table().currentSnapshot() == null) {
                int[] counts = new int[1 + random.nextInt(3)];
                for (int i = 0; i < counts.length; i++) {
                    counts[i] = 1 + random.nextInt(6);
                }
                world.append(part, counts);
            } else if (choice < 42 && world.format() > 1) {
                world.deleteByKey(random.nextInt(IcebergWorld.KEYS), part);
            } else if (choice < 56 && world.format() > 1) {
                world.deleteByPosition(n);
            } else if (choice < 62) {
                world.overwrite(n);
            } else if (choice < 66) {
                world.drop(n);
            } else if (choice < 73) {
                world.compact(n);
            } else if (choice < 77) {
                world.rewriteManifests();
            } else if (choice < 81) {
                world.set("commit.manifest.min-count-to-merge", random.nextBoolean() ? "2" : "100");
            } else if (choice < 85 && world.format() < 3) {
                world.set("format-version", Integer.toString(world.format() + 1));
            } else if (choice < 88) {
                world.rollBack(1 + n % 3);
            } else if (choice < 91) {
                world.expire(1 + n % 3);
            } else if (choice < 92) {
                world.tag();
            } else if (choice < 93) {
                world.addColumn();
            } else if (world.format() > 1) {
                world.changeSpec();
            }
        }

        /** Runs another of our jobs, with another plan and without interference. */
        private void otherJob() {
            Runnable meanwhile = world.meanwhile;
            IcebergWorld.Commits commits = world.commits;
            world.meanwhile = () -> {};
            world.commits = Runnable::run;
            try {
                assertEquals(
                        Optional.empty(),
                        world.recompress(new NewNames("other " + steps.size()), 3)
                                .failure());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            world.meanwhile = meanwhile;
            world.commits = commits;
            world.check("another job");
        }

        private void recompress() throws IOException {
            isDisturbed = false;
            lead = 0;
            int disturbance = random.nextInt(3);
            world.meanwhile = disturbance == 1 ? this::disturb : () -> {};
            world.commits = disturbance == 2 ? this::answer : Runnable::run;
            NewNames plan = new NewNames("plan " + steps.size());
            int batch = 1 + random.nextInt(4);
            steps.add("job " + batch + " disturbance " + disturbance);
            try {
                TableReport report = world.recompress(plan, batch);
                steps.add("job replaced " + report.replaced().files() + report.failure());
                if (!isDisturbed) {
                    assertEquals(Optional.empty(), report.failure());
                    assertEquals(0, world.replaceable(plan), "files that the job should have replaced");
                }
            } catch (IOException | RuntimeException e) {
                steps.add("job: " + e);
                if (!isDisturbed) {
                    throw e;
                }
            }
            world.meanwhile = () -> {};
            world.commits = Runnable::run;
            world.check("the job");
            world.arrive();
            world.check("a late commit of the job");
        }

        private void disturb() {
            if (random.nextInt(3) == 0) {
                isDisturbed = true;
                if (random.nextInt(8) == 0) {
                    steps.add("remove orphans");
                    world.removeOrphans();
                } else {
                    others();
                }
            }
        }

        /** Answers a commit of the job in one of the ways of a catalog. */
        private void answer(Runnable commit) {
            if (lead > 0) {
                lead--;
                world.append(0, 1);
                commit.run();
                return;
            }
            int choice = random.nextInt(9);
            steps.add("answer " + choice);
            isDisturbed |= choice > 0;
            switch (choice) {
                case 1 -> {
                    others();
                    commit.run();
                }
                case 2 -> {
                    commit.run();
                    followed();
                    throw new CommitFailedException("committed, and the answer says no");
                }
                case 3 -> {
                    commit.run();
                    followed();
                    throw new CommitStateUnknownException(new IOException("committed, and the answer is lost"));
                }
                case 4 -> {
                    commit.run();
                    followed();
                    throw new IllegalStateException("committed, and the catalog fails");
                }
                case 5 -> {
                    followed();
                    throw new CommitFailedException("not committed");
                }
                case 6 -> {
                    world.later(1 + random.nextInt(2), commit);
                    followed();
                    throw new CommitStateUnknownException(new IOException("committed later"));
                }
                case 7 -> throw new ValidationException("the catalog does not like it");
                case 8 -> {
                    lead = random.nextInt(8); // up to twice the job's attempts
                    commit.run();
                }
                default -> commit.run();
            }
        }

        /** Others continue before the job has its response, sometimes so that the job's snapshot is no longer known. */
        private void followed() {
            if (random.nextInt(8) == 0) {
                steps.add("append and expire");
                world.append(0, 3);
                world.expire(1);
            }
            while (random.nextInt(3) == 0) {
                others();
            }
        }
    }
}
