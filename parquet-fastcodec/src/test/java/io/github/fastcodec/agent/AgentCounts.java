// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.util.function.BiFunction;

/** In a child JVM without any class of ours but the agent's: what the agent counts. */
final class AgentCounts {

    private AgentCounts() {}

    /** Returns the pages of a codec that went through the agent; -1 if there is none, or one that a test has broken. */
    static long pages(Object codec, boolean written) throws ReflectiveOperationException {
        return counter(codec, written, 0);
    }

    /** Returns the pages of a codec that failed in the agent. */
    static long failures(Object codec, boolean written) throws ReflectiveOperationException {
        return counter(codec, written, 4);
    }

    @SuppressWarnings("unchecked") // as the class says
    private static long counter(Object codec, boolean written, int counter) throws ReflectiveOperationException {
        try {
            BiFunction<Object, Object, Object> hook = (BiFunction<Object, Object, Object>)
                    Class.forName("io.github.fastcodec.internal.agent.Hook", true, ClassLoader.getSystemClassLoader())
                            .getConstructor()
                            .newInstance();
            long[] counters = (long[]) hook.apply("pages", codec + (written ? "/COMPRESS" : "/DECOMPRESS"));
            return counters == null ? -1 : counters[counter];
        } catch (ClassNotFoundException | NullPointerException e) {
            return -1;
        }
    }
}
