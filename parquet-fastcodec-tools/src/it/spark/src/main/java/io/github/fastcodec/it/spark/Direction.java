// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

/** Which way a page goes; parquet-fastcodec's own type is not there where only the agent is. */
enum Direction {
    COMPRESS,
    DECOMPRESS
}
