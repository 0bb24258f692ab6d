// SPDX-License-Identifier: Apache-2.0
/**
 * Installation by Hadoop configuration, for jobs that make their codec factory themselves: Spark, MapReduce, Hive and
 * everything else on {@code ParquetOutputFormat} and {@code ParquetInputFormat}.
 */
package io.github.fastcodec.hadoop;
