// SPDX-License-Identifier: Apache-2.0
/** Internal: Delta Lake's tables. Nothing else names Delta's types. */
@NullMarked
package io.github.fastcodec.internal.tables.delta;

import org.jspecify.annotations.NullMarked;
