// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relocated.metadata;

/** A relocated copy of parquet-java's enum: the names of parquet-java's own codecs are relocated, those of Hadoop's stay. */
public enum CompressionCodecName {
    UNCOMPRESSED(null),
    SNAPPY("io.github.fastcodec.internal.hadoop.relocated.codec.SnappyCodec"),
    GZIP("org.apache.hadoop.io.compress.GzipCodec"),
    ZSTD("io.github.fastcodec.internal.hadoop.relocated.codec.ZstandardCodec"),
    NEWER_THAN_WE_ARE("io.github.fastcodec.internal.hadoop.relocated.codec.NewCodec");

    private final String className;

    CompressionCodecName(String className) {
        this.className = className;
    }

    /** The same method as parquet-java's. */
    public String getHadoopCompressionCodecClassName() {
        return className;
    }
}
