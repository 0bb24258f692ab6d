// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.link;

/** Whether the Java agent is in this JVM. Safe for use by many threads. */
public final class AgentLink {

    /** What the names of the agent's compressors and decompressors begin with, in a factory's package. */
    public static final String ADAPTER = "FastCodecAgent";

    private static final boolean IS_THERE = find();

    private AgentLink() {}

    private static boolean find() {
        try {
            Class.forName("io.github.fastcodec.agent.Agent", false, ClassLoader.getSystemClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // no agent, which is how most JVMs are
        }
    }

    /** Returns whether the agent is there. */
    public static boolean isThere() {
        return IS_THERE;
    }
}
