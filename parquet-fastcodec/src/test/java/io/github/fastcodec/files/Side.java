// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.hadoop.BridgedCodecFactory;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Whose factory writes a file, or reads it. */
enum Side {
    PARQUET_JAVA {
        @Override
        CompressionCodecFactory newFactory() {
            return new CodecFactory(new PlainParquetConfiguration(), ParquetWriter.DEFAULT_PAGE_SIZE);
        }

        @Override
        boolean serves(CompressionCodecName codec) {
            return !MISSING_IN_PARQUET_JAVA.contains(codec);
        }
    },
    FAST_CODEC {
        @Override
        CompressionCodecFactory newFactory() {
            return new FastCodecFactory();
        }

        @Override
        boolean serves(CompressionCodecName codec) {
            return true;
        }
    },
    /** Our factory where no native library loads. */
    PURE_JAVA {
        @Override
        CompressionCodecFactory newFactory() {
            return new FastCodecFactory(FastCodecOptions.from(PURE_JAVA_ENGINES::get));
        }

        @Override
        boolean serves(CompressionCodecName codec) {
            return PURE_JAVA_ENGINES.containsKey(engineKey(codec));
        }
    },
    /** parquet-java's factory with our codecs installed. */
    HADOOP_BRIDGE {
        @Override
        CompressionCodecFactory newFactory() {
            return new BridgedCodecFactory();
        }

        @Override
        boolean serves(CompressionCodecName codec) {
            return true;
        }
    };

    /** parquet-java names Hadoop codecs for these that are in no library of the tests; {@link PairingTest} pins them. */
    static final Set<CompressionCodecName> MISSING_IN_PARQUET_JAVA =
            EnumSet.of(CompressionCodecName.LZO, CompressionCodecName.BROTLI);

    /** The engines that stand behind native ones and compress as well, by the key that asks for them. */
    static final Map<String, String> PURE_JAVA_ENGINES = Map.of(
            engineKey(CompressionCodecName.SNAPPY), "aircompressor",
            engineKey(CompressionCodecName.GZIP), "jdk-zlib",
            engineKey(CompressionCodecName.ZSTD), "aircompressor",
            engineKey(CompressionCodecName.LZ4_RAW), "aircompressor",
            engineKey(CompressionCodecName.LZ4), "aircompressor");

    private static String engineKey(CompressionCodecName codec) {
        return "parquet.fastcodec.engine." + codec.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a new factory with default options. */
    abstract CompressionCodecFactory newFactory();

    /** Returns whether the factories of this side know a codec. */
    abstract boolean serves(CompressionCodecName codec);
}
