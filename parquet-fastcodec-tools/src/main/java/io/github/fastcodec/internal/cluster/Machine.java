// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.util.Map;

/**
 * What a task has of the machine that it runs on. Immutable.
 *
 * @param settings Hadoop's configuration; immutable
 * @param threads how many threads it should use
 * @param memory how many bytes of pages it may hold
 */
public record Machine(Map<String, String> settings, int threads, long memory) {

    public Machine {
        settings = Map.copyOf(settings);
    }
}
