// SPDX-License-Identifier: Apache-2.0
/** Internal: what Linux knows of a file and Java does not show. Through JNA, which may be missing. */
@NullMarked
package io.github.fastcodec.internal.storage.linux;

import org.jspecify.annotations.NullMarked;
