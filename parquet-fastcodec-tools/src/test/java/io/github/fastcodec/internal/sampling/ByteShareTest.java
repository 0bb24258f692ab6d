// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ByteShareTest {

    private static List<Long> chosen(List<Long> lengths, double share, long seed) {
        List<Long> chosen = new ArrayList<>();
        new ByteShare<>(lengths.iterator(), Long::longValue, share, seed).forEachRemaining(chosen::add);
        return chosen;
    }

    // Would catch: a share of the number of files, or one that drifts over many files.
    @Test
    void chosenBytesMatchTheShare() {
        Random random = new Random(20_261_125);
        for (double share : new double[] {0.001, 0.05, 0.5, 0.99}) {
            List<Long> lengths = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                lengths.add(1L + (long) Math.exp(random.nextDouble() * 15));
            }
            lengths.sort(Collections.reverseOrder());
            double all = lengths.stream().mapToLong(Long::longValue).sum();
            double sample = chosen(lengths, share, 17).stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertTrue(Math.abs(sample - all * share) <= lengths.get(0), share + ": " + sample + " of " + all);
        }
    }

    @Test
    void choosesAtLeastOneAndAtMostAllFiles() {
        List<Long> lengths = List.of(5L, 3L, 1L);
        assertEquals(lengths, chosen(lengths, 1, 1));
        assertEquals(List.of(1L), chosen(lengths, 0.001, 1));
        assertEquals(List.of(), chosen(List.of(), 0.5, 1));
        assertEquals(1, chosen(List.of(0L), 0.1, 1).size());
        ByteShare<Long> none = new ByteShare<>(Collections.<Long>emptyIterator(), Long::longValue, 0.5, 1);
        assertThrows(NoSuchElementException.class, none::next);
    }

    // Would catch: the same files every night for every seed.
    @Test
    void seedDeterminesTheChosenFiles() {
        List<Long> lengths = Collections.nCopies(40, 100L);
        Set<Integer> firsts = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            int[] passed = {0};
            ByteShare<Long> share = new ByteShare<>(
                    lengths.iterator(),
                    length -> {
                        passed[0]++;
                        return length;
                    },
                    0.1,
                    seed);
            share.next();
            firsts.add(passed[0]);
        }
        assertTrue(firsts.size() > 5, firsts::toString);
        assertEquals(chosen(lengths, 0.1, 3), chosen(lengths, 0.1, 3));
    }
}
