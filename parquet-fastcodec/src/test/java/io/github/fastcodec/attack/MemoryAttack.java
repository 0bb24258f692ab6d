// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** Pages while another part of the application uses nearly all of the memory, and now and then even more. */
final class MemoryAttack implements Attack.Actions {

    private static final int WARM_UP = 300;

    private final PageAttack pages;
    private final int largest;
    private final IntFunction<Object> allocator;
    private final List<Object> taken = new ArrayList<>();

    /**
     * Runs with enough memory at first: a class whose initialization runs out of memory is unusable in that JVM.
     *
     * @param largest the largest single allocation, in bytes
     */
    MemoryAttack(Random random, int largest, IntFunction<Object> allocator) throws Exception {
        this.pages = new PageAttack(random);
        this.largest = largest;
        this.allocator = allocator;
        for (int i = 0; i < WARM_UP; i++) {
            pages.act(random);
        }
        Thread.interrupted();
    }

    @Override
    public void act(Random random) throws Exception {
        switch (random.nextInt(12)) {
            case 0: {
                Object more = allocator.apply(random.nextInt(largest) >>> random.nextInt(5));
                synchronized (taken) {
                    taken.add(more);
                }
                break;
            }
            case 1:
                if (random.nextInt(8) == 0) {
                    synchronized (taken) {
                        taken.clear();
                    }
                }
                break;
            default:
                pages.act(random);
                Thread.interrupted();
                break;
        }
    }

    @Override
    public void end() throws Exception {
        taken.clear();
        System.gc();
        pages.end();
    }
}
