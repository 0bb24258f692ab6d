// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;

/** What a compression context is asked for. Immutable, compared by value. */
public final class CompressionSettings {

    /**
     * How an engine may read a level that counts on another library's scale: levels are efforts, not formats, and what
     * one library calls 6 costs another a third of the time for the same size.
     */
    public enum Effort {
        /** The fastest effort whose output is no larger than the reference library's at that level, give or take 0.5 %. */
        SAME_SIZE,
        /** The fastest effort whose output is at most 1.5 % larger than the reference library's at that level. */
        FAST,
        /** The level as it is, on the engine's own scale. */
        LEVEL
    }

    private final int level;
    private final int workers;
    private final Effort effort;

    private CompressionSettings(int level, int workers, Effort effort) {
        this.level = level;
        this.workers = workers;
        this.effort = Objects.requireNonNull(effort, "effort");
    }

    /**
     * Returns settings without workers and with {@link Effort#SAME_SIZE}.
     *
     * @param level the codec's own level, checked against its range by the caller; 0 where the codec has none
     */
    public static CompressionSettings ofLevel(int level) {
        return new CompressionSettings(level, 0, Effort.SAME_SIZE);
    }

    /** Returns these settings with a number of worker threads of the library's own; 0 compresses in the caller's. */
    public CompressionSettings withWorkers(int workers) {
        return new CompressionSettings(level, workers, effort);
    }

    /** Returns these settings with another reading of the level. */
    public CompressionSettings withEffort(Effort effort) {
        return new CompressionSettings(level, workers, effort);
    }

    /** Returns the codec's own level; 0 where the codec has none. */
    public int level() {
        return level;
    }

    /** Returns the number of worker threads that the library may start for itself. */
    public int workers() {
        return workers;
    }

    /** Returns how the level is to be read. */
    public Effort effort() {
        return effort;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompressionSettings
                && ((CompressionSettings) other).level == level
                && ((CompressionSettings) other).workers == workers
                && ((CompressionSettings) other).effort == effort;
    }

    @Override
    public int hashCode() {
        return Objects.hash(level, workers, effort);
    }

    @Override
    public String toString() {
        return "level " + level + ", workers " + workers + ", effort " + effort;
    }
}
