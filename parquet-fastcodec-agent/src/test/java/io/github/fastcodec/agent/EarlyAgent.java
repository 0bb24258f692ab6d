// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.lang.instrument.Instrumentation;

/** A third party's agent that starts first and uses parquet-java at once. */
public final class EarlyAgent {

    private EarlyAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) throws ClassNotFoundException {
        Class.forName("org.apache.parquet.hadoop.CodecFactory", true, ClassLoader.getSystemClassLoader());
        System.err.println("CodecFactory is loaded before the agent");
    }
}
