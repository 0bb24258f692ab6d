// SPDX-License-Identifier: Apache-2.0
/** The table of settings, from which parsing, documentation, the Doctor and Flink's options are made. */
@NullMarked
package io.github.fastcodec.internal.settings;

import org.jspecify.annotations.NullMarked;
