// SPDX-License-Identifier: Apache-2.0
/** Checks of a column chunk: the pages together, against its statistics and the other chunks of the row group. */
@NullMarked
package io.github.fastcodec.internal.verify.chunk;

import org.jspecify.annotations.NullMarked;
