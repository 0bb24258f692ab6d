// SPDX-License-Identifier: Apache-2.0
/** Exposes this project's counters through Micrometer, for applications that have it on their class path. */
@NullMarked
package io.github.fastcodec.micrometer;

import org.jspecify.annotations.NullMarked;
