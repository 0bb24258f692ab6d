// SPDX-License-Identifier: Apache-2.0
/** The part of the agent that its own class loader has: what patches factories, and what serves them. */
package io.github.fastcodec.internal.agent.inside;
