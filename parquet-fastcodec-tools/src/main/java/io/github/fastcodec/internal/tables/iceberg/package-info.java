// SPDX-License-Identifier: Apache-2.0
/** Internal: Iceberg tables. No other package refers to Iceberg's types. */
@NullMarked
package io.github.fastcodec.internal.tables.iceberg;

import org.jspecify.annotations.NullMarked;
