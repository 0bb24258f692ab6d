// SPDX-License-Identifier: Apache-2.0
/** The Java agent: {@code -javaagent:parquet-fastcodec-agent-VERSION.jar} serves every copy of parquet-java in a JVM. */
@NullMarked
package io.github.fastcodec.agent;

import org.jspecify.annotations.NullMarked;
