// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.relocated.metadata;

/** What relocation makes of parquet-java's: the names of its own codecs move along, those of Hadoop's stay. */
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

    /** Returns what parquet-java's method of this name returns. */
    public String getHadoopCompressionCodecClassName() {
        return className;
    }
}
