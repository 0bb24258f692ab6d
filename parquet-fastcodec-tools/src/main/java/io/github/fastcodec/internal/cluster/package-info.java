// SPDX-License-Identifier: Apache-2.0
/** Internal: files that many machines recompress; what a cluster must offer for it, and what is done there. */
@NullMarked
package io.github.fastcodec.internal.cluster;

import org.jspecify.annotations.NullMarked;
