// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the agent in the system class loader. It uses only JDK types, and loads nothing else until a codec factory is
 * loaded. Everything else is in {@code inside}, in the agent's own class loader.
 */
@NullMarked
package io.github.fastcodec.internal.agent;

import org.jspecify.annotations.NullMarked;
