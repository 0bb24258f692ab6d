// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.shim;

import io.github.fastcodec.internal.hadoop.shim.metadata.CompressionCodecName;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;

/** A future parquet-java, which keeps the map but finds its codecs elsewhere. */
public class CodecFactory {

    /** A map that nothing reads. */
    protected static final Map<String, CompressionCodec> CODEC_BY_NAME = new HashMap<>();

    /** The same constructor as parquet-java's. */
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
