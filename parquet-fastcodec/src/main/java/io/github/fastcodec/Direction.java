// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

/** Whether pages are compressed or decompressed. */
public enum Direction {
    /** Pages that are written. */
    COMPRESS,
    /** Pages that are read. */
    DECOMPRESS
}
