// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.agent.metadata;

/** The names of the codecs of a parquet-java to come. */
public enum CompressionCodecName {
    UNCOMPRESSED(null),
    SNAPPY("io.github.fastcodec.internal.hadoop.agent.codec.SnappyCodec"),
    GZIP("org.apache.hadoop.io.compress.GzipCodec"),
    ZSTD("io.github.fastcodec.internal.hadoop.agent.codec.ZstandardCodec"),
    NEWER_THAN_WE_ARE("io.github.fastcodec.internal.hadoop.agent.codec.NewCodec");

    private final String className;

    CompressionCodecName(String className) {
        this.className = className;
    }

    /** Returns what parquet-java's method of this name returns. */
    public String getHadoopCompressionCodecClassName() {
        return className;
    }
}
