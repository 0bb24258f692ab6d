// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

/** The direction of a page; parquet-fastcodec's own type is missing where only the agent is. */
enum Direction {
    COMPRESS,
    DECOMPRESS
}
