// SPDX-License-Identifier: Apache-2.0
/** Puts this project's counters into Micrometer, for applications that have it on their class path. */
@NullMarked
package io.github.fastcodec.micrometer;

import org.jspecify.annotations.NullMarked;
