// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;

/**
 * The settings of a compression context: level and workers. Immutable; compared by value.
 */
public final class CompressionSettings {

    private final int level;
    private final int workers;

    private CompressionSettings(int level, int workers) {
        this.level = level;
        this.workers = workers;
    }

    /**
     * Returns settings without workers.
     *
     * @param level the codec's own level, which the caller has checked; never the number that means the default (-1 for
     *     GZIP, 0 for ZSTD); 0 if the codec has no levels
     */
    public static CompressionSettings ofLevel(int level) {
        return new CompressionSettings(level, 0);
    }

    /** Returns a copy with another number of the library's own worker threads. With 0, the calling thread compresses. */
    public CompressionSettings withWorkers(int workers) {
        return new CompressionSettings(level, workers);
    }

    /** Returns the codec's own level; 0 if the codec has no levels. */
    public int level() {
        return level;
    }

    /** Returns the number of worker threads that the library may start. */
    public int workers() {
        return workers;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompressionSettings
                && ((CompressionSettings) other).level == level
                && ((CompressionSettings) other).workers == workers;
    }

    @Override
    public int hashCode() {
        return Objects.hash(level, workers);
    }

    @Override
    public String toString() {
        return "level " + level + ", workers " + workers;
    }
}
