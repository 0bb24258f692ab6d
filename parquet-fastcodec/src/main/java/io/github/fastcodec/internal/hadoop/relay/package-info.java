// SPDX-License-Identifier: Apache-2.0
/**
 * Internal: the codecs that this project puts into parquet-java's codec map. Its classes name types of the JDK and of Hadoop only, so that they can be
 * loaded beside parquet-java and outlive every copy of this project that they pass pages to.
 */
@NullMarked
package io.github.fastcodec.internal.hadoop.relay;

import org.jspecify.annotations.NullMarked;
