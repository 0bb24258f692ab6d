// SPDX-License-Identifier: Apache-2.0
/** Checks of a footer: its schema, its statistics, and what readers require of both. */
@NullMarked
package io.github.fastcodec.internal.verify.footer;

import org.jspecify.annotations.NullMarked;
