// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.util.function.BiFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The pages that have gone through the agent of this JVM. */
final class AgentPages {

    private AgentPages() {}

    static long compressed(CompressionCodecName codec) throws ReflectiveOperationException {
        return pages(codec + "/COMPRESS");
    }

    static long decompressed(CompressionCodecName codec) throws ReflectiveOperationException {
        return pages(codec + "/DECOMPRESS");
    }

    /** Asks as copies of this project do that stand beside the agent. */
    @SuppressWarnings("unchecked") // as the class says
    private static long pages(String page) throws ReflectiveOperationException {
        BiFunction<Object, Object, Object> hook = (BiFunction<Object, Object, Object>)
                Class.forName("io.github.fastcodec.internal.agent.Hook", true, ClassLoader.getSystemClassLoader())
                        .getConstructor()
                        .newInstance();
        return ((long[]) hook.apply("pages", page))[0];
    }
}
