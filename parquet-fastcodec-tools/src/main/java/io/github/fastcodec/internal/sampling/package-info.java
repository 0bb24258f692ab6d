// SPDX-License-Identifier: Apache-2.0
/** Internal: samples of files and pages, where all would be too many to measure, and the error of an estimate from a sample. */
@NullMarked
package io.github.fastcodec.internal.sampling;

import org.jspecify.annotations.NullMarked;
