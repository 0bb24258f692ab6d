// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.crypto.DecryptionPropertiesFactory;
import org.apache.parquet.crypto.EncryptionPropertiesFactory;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.api.WriteSupport.WriteContext;

/**
 * The class to name in {@code parquet.crypto.factory.class}: parquet-java loads and calls it for every file before it
 * looks for a codec, which is when {@link FastCodecInstaller} puts ours in place. Encryption is left to the class that
 * {@value #DELEGATE} names; without one files are plaintext.
 *
 * <p>Stateless; safe for use by many threads.
 */
public final class FastCodecCryptoFactory implements EncryptionPropertiesFactory, DecryptionPropertiesFactory {

    /** The key of the real crypto factory, a class as {@code parquet.crypto.factory.class} itself takes it. */
    static final String DELEGATE = "parquet.fastcodec.crypto.factory.class";

    /** For parquet-java, which makes one for each file. */
    public FastCodecCryptoFactory() {}

    /**
     * Installs the codecs, then asks the configured factory.
     *
     * @param file the file, which may be null
     * @return the configured factory's answer, or null (plaintext) if none is configured
     * @throws BadConfigurationException if the configured class is missing or is no {@link EncryptionPropertiesFactory}
     * @throws ParquetCryptoRuntimeException if the configured factory throws it
     */
    @Override
    public FileEncryptionProperties getFileEncryptionProperties(
            Configuration configuration, Path file, WriteContext context) {
        FastCodecInstaller.install(configuration);
        EncryptionPropertiesFactory delegate = delegate(configuration, EncryptionPropertiesFactory.class);
        return delegate == null ? null : delegate.getFileEncryptionProperties(configuration, file, context);
    }

    /**
     * Installs the codecs, then asks the configured factory.
     *
     * @param file the file, which may be null
     * @return the configured factory's answer, or null (plaintext) if none is configured
     * @throws BadConfigurationException if the configured class is missing or is no {@link DecryptionPropertiesFactory}
     * @throws ParquetCryptoRuntimeException if the configured factory throws it
     */
    @Override
    public FileDecryptionProperties getFileDecryptionProperties(Configuration configuration, Path file) {
        FastCodecInstaller.install(configuration);
        DecryptionPropertiesFactory delegate = delegate(configuration, DecryptionPropertiesFactory.class);
        return delegate == null ? null : delegate.getFileDecryptionProperties(configuration, file);
    }

    /** A file that should be encrypted and is not, because a name is wrong, is worse than an error. */
    private static <T> T delegate(Configuration configuration, Class<T> kind) {
        String name = configuration == null ? null : configuration.getTrimmed(DELEGATE);
        if (name == null || name.isEmpty() || name.equals(FastCodecCryptoFactory.class.getName())) {
            return null;
        }
        try {
            return configuration
                    .getClassByName(name)
                    .asSubclass(kind)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new BadConfigurationException(
                    DELEGATE + " is \"" + name + "\", expected a class on the class path that implements "
                            + kind.getName() + " and has a public constructor without arguments",
                    e);
        }
    }
}
