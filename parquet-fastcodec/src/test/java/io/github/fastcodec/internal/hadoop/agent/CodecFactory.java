// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.agent;

import io.github.fastcodec.internal.hadoop.agent.metadata.CompressionCodecName;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;

/** A parquet-java that the Java agent has changed. */
public class CodecFactory {

    /** A map that nothing reads. */
    protected static final Map<String, CompressionCodec> CODEC_BY_NAME = new HashMap<>();

    /** The same constructor as parquet-java's. */
    public CodecFactory(Configuration configuration, int pageSize) {}

    /** A class with the name of those that the agent defines next to a factory. */
    private static final class FastCodecAgentPages {}

    /** Returns what the agent made. */
    public Object getCompressor(CompressionCodecName codec) {
        return new FastCodecAgentPages();
    }

    /** Returns what the agent made. */
    public Object getDecompressor(CompressionCodecName codec) {
        return new FastCodecAgentPages();
    }

    /** Has nothing to release. */
    public void release() {}
}
