// SPDX-License-Identifier: Apache-2.0
/** Internal: samples of files and pages that are too many to measure, and the error of an estimate from one. */
@NullMarked
package io.github.fastcodec.internal.sampling;

import org.jspecify.annotations.NullMarked;
