// SPDX-License-Identifier: Apache-2.0
/** The table of settings, on which parsing, the documentation, the Doctor and Flink's options are based. */
@NullMarked
package io.github.fastcodec.internal.settings;

import org.jspecify.annotations.NullMarked;
