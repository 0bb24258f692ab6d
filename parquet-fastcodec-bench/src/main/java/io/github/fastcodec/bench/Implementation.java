// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;

/** The codec factories that benchmarks compare. */
public enum Implementation {
    /** The factory of every job that does not name a factory. */
    PARQUET_JAVA("parquet-java") {
        @Override
        CompressionCodecFactory newFactory(Configuration configuration) {
            return new CodecFactory(configuration, ParquetWriter.DEFAULT_PAGE_SIZE);
        }
    },
    FASTCODEC("fastcodec") {
        @Override
        CompressionCodecFactory newFactory(Configuration configuration) {
            return new FastCodecFactory(FastCodecOptions.from(configuration::get));
        }
    },

    /** Like {@link #FASTCODEC}, but decompresses and compares each page after compressing it. */
    FASTCODEC_VERIFIED("fastcodec-verified") {
        @Override
        CompressionCodecFactory newFactory(Configuration configuration) {
            return new FastCodecFactory(FastCodecOptions.from(
                    key -> key.equals("parquet.fastcodec.verify.compression") ? "true" : configuration.get(key)));
        }
    },

    /** parquet-java's own factory with our codecs installed in its map. They stay installed in the whole JVM. */
    FASTCODEC_HADOOP("fastcodec-hadoop") {
        @Override
        CompressionCodecFactory newFactory(Configuration configuration) {
            if (!FastCodecInstaller.install(configuration)) {
                throw new IllegalStateException("parquet-fastcodec's codecs are not installed; the log says why");
            }
            return PARQUET_JAVA.newFactory(configuration);
        }
    };

    private final String title;

    Implementation(String title) {
        this.title = title;
    }

    abstract CompressionCodecFactory newFactory(Configuration configuration);

    /** Returns a new factory with the default configuration. */
    public CompressionCodecFactory newFactory() {
        return newFactory(Defaults.CONFIGURATION);
    }

    /**
     * Returns the implementation with a title.
     *
     * @throws IllegalArgumentException if no implementation has this title
     */
    public static Implementation of(String title) {
        for (Implementation implementation : values()) {
            if (implementation.title.equals(title)) {
                return implementation;
            }
        }
        throw new IllegalArgumentException(
                "implementation " + title + " is unknown, expected one of " + Arrays.toString(values()));
    }

    @Override
    public String toString() {
        return title;
    }

    /** A configuration that has already read Hadoop's files, as in a job. Reading them takes as long as a small Parquet file. */
    private static final class Defaults {
        private static final Configuration CONFIGURATION = new Configuration();

        static {
            CONFIGURATION.size(); // reads the files
        }
    }
}
