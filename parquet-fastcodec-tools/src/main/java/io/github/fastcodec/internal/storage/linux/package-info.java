// SPDX-License-Identifier: Apache-2.0
/** Internal: file attributes of Linux that Java cannot read. Uses JNA, which may be missing. */
@NullMarked
package io.github.fastcodec.internal.storage.linux;

import org.jspecify.annotations.NullMarked;
