// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet in jobs of Flink 1.20 to 2.3: bulk writers, a wrapper for readers, and the SQL format {@code parquet-fastcodec}.
 *
 * <p>Code that needs Avro, Flink's tables or flink-parquet is in separate classes, so that jobs without these libraries
 * work.
 */
@NullMarked
package io.github.fastcodec.flink;

import org.jspecify.annotations.NullMarked;
