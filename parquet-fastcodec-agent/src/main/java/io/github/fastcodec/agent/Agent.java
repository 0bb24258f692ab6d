// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import io.github.fastcodec.internal.agent.AgentStart;
import java.lang.instrument.Instrumentation;

/**
 * The class that the JVM calls for {@code -javaagent:parquet-fastcodec-agent-VERSION.jar[=key=value,...]}. It makes every
 * copy of parquet-java in the JVM, whatever its version, class loader and package, compress and decompress pages with this
 * project's engines, which the agent's jar contains. If the agent cannot serve a copy, parquet-java's own codecs serve it,
 * and one warning on the standard error stream says why.
 */
public final class Agent {

    private Agent() {}

    /**
     * Starts the agent; the JVM calls this before the application's main class. Further calls, for a second
     * {@code -javaagent} with any version of this jar, do nothing.
     *
     * @param arguments settings as {@code key=value}, separated by commas; may be null
     * @param instrumentation supplied by the JVM
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        AgentStart.start(arguments, instrumentation);
    }
}
