// SPDX-License-Identifier: Apache-2.0
/** The findings in a file, and the rows that are lost. */
@NullMarked
package io.github.fastcodec.internal.verify.finding;

import org.jspecify.annotations.NullMarked;
