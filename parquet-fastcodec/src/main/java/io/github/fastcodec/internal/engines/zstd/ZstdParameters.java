// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.engine.CompressionSettings;
import java.util.Arrays;

/**
 * The parameters of a level: those that libzstd uses if it does not know the length of its input. parquet-java compresses
 * pages as streams of unknown length, and libzstd uses the same parameters for every block of more than 256 KiB. For a
 * shorter block of known length, libzstd has other parameters. They make some pages smaller and others up to 50 % larger, and
 * are slower at most of the levels above 3 (see docs/engines.md). The library shrinks its tables to the length of a block;
 * where even smaller tables produce pages of the same size, {@link #fit} shrinks them further. Not thread-safe.
 */
final class ZstdParameters {

    /**
     * Indexed by level. Each row contains chainLog, hashLog, searchLog, minMatch, targetLength and strategy, from the first
     * table of libzstd 1.5.7's clevels.h. The first row is for negative levels. With a targetLength of 0, the library uses
     * its own value for the level, which is also 0 at the levels whose strategy uses a targetLength.
     */
    private static final int[][] OF_LEVEL = {
        {12, 13, 1, 6, 1, 1},
        {13, 14, 1, 7, 0, 1},
        {15, 16, 1, 6, 0, 1},
        {16, 17, 1, 5, 0, 2},
        {18, 18, 1, 5, 0, 2},
        {18, 19, 3, 5, 2, 3},
        {18, 19, 3, 5, 4, 4},
        {19, 20, 4, 5, 8, 4},
        {19, 20, 4, 5, 16, 5},
        {20, 21, 4, 5, 16, 5},
        {21, 22, 5, 5, 16, 5},
        {21, 22, 6, 5, 16, 5},
        {22, 23, 6, 5, 32, 5},
        {22, 22, 4, 5, 32, 6},
        {22, 23, 5, 5, 32, 6},
        {23, 23, 6, 5, 32, 6},
        {22, 22, 5, 5, 48, 7},
        {23, 22, 5, 4, 64, 7},
        {23, 22, 6, 3, 64, 8},
        {24, 22, 7, 3, 256, 9},
        {25, 23, 7, 3, 256, 9},
        {26, 24, 7, 3, 512, 9},
        {27, 25, 9, 3, 999, 9}
    };

    /**
     * Each row contains a level, the largest block in bytes, and the chainLog and hashLog that suffice for blocks up to that
     * size.
     */
    private static final int[][] CUTS = {{3, 80 << 10, 15, 16}, {4, 128 << 10, 17, 17}, {5, 80 << 10, 18, 16}};

    /** For levels without a row in {@link #CUTS}: no block is short enough. */
    private static final int[] NO_CUT = {0, -1, 0, 0};

    private final ZstdCompressCtx context;
    private final int[] ofLevel;
    private final int[] cut;
    private boolean fixed;
    private boolean isCut;

    private ZstdParameters(ZstdCompressCtx context, int level) {
        this.context = context;
        ofLevel = OF_LEVEL[Math.max(level, 0)];
        cut = Arrays.stream(CUTS).filter(row -> level == row[0]).findAny().orElse(NO_CUT);
    }

    /**
     * Creates a context, owned by the caller, for a level in the library's range. With zstd-jni before 1.5.5-5, only the
     * level and the number of workers are set.
     */
    static ZstdParameters newContext(CompressionSettings settings) {
        ZstdCompressCtx context = new ZstdCompressCtx();
        boolean complete = false;
        try {
            int level = settings.level();
            context.setLevel(level).setWorkers(settings.workers());
            ZstdParameters parameters = new ZstdParameters(context, level);
            try {
                int[] values = parameters.ofLevel;
                context.setChainLog(values[0])
                        .setHashLog(values[1])
                        .setSearchLog(values[2])
                        .setMinMatch(values[3])
                        .setTargetLength(level < 0 ? -level : values[4])
                        .setStrategy(values[5]);
            } catch (NoSuchMethodError e) {
                parameters.fixed = true; // an older zstd-jni, whose parameters depend on the page's length
            }
            complete = true;
            return parameters;
        } finally {
            if (!complete) {
                context.close();
            }
        }
    }

    /** Returns the context, with the parameters of the last block. */
    ZstdCompressCtx context() {
        return context;
    }

    /** Sets the sizes of the tables for the next block, which has {@code size} bytes. */
    void fit(int size) {
        boolean toBeCut = size <= cut[1] && !fixed;
        if (toBeCut != isCut) {
            context.setChainLog(toBeCut ? cut[2] : ofLevel[0]).setHashLog(toBeCut ? cut[3] : ofLevel[1]);
            isCut = toBeCut;
        }
    }
}
