// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.agent;

import io.github.fastcodec.internal.hadoop.agent.metadata.CompressionCodecName;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;

/** A parquet-java that the Java agent has changed. */
public class CodecFactory {

    /** Nothing reads it. */
    protected static final Map<String, CompressionCodec> CODEC_BY_NAME = new HashMap<>();

    /** As parquet-java has it. */
    public CodecFactory(Configuration configuration, int pageSize) {}

    /** What the agent defines beside a factory has such a name. */
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
