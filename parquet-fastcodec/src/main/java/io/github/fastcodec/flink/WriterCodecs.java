// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;

/** Builds one file's writer so that it compresses with our codecs. */
final class WriterCodecs {

    private static final String CRYPTO_KEY = "parquet.crypto.factory.class";

    /** parquet-java has the method since 1.14. */
    private static final boolean TAKES_FACTORY = Arrays.stream(ParquetWriter.Builder.class.getMethods())
            .anyMatch(method -> method.getName().equals("withCodecFactory"));

    private WriterCodecs() {}

    static <T> ParquetWriter<T> build(ParquetWriter.Builder<T, ?> builder, CodecSettings settings) throws IOException {
        if (settings.enabled()) {
            if (TAKES_FACTORY) {
                builder.withCodecFactory(new FastCodecFactory(settings.options()));
            } else {
                CodecMap.install(ParquetWriter.class, settings, true);
            }
        }
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw isNullPath(e) ? cryptoKeyIsSet(e) : e;
        }
    }

    /** From 1.14.4 on parquet-java makes a Path of the file's for the crypto factory; Flink's files have none. */
    private static boolean isNullPath(IllegalArgumentException e) {
        StackTraceElement[] trace = e.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().equals(Path.class.getName());
    }

    private static IllegalArgumentException cryptoKeyIsSet(IllegalArgumentException cause) {
        return new IllegalArgumentException(
                CRYPTO_KEY + " is set in the Hadoop configuration of this writer, and with it this parquet-java cannot"
                        + " write to Flink's files, which have no path. Remove the key (from the writer's configuration, or"
                        + " from the core-site.xml on the class path): in Flink parquet-fastcodec does not need it. To"
                        + " encrypt, give the writer's builder withEncryption(...).",
                cause);
    }
}
