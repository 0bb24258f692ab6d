// SPDX-License-Identifier: Apache-2.0
/** Internal: samples of files and pages that are too numerous to measure completely, and the errors of estimates from samples. */
@NullMarked
package io.github.fastcodec.internal.sampling;

import org.jspecify.annotations.NullMarked;
