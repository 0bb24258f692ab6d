// SPDX-License-Identifier: Apache-2.0
/** What the Doctor finds out of engines and keys, and how it is printed. */
@NullMarked
package io.github.fastcodec.internal.doctor;

import org.jspecify.annotations.NullMarked;
