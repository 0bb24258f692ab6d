// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The codec factories that are compared. */
public enum Implementation {
    /** What every job has that names no factory. */
    PARQUET_JAVA("parquet-java") {
        @Override
        public CompressionCodecFactory newFactory(Configuration configuration) {
            return new CodecFactory(configuration, ParquetWriter.DEFAULT_PAGE_SIZE);
        }
    },
    PARQUET_JAVA_DIRECT("parquet-java-direct") {
        @Override
        public CompressionCodecFactory newFactory(Configuration configuration) {
            return CodecFactory.createDirectCodecFactory(
                    configuration, DirectByteBufferAllocator.getInstance(), ParquetWriter.DEFAULT_PAGE_SIZE);
        }
    },
    FASTCODEC("fastcodec") {
        @Override
        public CompressionCodecFactory newFactory(Configuration configuration) {
            return new FastCodecFactory(FastCodecOptions.from(configuration::get));
        }
    },

    /** The same, which decompresses and compares each page that it has compressed. */
    FASTCODEC_VERIFIED("fastcodec-verified") {
        @Override
        public CompressionCodecFactory newFactory(Configuration configuration) {
            return new FastCodecFactory(FastCodecOptions.from(
                    key -> key.equals("parquet.fastcodec.verify.compression") ? "true" : configuration.get(key)));
        }
    },

    /** parquet-java's own factory, with our codecs where it looks for its own: in the whole JVM, from then on. */
    FASTCODEC_HADOOP("fastcodec-hadoop") {
        @Override
        public CompressionCodecFactory newFactory(Configuration configuration) {
            if (!FastCodecInstaller.install(configuration)) {
                throw new IllegalStateException("our codecs are not in place; the log says why");
            }
            return PARQUET_JAVA.newFactory(configuration);
        }
    },

    /** parquet-java's own factory in a JVM with the agent. */
    FASTCODEC_AGENT("fastcodec-agent") {
        @Override
        public CompressionCodecFactory newFactory(Configuration configuration) {
            if (!isAgentThere()) {
                throw new IllegalStateException(
                        "fastcodec-agent needs a JVM with the agent; add -jvmArgsAppend -javaagent:FILE");
            }
            return PARQUET_JAVA.newFactory(configuration);
        }
    };

    private final String title;

    Implementation(String title) {
        this.title = title;
    }

    /** Returns a new factory under that configuration. */
    public abstract CompressionCodecFactory newFactory(Configuration configuration);

    /** Returns a new factory with defaults. */
    public CompressionCodecFactory newFactory() {
        return newFactory(Defaults.CONFIGURATION);
    }

    /**
     * Returns the implementation of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Implementation of(String title) {
        for (Implementation implementation : values()) {
            if (implementation.title.equals(title)) {
                return implementation;
            }
        }
        throw new IllegalArgumentException("no implementation has the name " + title);
    }

    @Override
    public String toString() {
        return title;
    }

    /** Returns whether this JVM has the agent, by the class of the compressors of parquet-java's own factory. */
    public static boolean isAgentThere() {
        CodecFactory factory = new CodecFactory(Defaults.CONFIGURATION, ParquetWriter.DEFAULT_PAGE_SIZE);
        try {
            return factory.getCompressor(CompressionCodecName.SNAPPY)
                    .getClass()
                    .getSimpleName()
                    .startsWith("FastCodecAgent");
        } finally {
            factory.release();
        }
    }

    /** A configuration that has read Hadoop's files, as a job's has: that takes as long as a small Parquet file. */
    private static final class Defaults {
        private static final Configuration CONFIGURATION = new Configuration();

        static {
            CONFIGURATION.size(); // reads the files
        }
    }
}
