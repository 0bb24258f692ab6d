// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relocated;

import io.github.fastcodec.internal.hadoop.relocated.metadata.CompressionCodecName;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;

/** A parquet-java whose map another thread empties when the first factory is made, so that it finds nothing of ours in it. */
public class EmptiedCodecFactory {

    /** As parquet-java has it. */
    protected static final Map<String, CompressionCodec> CODEC_BY_NAME =
            Collections.synchronizedMap(new HashMap<String, CompressionCodec>());

    private static boolean emptied;

    /** Empties the map, once. */
    public EmptiedCodecFactory(Configuration configuration, int pageSize) {
        if (!emptied) {
            CODEC_BY_NAME.clear();
            emptied = true;
        }
    }

    /** Looks for a codec where parquet-java does, and has its own if there is none. */
    public Object getCompressor(CompressionCodecName codec) {
        CompressionCodec present = CODEC_BY_NAME.get(codec.getHadoopCompressionCodecClassName());
        return present == null ? codec : CodecPool.getCompressor(present);
    }

    /** Looks for a codec where parquet-java does, and has its own if there is none. */
    public Object getDecompressor(CompressionCodecName codec) {
        CompressionCodec present = CODEC_BY_NAME.get(codec.getHadoopCompressionCodecClassName());
        return present == null ? codec : CodecPool.getDecompressor(present);
    }

    /** Has nothing to release. */
    public void release() {}
}
