// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.CompressionSettings;

/**
 * Which level of libdeflate stands for which of zlib's, found by measurement: docs/engines.md has the table with speeds and
 * sizes, and the command in the bench module that makes it.
 */
final class GzipEfforts {

    /** By zlib level, 0 to 9. Text needs less effort than other pages at the low levels and more at the high ones. */
    private static final int[] SAME_SIZE = {0, 2, 2, 2, 3, 4, 6, 6, 7, 7};

    private static final int[] SAME_SIZE_TEXT = {0, 1, 1, 1, 3, 4, 7, 7, 7, 7};

    private static final int[] FAST = {0, 1, 1, 1, 1, 2, 3, 3, 3, 3};

    private GzipEfforts() {}

    /** Returns the level for a page, of text or not. */
    static int libdeflateLevel(CompressionSettings settings, boolean text) {
        switch (settings.effort()) {
            case SAME_SIZE:
                return (text ? SAME_SIZE_TEXT : SAME_SIZE)[settings.level()];
            case FAST:
                return FAST[settings.level()];
            default:
                return settings.level();
        }
    }
}
