// SPDX-License-Identifier: Apache-2.0
/** Puts this project into Spark's Parquet, and its counters into Spark's metrics. */
package io.github.fastcodec.spark;
