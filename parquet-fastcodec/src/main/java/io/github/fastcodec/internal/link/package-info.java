// SPDX-License-Identifier: Apache-2.0
/** Internal: whether the Java agent is in this JVM. */
@NullMarked
package io.github.fastcodec.internal.link;

import org.jspecify.annotations.NullMarked;
