// SPDX-License-Identifier: Apache-2.0
/** Internal: texts of files and of the system as a person reads them, without control characters. */
@NullMarked
package io.github.fastcodec.internal.text;

import org.jspecify.annotations.NullMarked;
