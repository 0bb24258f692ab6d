// SPDX-License-Identifier: Apache-2.0
/** Internal: how a copy of this project finds the one that the Java agent has loaded in the same JVM. */
@NullMarked
package io.github.fastcodec.internal.link;

import org.jspecify.annotations.NullMarked;
