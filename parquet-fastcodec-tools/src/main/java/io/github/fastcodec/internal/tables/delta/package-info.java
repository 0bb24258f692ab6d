// SPDX-License-Identifier: Apache-2.0
/** Internal: Delta tables. No other package refers to Delta Lake's types. */
@NullMarked
package io.github.fastcodec.internal.tables.delta;

import org.jspecify.annotations.NullMarked;
