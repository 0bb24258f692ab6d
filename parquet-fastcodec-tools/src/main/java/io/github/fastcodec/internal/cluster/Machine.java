// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.util.Map;

/** What a task has of the machine that it runs on. Immutable. */
public final class Machine {

    private final Map<String, String> settings;
    private final int threads;
    private final long memory;

    /** Creates one; the parameters are what the methods of the same names return. */
    public Machine(Map<String, String> settings, int threads, long memory) {
        this.settings = Map.copyOf(settings);
        this.threads = threads;
        this.memory = memory;
    }

    /** Returns Hadoop's configuration; immutable. */
    public Map<String, String> settings() {
        return settings;
    }

    /** Returns how many threads it should use. */
    public int threads() {
        return threads;
    }

    /** Returns how many bytes of pages it may hold. */
    public long memory() {
        return memory;
    }
}
