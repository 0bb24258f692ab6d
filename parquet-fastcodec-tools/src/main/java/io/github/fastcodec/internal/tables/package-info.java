// SPDX-License-Identifier: Apache-2.0
/** Internal: recompresses and verifies tables whose log lists every file. */
@NullMarked
package io.github.fastcodec.internal.tables;

import org.jspecify.annotations.NullMarked;
