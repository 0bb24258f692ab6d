// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;

/**
 * The settings of a compression context: level, workers, and whether blocks that hardly shrink are stored. Immutable;
 * compared by value.
 */
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
     * Returns settings without workers, under which blocks that hardly shrink are stored.
     *
     * @param level the codec's own level, which the caller has checked; never the number that means the default (-1 for
     *     GZIP, 0 for ZSTD); 0 if the codec has no levels
     */
    public static CompressionSettings ofLevel(int level) {
        return new CompressionSettings(level, 0, true);
    }

    /** Returns a copy with another number of the library's own worker threads. With 0, the calling thread compresses. */
    public CompressionSettings withWorkers(int workers) {
        return new CompressionSettings(level, workers, storeIncompressible);
    }

    /** Returns a copy with another value of {@link #storeIncompressible()}. */
    public CompressionSettings withStoreIncompressible(boolean storeIncompressible) {
        return new CompressionSettings(level, workers, storeIncompressible);
    }

    /** Returns the codec's own level; 0 if the codec has no levels. */
    public int level() {
        return level;
    }

    /** Returns the number of worker threads that the library may start. */
    public int workers() {
        return workers;
    }

    /**
     * Returns whether blocks that would shrink by less than 1 % are stored. The engine's caller stores them, so the engine
     * need not do so.
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
