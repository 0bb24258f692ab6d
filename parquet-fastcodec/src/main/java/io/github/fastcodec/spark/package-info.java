// SPDX-License-Identifier: Apache-2.0
/** Puts this project into Spark's Parquet, and its counters into Spark's metrics. */
@NullMarked
package io.github.fastcodec.spark;

import org.jspecify.annotations.NullMarked;
