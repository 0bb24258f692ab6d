// SPDX-License-Identifier: Apache-2.0
/** The part of the agent that its own class loader has: what patches factories, and what serves them. */
@NullMarked
package io.github.fastcodec.internal.agent.inside;

import org.jspecify.annotations.NullMarked;
