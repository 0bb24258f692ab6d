// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the agent that the system class loader has: the JDK's types only, and nothing loaded before a codec factory comes.
 * All else is in {@code inside}, in a class loader of the agent's own.
 */
@NullMarked
package io.github.fastcodec.internal.agent;

import org.jspecify.annotations.NullMarked;
