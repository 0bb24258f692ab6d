// SPDX-License-Identifier: Apache-2.0
/** Internal: Iceberg's tables. Nothing else names Iceberg's types. */
@NullMarked
package io.github.fastcodec.internal.tables.iceberg;

import org.jspecify.annotations.NullMarked;
