// SPDX-License-Identifier: Apache-2.0
/** The Doctor's findings about engines, and how they are printed. */
@NullMarked
package io.github.fastcodec.internal.doctor;

import org.jspecify.annotations.NullMarked;
