// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.demo;

import io.github.fastcodec.FastCodecFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;

/** The two codec factories that the demo compares. */
enum Implementation {
    PARQUET_JAVA("parquet-java") {
        @Override
        CompressionCodecFactory newFactory() {
            return new CodecFactory(new Configuration(), ParquetWriter.DEFAULT_PAGE_SIZE);
        }
    },
    FASTCODEC("fastcodec") {
        @Override
        CompressionCodecFactory newFactory() {
            return new FastCodecFactory();
        }
    };

    private final String title;

    Implementation(String title) {
        this.title = title;
    }

    abstract CompressionCodecFactory newFactory();

    @Override
    public String toString() {
        return title;
    }
}
