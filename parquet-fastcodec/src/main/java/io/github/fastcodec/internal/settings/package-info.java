// SPDX-License-Identifier: Apache-2.0
/** The table of settings, which parsing, the documentation, the Doctor and Flink's options use. */
@NullMarked
package io.github.fastcodec.internal.settings;

import org.jspecify.annotations.NullMarked;
