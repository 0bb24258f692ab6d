// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.CompressionSettings;

/**
 * Which level of libdeflate stands for a level of zlib's, for each kind of page: one by which files are no larger than
 * docs/engines.md says. FileSizesTest holds it.
 */
final class GzipEfforts {

    /** By zlib level, 0 to 9. */
    private static final int[] SAME_SIZE = {0, 1, 1, 1, 3, 5, 5, 6, 6, 6};

    private static final int[] SAME_SIZE_CODES_ONLY = {0, 2, 2, 2, 3, 4, 5, 5, 5, 5};

    private static final int[] SAME_SIZE_SHORT_REPEATS = {0, 1, 1, 2, 3, 6, 7, 7, 7, 7};

    private static final int[] SAME_SIZE_FEW_VALUES = {0, 1, 1, 3, 4, 6, 7, 8, 8, 8};

    private static final int[] SAME_SIZE_UNEVEN_REPEATS = {0, 1, 1, 1, 3, 5, 6, 6, 7, 7};

    private static final int[] FAST = {0, 1, 1, 1, 1, 2, 3, 3, 4, 4};

    private static final int[] FAST_TEXT = {0, 1, 1, 1, 2, 3, 5, 5, 6, 6};

    private static final int[] FAST_FEW_VALUES = {0, 1, 1, 2, 3, 4, 6, 6, 6, 6};

    private GzipEfforts() {}

    /** Returns the level for a page of that kind. */
    static int libdeflateLevel(CompressionSettings settings, PageKind kind) {
        switch (settings.effort()) {
            case SAME_SIZE:
                return sameSize(kind)[settings.level()];
            case FAST:
                return fast(kind)[settings.level()];
            default:
                return settings.level();
        }
    }

    private static int[] fast(PageKind kind) {
        switch (kind) {
            case SHORT_REPEATS:
            case UNEVEN_REPEATS:
                return FAST_TEXT;
            case FEW_VALUES:
                return FAST_FEW_VALUES;
            default:
                return FAST;
        }
    }

    private static int[] sameSize(PageKind kind) {
        switch (kind) {
            case CODES_ONLY:
                return SAME_SIZE_CODES_ONLY;
            case SHORT_REPEATS:
                return SAME_SIZE_SHORT_REPEATS;
            case FEW_VALUES:
                return SAME_SIZE_FEW_VALUES;
            case UNEVEN_REPEATS:
                return SAME_SIZE_UNEVEN_REPEATS;
            default:
                return SAME_SIZE;
        }
    }
}
