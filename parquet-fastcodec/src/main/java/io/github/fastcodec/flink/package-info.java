// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet in Flink jobs, 1.20 to 2.3: bulk writers, a wrapper for readers, and the SQL format {@code parquet-fastcodec}.
 *
 * <p>What needs Avro, Flink's tables or flink-parquet stands in classes of its own, so that a job without them loads.
 */
package io.github.fastcodec.flink;
