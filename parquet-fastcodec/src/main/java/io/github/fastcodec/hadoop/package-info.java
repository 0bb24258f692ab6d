// SPDX-License-Identifier: Apache-2.0
/**
 * Installation through Hadoop's configuration, for frameworks that create parquet-java's own codec factory: Spark,
 * MapReduce, Hive and everything else that uses {@code ParquetOutputFormat} and {@code ParquetInputFormat}.
 */
@NullMarked
package io.github.fastcodec.hadoop;

import org.jspecify.annotations.NullMarked;
