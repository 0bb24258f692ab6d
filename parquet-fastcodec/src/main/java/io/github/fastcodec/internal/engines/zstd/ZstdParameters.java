// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.github.fastcodec.engine.CompressionSettings;

/**
 * What a level stands for: the parameters that libzstd has for it where it is not told how long the input is. parquet-java
 * compresses pages as such streams, and every block of more than 256 KiB gets the same. For a shorter block of known length
 * libzstd has others, which make some pages smaller and others up to a half larger, and which at most levels from 4 on take
 * longer (docs/engines.md has the figures). What the length is known for is still had: the library cuts its tables down to it.
 */
final class ZstdParameters {

    /**
     * By level: chainLog, hashLog, searchLog, minMatch, targetLength and strategy, as in the first table of libzstd 1.5.7's
     * clevels.h. The row in place of level 0 is for negative levels. A targetLength of 0 leaves the library's choice, which
     * is none at the levels that would use one.
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

    private ZstdParameters() {}

    /** Creates a context, owned by the caller, for a level within the library's range; before zstd-jni 1.5.5-5 without more. */
    static ZstdCompressCtx newContext(CompressionSettings settings) {
        ZstdCompressCtx context = new ZstdCompressCtx();
        boolean complete = false;
        try {
            int level = settings.level();
            context.setLevel(level).setWorkers(settings.workers());
            int[] parameters = OF_LEVEL[level == 0 ? Zstd.defaultCompressionLevel() : Math.max(level, 0)];
            try {
                context.setChainLog(parameters[0])
                        .setHashLog(parameters[1])
                        .setSearchLog(parameters[2])
                        .setMinMatch(parameters[3])
                        .setTargetLength(level < 0 ? -level : parameters[4])
                        .setStrategy(parameters[5]);
            } catch (NoSuchMethodError e) {
                // an older zstd-jni: the library goes by the length of the page
            }
            complete = true;
            return context;
        } finally {
            if (!complete) {
                context.close();
            }
        }
    }
}
