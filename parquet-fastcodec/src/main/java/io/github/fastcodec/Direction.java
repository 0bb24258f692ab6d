// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

/** Whether pages are compressed or decompressed. */
public enum Direction {
    /** Compression: pages are written. */
    COMPRESS,
    /** Decompression: pages are read. */
    DECOMPRESS
}
