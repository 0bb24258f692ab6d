// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop.shim.metadata;

/** The codec names of a future parquet-java. */
public enum CompressionCodecName {
    UNCOMPRESSED(null),
    SNAPPY("io.github.fastcodec.internal.hadoop.shim.codec.SnappyCodec"),
    GZIP("org.apache.hadoop.io.compress.GzipCodec"),
    ZSTD("io.github.fastcodec.internal.hadoop.shim.codec.ZstandardCodec"),
    NEWER_THAN_WE_ARE("io.github.fastcodec.internal.hadoop.shim.codec.NewCodec");

    private final String className;

    CompressionCodecName(String className) {
        this.className = className;
    }

    /** The same method as parquet-java's. */
    public String getHadoopCompressionCodecClassName() {
        return className;
    }
}
