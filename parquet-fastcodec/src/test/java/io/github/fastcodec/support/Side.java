// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.hadoop.HadoopCodecsFactory;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The side whose factory writes or reads a file. */
public enum Side {
    PARQUET_JAVA {
        @Override
        public CompressionCodecFactory newFactory() {
            return new CodecFactory(new PlainParquetConfiguration(), ParquetWriter.DEFAULT_PAGE_SIZE);
        }

        @Override
        public boolean serves(CompressionCodecName codec) {
            return !MISSING_IN_PARQUET_JAVA.contains(codec);
        }
    },
    FAST_CODEC {
        @Override
        public CompressionCodecFactory newFactory() {
            return new FastCodecFactory();
        }

        @Override
        public boolean serves(CompressionCodecName codec) {
            return true;
        }
    },
    /** Our factory with pure-Java engines, as if no native library loaded. */
    PURE_JAVA {
        @Override
        public CompressionCodecFactory newFactory() {
            return new FastCodecFactory(FastCodecOptions.from(PURE_JAVA_ENGINES::get));
        }

        @Override
        public boolean serves(CompressionCodecName codec) {
            return PURE_JAVA_ENGINES.containsKey(engineKey(codec));
        }
    },
    /** parquet-java's factory with our codecs installed. */
    HADOOP_BRIDGE {
        @Override
        public CompressionCodecFactory newFactory() {
            return new HadoopCodecsFactory();
        }

        @Override
        public boolean serves(CompressionCodecName codec) {
            return true;
        }
    };

    /** Codecs for which parquet-java names Hadoop codecs that no library of the tests contains; PairingTest pins them. */
    public static final Set<CompressionCodecName> MISSING_IN_PARQUET_JAVA =
            EnumSet.of(CompressionCodecName.LZO, CompressionCodecName.BROTLI);

    /** The pure-Java engines that also compress, by the key that selects them. */
    public static final Map<String, String> PURE_JAVA_ENGINES = Map.of(
            engineKey(CompressionCodecName.SNAPPY), "aircompressor",
            engineKey(CompressionCodecName.GZIP), "jdk-zlib",
            engineKey(CompressionCodecName.ZSTD), "aircompressor",
            engineKey(CompressionCodecName.LZ4_RAW), "aircompressor",
            engineKey(CompressionCodecName.LZ4), "aircompressor");

    private static String engineKey(CompressionCodecName codec) {
        return "parquet.fastcodec.engine." + codec.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a new factory with default options. */
    public abstract CompressionCodecFactory newFactory();

    /** Returns whether the factories of this side support a codec. */
    public abstract boolean serves(CompressionCodecName codec);
}
