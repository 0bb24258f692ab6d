// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.util.concurrent.atomic.LongAdder;

/** Counts what this process asks of servers, as far as its storages know. Safe for use by many threads. */
public final class Traffic {

    /** The only one. */
    public static final Traffic TRAFFIC = new Traffic();

    private final LongAdder requests = new LongAdder();
    private final LongAdder repeated = new LongAdder();

    private Traffic() {}

    /**
     * Counts a request that is sent.
     *
     * @param again whether it was sent before, and has failed
     */
    public void sent(boolean again) {
        requests.increment();
        if (again) {
            repeated.increment();
        }
    }

    /** Returns how many requests were sent. */
    public long requests() {
        return requests.sum();
    }

    /** Returns how many of them were sent again after they had failed. */
    public long repeated() {
        return repeated.sum();
    }
}
