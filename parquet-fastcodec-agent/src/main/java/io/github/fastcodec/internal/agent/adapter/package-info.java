// SPDX-License-Identifier: Apache-2.0
/**
 * Templates: compiled once against parquet-java, and defined anew in the package of each codec factory that the agent serves,
 * under that factory's names. They use what parquet-java has had since 1.10, and of others only the JDK's types.
 */
@NullMarked
package io.github.fastcodec.internal.agent.adapter;

import org.jspecify.annotations.NullMarked;
