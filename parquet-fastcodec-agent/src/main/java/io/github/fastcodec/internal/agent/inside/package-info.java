// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the agent that its own class loader has: what patches factories, and what serves them. It stands on the codec's public
 * API, and besides on
 *
 * <ul>
 *   <li>{@code internal.page}: a page comes as a size and its bytes, because the {@code BytesInput} of the application's parquet-java
 *       is none of the codec's;
 *   <li>{@code internal.engines}: the log line names the engines and the versions of jars;
 *   <li>{@code internal.settings}: the switch and the key of a codec's engine are read as the codec reads its keys.
 * </ul>
 */
@NullMarked
package io.github.fastcodec.internal.agent.inside;

import org.jspecify.annotations.NullMarked;
