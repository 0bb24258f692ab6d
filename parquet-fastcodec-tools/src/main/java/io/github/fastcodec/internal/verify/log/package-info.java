// SPDX-License-Identifier: Apache-2.0
/** Checks of a file against its entry in a table's log. */
@NullMarked
package io.github.fastcodec.internal.verify.log;

import org.jspecify.annotations.NullMarked;
