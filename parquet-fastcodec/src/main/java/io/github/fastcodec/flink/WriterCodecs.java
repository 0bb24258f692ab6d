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

    /** What in parquet-java looks at the key; calls a crypto factory, whose own failures are not of this class. */
    private static final String ENCRYPTION = ParquetWriter.class.getPackageName() + ".EncryptionPropertiesHelper";

    /** parquet-java has the method since 1.14. */
    private static final boolean TAKES_FACTORY = Arrays.stream(ParquetWriter.Builder.class.getMethods())
            .anyMatch(method -> method.getName().equals("withCodecFactory"));

    private WriterCodecs() {}

    /** Builds a writer. */
    static <T> ParquetWriter<T> build(ParquetWriter.Builder<T, ?> builder, JobSettings settings) throws IOException {
        if (settings.enabled()) {
            if (TAKES_FACTORY) {
                builder.withCodecFactory(new FastCodecFactory(settings.options()));
            } else {
                StaticCodecs.installForFile(ParquetWriter.class, settings, true);
            }
        }
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw isNullPath(e) ? cryptoKeyIsSet(e) : e;
        }
    }

    /**
     * From 1.14.4 on parquet-java makes a Path of the file's for the crypto factory; Flink's files have none. A path of the
     * builder's own may be null as well.
     */
    private static boolean isNullPath(IllegalArgumentException e) {
        return Arrays.stream(e.getStackTrace())
                .map(StackTraceElement::getClassName)
                .dropWhile(Path.class.getName()::equals)
                .findFirst()
                .filter(ENCRYPTION::equals)
                .isPresent();
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
