// SPDX-License-Identifier: Apache-2.0
/** Internal: tables whose log knows each file, and how their files are recompressed through that log. */
@NullMarked
package io.github.fastcodec.internal.tables;

import org.jspecify.annotations.NullMarked;
