// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.storage.Storages;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The share of a machine that a task may use. Immutable.
 *
 * @param settings Hadoop's configuration
 * @param threads the number of threads
 * @param memory the number of bytes of pages that the task may hold in memory
 * @param attempt the number of this attempt of the task, counted from 0
 * @param isLastAttempt whether the task fails if this attempt fails
 * @param cancelled whether the task should end soon; if so, its result is ignored
 */
public record Machine(
        Map<String, String> settings,
        int threads,
        long memory,
        int attempt,
        boolean isLastAttempt,
        BooleanSupplier cancelled) {

    /** Returns the requested number of threads, or that of this machine if the request is 0. */
    int threads(int requested) {
        return requested > 0 ? requested : threads;
    }

    /** Returns the requested number of bytes of pages, or that of this machine if the request is 0. */
    long memory(long requested) {
        return requested > 0 ? requested : memory;
    }

    Storages storages() {
        return new Storages(Storages.applicationLoader(), settings);
    }
}
