// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relocated;

import io.github.fastcodec.internal.hadoop.relocated.metadata.CompressionCodecName;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;

/** A relocated copy of parquet-java's factory, as far as it matters to an installation. */
public class CodecFactory {

    /** As parquet-java has it. */
    protected static final Map<String, CompressionCodec> CODEC_BY_NAME = Collections.synchronizedMap(new GuardedMap());

    /** Fails if it is iterated without its lock, because other threads may change it at the same time. */
    private static final class GuardedMap extends HashMap<String, CompressionCodec> {
        private static final long serialVersionUID = 1;

        @Override
        public Collection<CompressionCodec> values() {
            Collection<CompressionCodec> values = super.values();
            return new AbstractCollection<>() {
                @Override
                public Iterator<CompressionCodec> iterator() {
                    if (!Thread.holdsLock(CODEC_BY_NAME)) {
                        throw new ConcurrentModificationException("without the lock of the map");
                    }
                    return values.iterator();
                }

                @Override
                public int size() {
                    return values.size();
                }
            };
        }
    }

    /** Whether the next factory runs out of memory. */
    @SuppressWarnings("NonFinalStaticField") // set by one thread, in a class loader of its own
    public static boolean isOutOfMemory;

    /** As parquet-java has it. */
    public CodecFactory(Configuration configuration, int pageSize) {
        if (isOutOfMemory) {
            isOutOfMemory = false;
            throw new OutOfMemoryError("of the test");
        }
    }

    /** Looks for a codec where parquet-java does. */
    public Object getCompressor(CompressionCodecName codec) {
        return CodecPool.getCompressor(CODEC_BY_NAME.get(codec.getHadoopCompressionCodecClassName()));
    }

    /** Looks for a codec where parquet-java does. */
    public Object getDecompressor(CompressionCodecName codec) {
        return CodecPool.getDecompressor(CODEC_BY_NAME.get(codec.getHadoopCompressionCodecClassName()));
    }

    /** Has nothing to release. */
    public void release() {}
}
