// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.storage.Storages;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What a task has of the machine that it runs on. Immutable.
 *
 * @param settings Hadoop's configuration; immutable
 * @param threads how many threads it should use
 * @param memory how many bytes of pages it may hold
 * @param attempt which attempt of the task this is, from 0
 * @param isLastAttempt whether a failure of this attempt is one of the task
 * @param cancelled whether the task is to end soon; its result does not matter then
 */
public record Machine(
        Map<String, String> settings,
        int threads,
        long memory,
        int attempt,
        boolean isLastAttempt,
        BooleanSupplier cancelled) {

    public Machine {
        settings = Map.copyOf(settings);
    }

    /** Returns how many threads a task has that asked for some; 0 asks for none. */
    int threads(int asked) {
        return asked > 0 ? asked : threads;
    }

    /** Returns how many bytes of pages a task holds that asked for some; 0 asks for none. */
    long memory(long asked) {
        return asked > 0 ? asked : memory;
    }

    Storages storages() {
        return new Storages(Storages.applicationLoader(), settings);
    }
}
