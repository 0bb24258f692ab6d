// SPDX-License-Identifier: Apache-2.0
/** Spark jobs that recompress, measure and verify files. */
@NullMarked
package io.github.fastcodec.jobs;

import org.jspecify.annotations.NullMarked;
