// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the agent in its own class loader. It patches factories, and serves them. It uses the public API of
 * parquet-fastcodec, and three of its internal packages:
 *
 * <ul>
 *   <li>{@code internal.page}, because pages cross the class loaders as a size and bytes: the {@code BytesInput} of the
 *       application's parquet-java is not the class that parquet-fastcodec uses;
 *   <li>{@code internal.engines}, because the log line names engines and the versions of jars;
 *   <li>{@code internal.settings}, to read the switch and the key of a codec's engine in the same way as parquet-fastcodec
 *       does.
 * </ul>
 */
@NullMarked
package io.github.fastcodec.internal.agent.inside;

import org.jspecify.annotations.NullMarked;
