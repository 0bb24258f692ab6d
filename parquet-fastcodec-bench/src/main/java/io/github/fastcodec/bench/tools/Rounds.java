// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rounds in which each of some ways has one turn: what disturbs one of them for a while disturbs all. */
public final class Rounds {

    /** A turn, which returns what it measured. */
    @FunctionalInterface
    public interface Turn<T> {
        T run() throws IOException, InterruptedException;
    }

    private Rounds() {}

    /**
     * Runs rounds and returns what the turns of each way measured, a value for each round that counts.
     *
     * @param ways by their names, which the result has too, in the same order
     * @param warmups how many rounds come first that do not count
     */
    public static <T> Map<String, List<T>> run(Map<String, Turn<T>> ways, int warmups, int rounds)
            throws IOException, InterruptedException {
        Map<String, List<T>> measured = new LinkedHashMap<>();
        ways.keySet().forEach(name -> measured.put(name, new ArrayList<>()));
        List<String> order = new ArrayList<>(ways.keySet());
        for (int round = 0; round < warmups + rounds; round++) {
            for (String name : order) {
                T value = ways.get(name).run();
                if (round >= warmups) {
                    measured.get(name).add(value);
                }
            }
            order.add(order.remove(0)); // nobody always comes after the same one
        }
        return measured;
    }
}
