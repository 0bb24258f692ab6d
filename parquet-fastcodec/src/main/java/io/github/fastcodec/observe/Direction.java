// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.observe;

/** Which way a page goes through a codec. */
public enum Direction {
    /** A page that is written. */
    COMPRESS,
    /** A page that is read. */
    DECOMPRESS
}
