// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * parquet-java's own codec factory with our Hadoop codecs, as if they were installed, without changing other factories of the
 * JVM.
 */
public final class HadoopCodecsFactory extends CodecFactory {

    /** Creates a factory with default options. */
    public HadoopCodecsFactory() {
        super(new PlainParquetConfiguration(), ParquetWriter.DEFAULT_PAGE_SIZE);
    }

    @Override
    protected CompressionCodec getCodec(CompressionCodecName codec) {
        return codec == CompressionCodecName.UNCOMPRESSED ? null : HadoopCodecs.codec(codec, null);
    }
}
