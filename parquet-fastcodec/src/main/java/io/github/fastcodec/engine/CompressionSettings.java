// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;

/** How a context must compress: level, workers, and whether blocks that hardly shrink are stored. Immutable; compared by value. */
public final class CompressionSettings {

    private final int level;
    private final int workers;
    private final boolean storeIncompressible;

    private CompressionSettings(int level, int workers, boolean storeIncompressible) {
        this.level = level;
        this.workers = workers;
        this.storeIncompressible = storeIncompressible;
    }

    /**
     * Returns settings without workers, and with blocks stored that hardly shrink.
     *
     * @param level the codec's own level, checked against its range by the caller, never a number that stands for the default (-1 of
     *     GZIP, 0 of ZSTD); 0 where the codec has none
     */
    public static CompressionSettings ofLevel(int level) {
        return new CompressionSettings(level, 0, true);
    }

    /** Returns these settings with a number of the library's own worker threads; 0 compresses in the calling thread. */
    public CompressionSettings withWorkers(int workers) {
        return new CompressionSettings(level, workers, storeIncompressible);
    }

    /** Returns these settings with or without stored blocks. */
    public CompressionSettings withStoreIncompressible(boolean storeIncompressible) {
        return new CompressionSettings(level, workers, storeIncompressible);
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
     * Returns whether blocks are stored that would shrink by less than 1 %. An engine's caller sees to it, so that an engine need
     * not.
     */
    public boolean storeIncompressible() {
        return storeIncompressible;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompressionSettings
                && ((CompressionSettings) other).level == level
                && ((CompressionSettings) other).workers == workers
                && ((CompressionSettings) other).storeIncompressible == storeIncompressible;
    }

    @Override
    public int hashCode() {
        return Objects.hash(level, workers, storeIncompressible);
    }

    @Override
    public String toString() {
        return "level " + level + ", workers " + workers + ", storing " + storeIncompressible;
    }
}
