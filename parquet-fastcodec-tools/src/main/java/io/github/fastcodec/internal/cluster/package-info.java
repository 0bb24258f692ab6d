// SPDX-License-Identifier: Apache-2.0
/** Internal: recompresses, measures and verifies files on the machines of a cluster, and defines what a cluster must offer for that. */
@NullMarked
package io.github.fastcodec.internal.cluster;

import org.jspecify.annotations.NullMarked;
