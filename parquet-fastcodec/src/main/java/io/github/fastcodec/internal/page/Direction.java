// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

/** Whether a page is compressed or decompressed. */
public enum Direction {
    /** A page that is written. */
    COMPRESS,
    /** A page that is read. */
    DECOMPRESS
}
