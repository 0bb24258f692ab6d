// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final List<String> CONTENDERS = Contender.expand("parquet-java+fastcodec", false);

    /** Notes the contender of each turn. */
    public static final class Noting implements Subject {
        @Override
        @SuppressWarnings("unchecked")
        public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
            ConcurrentLinkedQueue<String> notes = (ConcurrentLinkedQueue<String>) shared;
            return Map.of("note/", times -> notes.add(contender + " x" + times));
        }
    }

    /** Waits in each turn until all threads have reached it. */
    public static final class Meeting implements Subject {
        @Override
        public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
            return Map.of("meet/", times -> ((CyclicBarrier) shared).await());
        }
    }

    @Test
    void addsANullTestAndTheOtherBuild() {
        assertEquals(List.of("parquet-java", "parquet-java-again", "fastcodec"), CONTENDERS);
        assertEquals(
                List.of(
                        "parquet-java",
                        "parquet-java-again",
                        "fastcodec",
                        "fastcodec-hadoop",
                        "fastcodec-before",
                        "fastcodec-hadoop-before"),
                Contender.expand("parquet-java+fastcodec+fastcodec-hadoop", true));
    }

    @Test
    void everyContenderRunsEquallyOftenBeforeEveryOther() {
        int contenders = 4;
        int[][] before = new int[contenders][contenders];
        for (int round = 0; round < 2 * contenders; round++) {
            List<Integer> order = Turns.order(contenders, round);
            assertEquals(contenders, new HashSet<>(order).size(), () -> order + " leaves one out");
            for (int i = 0; i < contenders; i++) {
                for (int j = i + 1; j < contenders; j++) {
                    before[order.get(i)][order.get(j)]++;
                }
            }
        }
        for (int i = 0; i < contenders; i++) {
            for (int j = 0; j < contenders; j++) {
                assertEquals(i == j ? 0 : contenders, before[i][j], i + " before " + j);
            }
        }
    }

    /** Waits, as if other threads did the work. */
    public static final class Waiting implements Subject {
        @Override
        public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
            return Map.of("wait/", times -> Thread.sleep(20));
        }
    }

    // Would catch: an operation with its own threads that is measured by the CPU time of the thread that waits
    // for them.
    @Test
    void measuresMultithreadedOperationsByWallClock() throws Exception {
        try (Turns turns = new Turns(Waiting.class.getName(), CONTENDERS, Map.of(), "", 0, 1, true)) {
            List<Sample> samples = turns.round();
            assertTrue(samples.stream().allMatch(sample -> sample.nanos() > 15e6), () -> "too short: " + samples);
        }
    }

    @Test
    void roundOfShotsHasOneShotOfEachContender() throws Exception {
        ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
        try (Turns turns = new Turns(Noting.class.getName(), CONTENDERS, Map.of(), notes, 0, 1, false)) {
            turns.round();
            assertEquals(List.of("parquet-java x1", "parquet-java x1", "fastcodec x1"), List.copyOf(notes));
            notes.clear();
            turns.round();
            assertEquals(List.of("fastcodec x1", "parquet-java x1", "parquet-java x1"), List.copyOf(notes));
        }
    }

    /** Needs a clean-up after each shot. */
    public static final class Leaving implements Subject {
        @Override
        @SuppressWarnings("unchecked")
        public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
            ConcurrentLinkedQueue<String> notes = (ConcurrentLinkedQueue<String>) shared;
            return Map.of("leave/", new Operation() {
                @Override
                public void run(int times) {
                    notes.add(contender);
                }

                @Override
                public void cleanUp() {
                    notes.add("cleaned");
                }
            });
        }
    }

    // Would catch: a file of one contender that the disk still writes while the next contender is timed.
    @Test
    void cleansUpAfterEachShot() throws Exception {
        for (boolean wallClock : new boolean[] {false, true}) {
            ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
            try (Turns turns = new Turns(Leaving.class.getName(), CONTENDERS, Map.of(), notes, 0, 1, wallClock)) {
                turns.round();
                assertEquals(
                        List.of("parquet-java", "cleaned", "parquet-java", "cleaned", "fastcodec", "cleaned"),
                        List.copyOf(notes));
            }
        }
    }

    @Test
    void roundOfSlicesHasOneSampleOfEachContender() throws Exception {
        try (Turns turns = new Turns(
                Noting.class.getName(), CONTENDERS, Map.of(), new ConcurrentLinkedQueue<>(), 100_000, 1, false)) {
            List<Sample> samples = turns.round();
            Set<String> who = samples.stream().map(Sample::contender).collect(Collectors.toSet());
            assertEquals(Set.copyOf(CONTENDERS), who);
            assertEquals(CONTENDERS.size(), samples.size());
            assertTrue(samples.stream().allMatch(sample -> sample.nanos() > 0), () -> "no time in " + samples);
        }
    }

    @Test
    void threadsOfATurnRunConcurrently() throws Exception {
        // would wait forever if the threads took turns one after another
        CyclicBarrier all = new CyclicBarrier(3);
        try (Turns turns = new Turns(Meeting.class.getName(), CONTENDERS, Map.of(), all, 0, 3, false)) {
            List<Sample> samples = new ArrayList<>(turns.round());
            assertEquals(CONTENDERS.size(), samples.size());
        }
    }
}
