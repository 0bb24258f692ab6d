// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;

/** How a context must compress: level, workers, and which blocks are not worth it. Immutable; compared by value. */
public final class CompressionSettings {

    private static final int DEFAULT_STORE_BELOW = 1;

    private final int level;
    private final int workers;
    private final int storeBelow;

    private CompressionSettings(int level, int workers, int storeBelow) {
        this.level = level;
        this.workers = workers;
        this.storeBelow = storeBelow;
    }

    /**
     * Returns settings without workers, and with blocks stored that would shrink by less than 1 %.
     *
     * @param level the codec's own level, checked against its range by the caller, never a number that stands for the default (-1 of
     *     GZIP, 0 of ZSTD); 0 where the codec has none
     */
    public static CompressionSettings ofLevel(int level) {
        return new CompressionSettings(level, 0, DEFAULT_STORE_BELOW);
    }

    /** Returns these settings with a number of the library's own worker threads; 0 compresses in the calling thread. */
    public CompressionSettings withWorkers(int workers) {
        return new CompressionSettings(level, workers, storeBelow);
    }

    /**
     * Returns these settings with another limit for blocks that are not worth compressing.
     *
     * @param storeBelow the gain, in percent of a block, below which the block is stored; 0 stores none
     */
    public CompressionSettings withStoreBelow(int storeBelow) {
        return new CompressionSettings(level, workers, storeBelow);
    }

    /** Returns the codec's own level; 0 where the codec has none. */
    public int level() {
        return level;
    }

    /** Returns the number of worker threads that the library may start for itself. */
    public int workers() {
        return workers;
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
                && ((CompressionSettings) other).storeBelow == storeBelow;
    }

    @Override
    public int hashCode() {
        return Objects.hash(level, workers, storeBelow);
    }

    @Override
    public String toString() {
        return "level " + level + ", workers " + workers + ", storing " + storeBelow;
    }
}
