// SPDX-License-Identifier: Apache-2.0
/** Checks of a page: its levels, its values and its indexes. */
@NullMarked
package io.github.fastcodec.internal.verify.page;

import org.jspecify.annotations.NullMarked;
