// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.shim;

import io.github.fastcodec.internal.hadoop.shim.metadata.CompressionCodecName;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;

/** A parquet-java to come, which keeps the map and looks for its codecs elsewhere. */
public class CodecFactory {

    /** Nothing reads it. */
    protected static final Map<String, CompressionCodec> CODEC_BY_NAME = new HashMap<>();

    /** As parquet-java has it. */
    public CodecFactory(Configuration configuration, int pageSize) {}

    /** Returns what no codec of the map made. */
    public Object getCompressor(CompressionCodecName codec) {
        return codec;
    }

    /** Returns what no codec of the map made. */
    public Object getDecompressor(CompressionCodecName codec) {
        return codec;
    }

    /** Has nothing to release. */
    public void release() {}
}
