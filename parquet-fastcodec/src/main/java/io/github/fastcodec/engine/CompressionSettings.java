// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;

/** How a context must compress: level, workers, effort, and which blocks are not worth it. Immutable; compared by value. */
public final class CompressionSettings {

    /**
     * How an engine reads a level that is on another library's scale. A level is an effort, not a format: for the size that one
     * library reaches at its level 6, another may need a third of the time.
     */
    public enum Effort {
        /**
         * A fast effort with which files of the kinds that docs/engines.md names are at most 0.5 % larger than with the reference
         * library at that level (0.8 % at zlib's level 3).
         */
        SAME_SIZE,
        /** A faster effort with which files of those kinds are at most 5 % larger. */
        FAST,
        /** The level as it is, on the engine's own scale. */
        LEVEL
    }

    private static final int DEFAULT_STORE_BELOW = 1;

    private final int level;
    private final int workers;
    private final Effort effort;
    private final int storeBelow;

    private CompressionSettings(int level, int workers, Effort effort, int storeBelow) {
        this.level = level;
        this.workers = workers;
        this.effort = Objects.requireNonNull(effort, "effort");
        this.storeBelow = storeBelow;
    }

    /**
     * Returns settings without workers, with {@link Effort#SAME_SIZE}, and with blocks stored that would shrink by less than 1 %.
     *
     * @param level the codec's own level, checked against its range by the caller, never a number that stands for the default (-1 of
     *     GZIP, 0 of ZSTD); 0 where the codec has none
     */
    public static CompressionSettings ofLevel(int level) {
        return new CompressionSettings(level, 0, Effort.SAME_SIZE, DEFAULT_STORE_BELOW);
    }

    /** Returns these settings with a number of the library's own worker threads; 0 compresses in the calling thread. */
    public CompressionSettings withWorkers(int workers) {
        return new CompressionSettings(level, workers, effort, storeBelow);
    }

    /** Returns these settings with another way to read the level. */
    public CompressionSettings withEffort(Effort effort) {
        return new CompressionSettings(level, workers, effort, storeBelow);
    }

    /**
     * Returns these settings with another limit for blocks that are not worth compressing.
     *
     * @param storeBelow the gain, in percent of a block, below which the block is stored; 0 stores none
     */
    public CompressionSettings withStoreBelow(int storeBelow) {
        return new CompressionSettings(level, workers, effort, storeBelow);
    }

    /** Returns the codec's own level; 0 where the codec has none. */
    public int level() {
        return level;
    }

    /** Returns the number of worker threads that the library may start for itself. */
    public int workers() {
        return workers;
    }

    /** Returns how to read the level. */
    public Effort effort() {
        return effort;
    }

    /**
     * Returns the gain, in percent of a block, below which the block is stored; 0 if none is. An engine's caller sees to it, so
     * that an engine need not.
     */
    public int storeBelow() {
        return storeBelow;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompressionSettings
                && ((CompressionSettings) other).level == level
                && ((CompressionSettings) other).workers == workers
                && ((CompressionSettings) other).effort == effort
                && ((CompressionSettings) other).storeBelow == storeBelow;
    }

    @Override
    public int hashCode() {
        return Objects.hash(level, workers, effort, storeBelow);
    }

    @Override
    public String toString() {
        return "level " + level + ", workers " + workers + ", effort " + effort + ", storing " + storeBelow;
    }
}
