// SPDX-License-Identifier: Apache-2.0
/** Installs the codecs in Spark's parquet-java, and adds the page counters to Spark's metrics. */
@NullMarked
package io.github.fastcodec.spark;

import org.jspecify.annotations.NullMarked;
