// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses and decompresses a page with several codecs, using the parquet-java of this class's loader. */
public final class PagesProgram implements Callable<Object> {

    private static final int SIZE = 3_000;

    @Override
    public Object call() throws Exception {
        CodecFactory factory = new CodecFactory(new Configuration(false), 0);
        for (CompressionCodecName codec :
                List.of(CompressionCodecName.ZSTD, CompressionCodecName.SNAPPY, CompressionCodecName.GZIP)) {
            BytesInput page = factory.getCompressor(codec).compress(BytesInput.from(new byte[SIZE]));
            if (factory.getDecompressor(codec).decompress(page, SIZE).size() != SIZE) {
                throw new AssertionError();
            }
        }
        factory.release();
        CodecFactory direct = CodecFactory.createDirectCodecFactory(
                new Configuration(false), DirectByteBufferAllocator.getInstance(), 0);
        direct.getCompressor(CompressionCodecName.SNAPPY).compress(BytesInput.from(new byte[SIZE]));
        direct.release();
        return null;
    }
}
