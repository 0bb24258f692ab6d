// SPDX-License-Identifier: Apache-2.0
/**
 * Class templates. They are compiled once against parquet-java, and defined again in the package of each codec factory
 * that the agent serves, with the type names of that factory's parquet-java. They use only types of the JDK, and types and
 * methods that parquet-java has had since 1.10.
 */
@NullMarked
package io.github.fastcodec.internal.agent.adapter;

import org.jspecify.annotations.NullMarked;
