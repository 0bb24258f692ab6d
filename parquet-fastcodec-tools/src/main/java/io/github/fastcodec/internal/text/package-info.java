// SPDX-License-Identifier: Apache-2.0
/** Internal: makes texts from files and from the system readable, without control characters. */
@NullMarked
package io.github.fastcodec.internal.text;

import org.jspecify.annotations.NullMarked;
