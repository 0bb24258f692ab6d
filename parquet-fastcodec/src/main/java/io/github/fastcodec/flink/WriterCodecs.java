// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetWriter;

/** Builds one file's writer so that it compresses with this project's codecs. */
final class WriterCodecs {

    private static final String CRYPTO_KEY = "parquet.crypto.factory.class";

    /**
     * The class of parquet-java that reads {@link #CRYPTO_KEY} and calls the crypto factory. The factory's own failures
     * have other classes at the top of their stack traces.
     */
    private static final String ENCRYPTION = ParquetWriter.class.getPackageName() + ".EncryptionPropertiesHelper";

    /** True with parquet-java 1.14 and later. */
    private static final boolean ACCEPTS_FACTORY = Arrays.stream(ParquetWriter.Builder.class.getMethods())
            .anyMatch(method -> method.getName().equals("withCodecFactory"));

    private WriterCodecs() {}

    /** Builds a writer. */
    static <T> ParquetWriter<T> build(ParquetWriter.Builder<T, ?> builder, JobSettings settings) throws IOException {
        if (settings.enabled()) {
            if (ACCEPTS_FACTORY) {
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
     * Returns whether the failure is that parquet-java could not create a {@link Path} for one of Flink's files, which
     * have no path. Since 1.14.4 parquet-java passes that path to the crypto factory. If another class passed a null path,
     * the failure has another cause.
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
                CRYPTO_KEY
                        + " is set in the Hadoop configuration of this writer. With this key, this version of parquet-java"
                        + " cannot write Flink's files, which have no path. Remove the key (from the writer's configuration, or"
                        + " from the core-site.xml on the class path): in Flink parquet-fastcodec does not need it. To"
                        + " encrypt, call withEncryption(...) on the writer's builder.",
                cause);
    }
}
